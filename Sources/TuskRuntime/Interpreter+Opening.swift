import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// `open URL`, and a URL alone on its line: the URL is checked like a command, and carried out like one.
  func plan(opening command: Command) throws(Diagnostic) -> Plan {
    let (values, settings) = command.parts
    guard let value = values.first, values.count == 1 else { throw .openNeedsURL(command) }
    guard case .url(let written) = value.form, let text = written.literal else { throw .openNeedsURL(command) }
    let url: CallbackURL
    do {
      url = try CallbackURL(parsing: text)
    } catch {
      throw .badURL(error, value.span)
    }
    guard url.isOwn else {
      throw .foreignURL(url, value.span)
    }
    guard let signature = resolver.catalogue.signature(action: url.action) else {
      throw .unknownAction(url, value.span, resolver.catalogue.signatures.map(\.action))
    }
    guard !url.extensions.contains(where: { ["x-success", "x-error", "x-cancel"].contains($0.name) }) else {
      throw .hasCallbacks(value.span)
    }
    return Plan(
      verb: command.verb, span: command.span, urls: [url], isWrite: signature.effect.isWrite,
      options: try options(of: command, settings))
  }

  /// What the shell is told beside the URL; what the action is told stands in the URL itself.
  private func options(of command: Command, _ settings: [Argument]) throws(Diagnostic) -> [String: String] {
    let opening = Signature(
      action: "open", verbs: ["open"], summary: "Opens a URL.", example: "open URL", effect: .present, parameters: [])
    let resolver = Resolver(catalogue: Catalogue([opening]), options: resolver.options.filter { $0.place == .shell })
    let bare = Command(
      verb: Spanned("open", command.verb.span), arguments: settings, span: command.span)
    return Plan.options(of: try resolver.resolve(bare))
  }
}

extension Command {
  /// The values and the settings, each in their order.
  fileprivate var parts: (values: [Value], settings: [Argument]) {
    var parts: (values: [Value], settings: [Argument]) = ([], [])
    for argument in arguments {
      switch argument {
      case .value(let value): parts.values.append(value)
      case .setting: parts.settings.append(argument)
      }
    }
    return parts
  }
}

extension Diagnostic {
  fileprivate static func openNeedsURL(_ command: Command) -> Diagnostic {
    Diagnostic(.missingArg, at: command.span, "'open' wants one x-callback URL")
  }

  fileprivate static func badURL(_ error: CallbackURL.SyntaxError, _ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: Span(min(span.start + error.offset, span.end), span.end), error.message)
  }

  fileprivate static func foreignURL(_ url: CallbackURL, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span,
      "only tusker://\(CallbackURL.xCallbackHost)/ URLs are requests to tusk, not \(url.scheme)://\(url.host)")
  }

  fileprivate static func unknownAction(_ url: CallbackURL, _ span: Span, _ actions: [String]) -> Diagnostic {
    guard !url.action.isEmpty else { return Diagnostic(.unknownVerb, at: span, "the URL names no action") }
    let near = DidYouMean.near(url.action, among: actions)
    let hint = near.first.map { "; did you mean '\($0)'?" } ?? ""
    return Diagnostic(.unknownVerb, at: span, "there is no action '\(url.action)'\(hint)", near: near)
  }

  fileprivate static func hasCallbacks(_ span: Span) -> Diagnostic {
    Diagnostic(
      .conflictingArgs, at: span, "the URL sends its answer elsewhere; carry it out from a shell with: tusk open URL")
  }
}
