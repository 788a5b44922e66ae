import TuskCommon
import XCallbackURL

/// Asks a person what a script wants to know.
struct PersonPrompt: Sendable {
  /// The terminal; `nil` if nobody can be asked there.
  let terminal: TerminalQuestions?

  /// The answer; `nil` if the person ended the input instead.
  ///
  /// - Parameter default: the answer for a person who only presses Enter.
  /// - Throws: ``Failure`` without a terminal.
  func answer(to question: String, default fallback: String?) async throws(Failure) -> String? {
    guard let terminal else { throw .noTerminal() }
    let hint = fallback.map { " [\(TerminalText.field($0))]" } ?? ""
    let words = TerminalText.field(question) + hint + " "
    return await terminal.answer(to: words) { line in
      guard let answer = String(validating: line, as: UTF8.self) else {
        return .unclear("The answer is not UTF-8 text.\n" + words)
      }
      return .answer(answer.isEmpty ? fallback ?? "" : answer)
    }
  }
}

extension Failure {
  fileprivate static func noTerminal() -> Failure {
    Failure(.forbidden, "there is no terminal to ask on; pass the answer as an argument, such as $1, instead")
  }
}
