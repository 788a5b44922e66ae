import Glibc
import TuskCommon
import XCallbackURL

/// Asks a person what a script wants to know.
struct PersonPrompt: Sendable {
  let streams: StandardStreams
  /// Whether standard input and standard error are a terminal.
  let canAsk: Bool

  /// The answer; `nil` if the person ended the input instead.
  ///
  /// - Parameter default: the answer for a person who only presses Enter.
  /// - Throws: ``Failure`` without a terminal.
  func answer(to question: String, default fallback: String?) async throws(Failure) -> String? {
    guard canAsk else { throw .noTerminal() }
    let hint = fallback.map { " [\(TerminalText.field($0))]" } ?? ""
    while true {
      // Anything typed before the question was shown is not an answer to it.
      tcflush(0, TCIFLUSH)
      let words = TerminalText.field(question) + hint + " "
      guard let line = await TerminalLine.read(asking: { [streams] in streams.report(words) }) else {
        streams.report("\n")
        return nil
      }
      guard let answer = String(validating: line, as: UTF8.self) else {
        streams.report("The answer is not UTF-8 text.\n")
        continue
      }
      return answer.isEmpty ? fallback ?? "" : answer
    }
  }
}

extension Failure {
  fileprivate static func noTerminal() -> Failure {
    Failure(.forbidden, "there is no terminal to ask on; pass the answer as an argument, such as $1, instead")
  }
}
