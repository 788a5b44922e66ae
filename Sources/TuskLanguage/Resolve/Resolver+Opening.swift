package import XCallbackURL

extension Resolver {
  /// The URL after `open` and its action.
  ///
  /// - Throws: a URL that is not a request to this program, or that has a fragment or callbacks.
  package func opening(_ text: String, at span: Span) throws(Diagnostic) -> (url: CallbackURL, signature: Signature) {
    let url: CallbackURL
    do {
      url = try CallbackURL(parsing: text)
    } catch {
      throw .badURL(error, span)
    }
    guard url.isOwn else { throw .foreignURL(url, span) }
    if let offset = url.startOfFragment { throw .cut(at: offset, span) }
    guard let signature = catalog.signature(action: url.action) else {
      throw .unknownAction(url, span, catalog.signatures.map(\.action))
    }
    guard !url.extensions.contains(where: { ["x-success", "x-error", "x-cancel"].contains($0.name) }) else {
      throw .hasCallbacks(span)
    }
    return (url, signature)
  }
}

extension Diagnostic {
  fileprivate static func badURL(_ error: CallbackURL.SyntaxError, _ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: Span(min(span.start + error.offset, span.end), span.end), error.message)
  }

  fileprivate static func foreignURL(_ url: CallbackURL, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span,
      "'open' needs a tusker://\(CallbackURL.xCallbackHost)/ URL, not \(url.scheme)://\(url.host)")
  }

  fileprivate static func unknownAction(_ url: CallbackURL, _ span: Span, _ actions: [String]) -> Diagnostic {
    guard !url.action.isEmpty else { return Diagnostic(.unknownVerb, at: span, "the URL has no action") }
    let near = NearWords.near(url.action, among: actions)
    let hint = near.first.map { "; did you mean '\($0)'?" } ?? ""
    return Diagnostic(.unknownVerb, at: span, "unknown action '\(url.action)'\(hint)", near: near)
  }

  fileprivate static func cut(at offset: Int, _ span: Span) -> Diagnostic {
    Diagnostic(
      .badURL, at: Span(min(span.start + offset, span.end), span.end),
      "'#' ends a URL, so that what follows it would be lost; write it as %23")
  }

  fileprivate static func hasCallbacks(_ span: Span) -> Diagnostic {
    Diagnostic(
      .conflictingArgs, at: span, "the URL has callbacks of its own; open it from a system shell with: tusk open URL")
  }
}
