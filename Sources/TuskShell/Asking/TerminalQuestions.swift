import Glibc
import TuskCommon

/// Asks questions at the terminal, one after another, because a person answers the question that they see.
package final class TerminalQuestions: Sendable {
  /// What a typed line means.
  enum Understanding<Answer> {
    case answer(Answer)
    /// It is no answer; asks again with these words.
    case unclear(String)
  }

  private let streams: StandardStreams
  private let turns = Turns()

  init(streams: StandardStreams) { self.streams = streams }

  /// Asks until a line is understood; `nil` if the person ended the input instead, or the task was canceled.
  func answer<Answer>(to question: String, understanding: (_ line: [UInt8]) -> Understanding<Answer>) async -> Answer? {
    await turns.take()
    defer { turns.end() }
    guard !Task.isCancelled else { return nil }
    var words = question
    while true {
      // Anything typed before the question was shown is not an answer to it.
      tcflush(0, TCIFLUSH)
      guard let line = await TerminalLine.read(asking: { [streams, words] in streams.report(words) }) else {
        streams.report("\n")
        return nil
      }
      switch understanding(line) {
      case .answer(let answer): return answer
      case .unclear(let next): words = next
      }
    }
  }

  /// Asks for one of some words, in any case; `nil` if the person ended the input instead, or the task was canceled.
  ///
  /// - Parameters:
  ///   - replies: what each word means.
  ///   - advice: what is shown after any other line.
  func answer<Answer>(to question: String, among replies: [String: Answer], advice: String) async -> Answer? {
    await answer(to: question) { line in
      let word = String(decoding: line, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
      return replies[word].map { .answer($0) } ?? .unclear(advice)
    }
  }
}
