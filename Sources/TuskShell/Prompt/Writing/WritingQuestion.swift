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
  /// - Parameter keeps: whether it can be kept as a draft.
  static func post(_ command: WritingCommand, keeping keeps: Bool) -> WritingQuestion {
    let act = command.redrafts ? "delete the status and post this" : command.edits ? "change it" : "post it"
    var replies: [String: Reply] = [
      "y": .post, "yes": .post, "e": .edit, "edit": .edit, "n": .drop, "no": .drop,
      // Enter alone is no consent to a deletion.
      "": !command.redrafts ? .post : keeps ? .keep : .edit,
    ]
    if keeps { (replies["d"], replies["draft"]) = (.keep, .keep) }
    let letters = command.redrafts ? (yes: "y", draft: "D") : (yes: "Y", draft: "d")
    return WritingQuestion(
      words: "\(act)? [\(letters.yes)]es, [e]dit, \(keeps ? "[\(letters.draft)]raft, " : "")[n]o ",
      choices: keeps ? "y (yes), e (edit), d (draft) or n (no)" : "y (yes), e (edit) or n (no)", replies: replies)
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
    await terminal.answer(to: words, among: replies, advice: "Answer \(choices).\n\(words)") ?? .keep
  }
}
