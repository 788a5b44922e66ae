import TuskApps
import TuskCommon
import TuskLanguage
import XCallbackURL

/// Help on other apps, generated from their descriptions.
extension HelpText {
  /// The list of apps, or everything about one app; `nil` if there is no app of that name.
  package func apps(_ name: String?) -> String? {
    guard let name else { return overviewOfApps() }
    return app(name).map { page(of: $0) }
  }

  private func app(_ name: String) -> AppDescription? { (try? Shell.apps.app(named: name)) ?? nil }

  private func overviewOfApps() -> String {
    columns(Shell.apps.all.map { ($0.name, $0.summary) }) + "\n  'apps show NAME' lists the actions of an app."
  }

  private func page(of app: AppDescription) -> String {
    var text = "\(app.title): \(app.summary)\n"
    text += section("actions", app.actions.map { ("call \(app.name) \($0.name)", $0.summary) })
    text += section("runs on", app.platforms.isEmpty ? [] : [(app.platforms.joined(separator: " "), "")])
    text += section("documentation", app.documentation.map { [($0, "")] } ?? [])
    return text + "\n  'help call \(app.name) ACTION' describes an action's parameters and result."
  }

  /// The page on a call such as `call bear create`; `nil` for every other topic.
  func page(ofCall topic: String) -> String? {
    let words = topic.split(separator: " ").map(String.init)
    guard words.count >= 2, words[0] == Resolver.callVerb, let app = app(words[1]) else { return nil }
    guard words.count > 2 else { return page(of: app) + "\n" }
    guard words.count == 3, let signature = app.catalog.signature(verb: words[2]) else { return nil }
    return page(of: signature, of: app)
  }

  private func page(of signature: Signature, of app: AppDescription) -> String {
    let named = signature.parameters.map { $0.isRequired ? $0.spelling : "[\($0.spelling)]" }
    let usage = ([signature.preferredVerb] + named).joined(separator: " ")
    let answer = signature.results.map { ($0.name + ($0.isOptional ? "?" : ""), $0.summary) }
    let danger = signature.worstEffect == .destructive ? " It can destroy data, so it asks first or needs --yes." : ""
    return "\(self.usage(usage))\n" + paragraph(signature.summary + danger)
      + section("parameters", signature.parameters.map { ($0.spelling, $0.summary) })
      + section("result", answer.isEmpty ? [(answers(signature), "")] : answer)
      + "\nURL\n  \(app.app.url(for: signature.action, []).description)\n"
      + (signature.example.isEmpty ? "" : example(signature.example))
  }

  private func answers(_ signature: Signature) -> String {
    signature.app?.answers ?? true ? "none, except that the action was performed" : "none: this app does not call back"
  }
}
