import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Asks the person at the terminal; a rehearsal uses the default.
  func ask(
    _ words: NamedArguments, _ command: Command, _ prepared: Prepared
  ) async throws(Diagnostic) -> RuntimeValue {
    let (question, fallback) = (words["question"] ?? "", words["default"])
    let given = try command.settings(named: "default").first?.value.map { value throws(Diagnostic) in
      try prepared.value(value)
    }
    guard !settings.rehearses else {
      guard let fallback else { throw .rehearsed(command) }
      settings.rehearsal.lackSomething()
      await emit(.noted("asks '\(settings.placeholders.shown(question))'; continues with '\(fallback)'"))
      return .argument(fallback, from: given)
    }
    let answer: String?
    do throws(Failure) { answer = try await host.answer(to: question, default: fallback) } catch {
      throw .unasked(error, command)
    }
    guard !Task.isCancelled else { throw .interrupted(command.span) }
    guard let answer else { throw .unanswered(command) }
    // Pressing Enter does not make the default the person's own words.
    guard answer != fallback else { return .argument(answer, from: given) }
    return RuntimeValue.argument(answer).coming(from: .local)
  }
}

extension Diagnostic {
  fileprivate static func rehearsed(_ command: Command) -> Diagnostic {
    Diagnostic(
      .needsConfirmation, at: command.span, "a rehearsal asks nobody; add default= for the answer to rehearse with",
      exitCode: .canceled)
  }

  fileprivate static func unasked(_ failure: Failure, _ command: Command) -> Diagnostic {
    Diagnostic(.needsConfirmation, at: command.span, failure.message, exitCode: .canceled)
  }

  fileprivate static func unanswered(_ command: Command) -> Diagnostic {
    Diagnostic(.needsConfirmation, at: command.span, "the question was not answered", exitCode: .canceled)
  }
}
