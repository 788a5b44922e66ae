/// A question about what was written, and what each word means as an answer.
struct WritingQuestion: Sendable {
  /// What becomes of a post that was written.
  enum Reply: Sendable {
    case post, edit, keep, drop
  }

  let words: String
  /// The answers in words, for a person who typed another one.
  let choices: String
  let replies: [String: Reply]

  /// Whether to post what was written.
  ///
  /// - Parameter replaces: whether a status is deleted for it, to which Enter alone is no consent.
  static func post(replacing replaces: Bool) -> WritingQuestion {
    WritingQuestion(
      words: replaces
        ? "delete the status and post this? [y]es, [e]dit, [D]raft, [n]o " : "post it? [Y]es, [e]dit, [d]raft, [n]o ",
      choices: "y (yes), e (edit), d (draft) or n (no)",
      replies: [
        "": replaces ? .keep : .post, "y": .post, "yes": .post, "e": .edit, "edit": .edit, "d": .keep,
        "draft": .keep, "n": .drop, "no": .drop,
      ])
  }

  /// Whether to correct what has a mistake.
  static let correct = WritingQuestion(
    words: "edit it again? [Y]es, [d]raft, [n]o ", choices: "y (yes), d (draft) or n (no)",
    replies: [
      "": .edit, "y": .edit, "yes": .edit, "e": .edit, "edit": .edit, "d": .keep, "draft": .keep, "n": .drop,
      "no": .drop,
    ])

  /// The person's answer; a draft stays if they ended the input instead.
  func answer(at terminal: TerminalQuestions) async -> Reply {
    await terminal.answer(to: words) { (line: [UInt8]) -> TerminalQuestions.Understanding<Reply> in
      let word = String(decoding: line, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
      guard let reply = replies[word] else { return .unclear("Answer \(choices).\n\(words)") }
      return .answer(reply)
    } ?? .keep
  }
}
