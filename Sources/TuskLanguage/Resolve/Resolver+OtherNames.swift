import XCallbackURL

extension Resolver {
  /// The diagnostic of a command whose verb other programs have for an action, corrected to the action's verb.
  func otherName(of command: Command) -> Diagnostic? {
    for signature in catalog.signatures {
      guard let other = signature.elsewhere.first(where: { $0.word == command.verb.value }),
        let verb = signature.verbs.first
      else { continue }
      var diagnostic = Diagnostic(
        .unknownVerb, at: command.verb.span, "unknown verb '\(command.verb.value)'", label: "did you mean '\(verb)'?",
        near: [verb])
      diagnostic.edits = other.edits(of: command, to: verb)
      return diagnostic
    }
    return nil
  }
}

extension Signature.OtherName {
  fileprivate func edits(of command: Command, to verb: String) -> [Diagnostic.Edit] {
    var end = addition.map { " \($0)" } ?? ""
    var edits = [Diagnostic.Edit(command.verb.span, verb)]
    if let parameter, case .value(let value)? = command.arguments.first {
      edits.append(Diagnostic.Edit(Span(command.verb.span.end, value.span.end), ""))
      end = " \(parameter)=\(value.source)" + end
    }
    if !end.isEmpty { edits.append(Diagnostic.Edit(Span(command.span.end, command.span.end), end)) }
    return edits
  }
}
