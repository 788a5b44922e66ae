import TuskActions
import XCallbackURL

extension Consent.Question {
  /// Whether the question comes from who may be anybody.
  var isUntrusted: Bool {
    switch self {
    case .script: false
    case .authorization: true
    case .source(let request, _), .confirmation(let request, _), .disclosure(let request, _, _),
      .repeating(let request, _, _):
      request.origin.party == .desktop
    }
  }

  /// The scheme of another app that gets a URL, where that is what is asked about.
  var scheme: String? {
    switch self {
    case .script, .source, .repeating: nil
    case .confirmation(let request, _): request.signature.app == nil ? nil : request.url.scheme
    case .disclosure(_, let target, _): target.scheme
    case .authorization(let wish, _): wish.target.scheme
    }
  }

  /// What is asked, who asks first.
  var rows: [String] {
    switch self {
    case .script(let script, let account):
      ["\(script.path) wants to change \(account):"] + script.effects.map { "  \($0)" }
    case .source(let request, let account):
      [
        "\(TerminalText.quoted(request.source ?? "")) wants to change \(account) without asking; anybody can claim that name"
      ]
        + request.particulars.map { "  \($0)" }
    case .disclosure(let request, let target, let account):
      ["\(request.asker)it would be told what only \(account) can read: \(request.signature.summary)"]
        + request.particulars.map { "  \($0)" } + ["the answer goes to: \(target.redacted)"]
    case .authorization(let wish, let account):
      [
        "a program that calls itself \(TerminalText.quoted(wish.source)) wants to change \(account) without asking, for 90 days:"
      ]
        + wish.actions.map { "  \($0)" } + ["its access token goes to: \(wish.target.redacted)"]
    case .repeating(let request, let seconds, let account):
      ["\(request.asker)\(account) has done the same \(Self.time(seconds)): \(request.signature.summary)"]
        + request.particulars.map { "  \($0)" }
    case .confirmation(let request, let account):
      ["\(request.asker)\(account): \(request.signature.summary)"] + request.particulars.map { "  \($0)" }
    }
  }
}

extension Consent.Question {
  /// How long ago something was done.
  static func time(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "just now"
    case ..<120: "a minute ago"
    default: "\(seconds / 60) minutes ago"
    }
  }
}

extension Consent.ConsentRequest {
  /// Who asks, where it is another program: the specification wants its `x-source` to be shown.
  fileprivate var asker: String {
    guard origin.party.isForeign else { return "" }
    return source.map { "a program that calls itself \(TerminalText.quoted($0)) asks; " } ?? "another program asks; "
  }

  /// What would be done, as it would be done: the action, each parameter with its exact text, and who else is answered.
  fileprivate var particulars: [String] {
    let targets = ["x-success": "the answer goes to", "x-error": "an error goes to", "x-cancel": "a no goes to"]
    let shown = url.redacted
    let answers = shown.extensions.compactMap { pair in
      targets[pair.name].flatMap { origin.party.isForeign ? ($0, pair.value ?? "") : nil }
    }
    let rows = shown.withoutCommonParameters.parameters.map { ($0.name, $0.value ?? "") } + answers
    return [url.action] + rows.map { "\($0.0): \($0.1)" }
  }
}
