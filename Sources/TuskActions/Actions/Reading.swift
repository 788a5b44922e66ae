import Fediverse
import XCallbackURL

extension Action {
  /// The actions that read around a status, and those of polls.
  package static let reading: [Action] = [
    Action(
      "getThread", verbs: ["thread"],
      "Lists the thread of a status: what it replies to, the status itself and the replies.",
      example: "thread status:1", effect: .read, takes: Argument.status,
      Argument.flag("wait", "wait until the server has fetched the replies from other servers"),
      returns: .statuses(filteredIn: .thread), elsewhere: ["context"]
    ) { server, status, waits throws(Failure) in
      try await server.thread(of: status, waiting: waits)
    },
    Action(
      "translateStatus", verbs: ["translate"],
      "Translates a status.", example: "translate status:123 to=de", effect: .read, needs: .translation,
      takes: Argument.status,
      Argument.text("to", "the language to translate to, as an ISO 639 code (default: that of your account)"),
      returns: .record(RecordOf.translation)
    ) { server, status, language throws(Failure) in
      let id = try await server.id(of: status)
      return try await server.attempt(
        await server.client.statuses.translation(of: id, to: language), about: status.name)
    },
    Action(
      "previewStatus", verbs: ["preview"],
      "Shows what a status would be, without posting it: its length, whom it mentions, and who could see it.",
      example: "preview \"Hello @bob@sandbox.example, see https://example.org #fediverse\"", effect: .read,
      takes: StatusDraft.threaded,
      returns: .record(RecordOf.preview)
    ) { server, draft throws(Failure) in
      try await server.preview(of: draft)
    },
    Action(
      "votePoll", verbs: ["vote"],
      "Votes in a poll; a vote cannot be changed.", example: "vote poll:4 2 --yes", effect: .destructive,
      needs: .pollVoting,
      takes: Argument.subject("pollID", synonym: "poll", of: .poll, "the identifier of the poll"),
      Argument.numbers("choice", "the number of an option, counted from 1"),
      Argument.texts("option", "the text of an option"), returns: .record(RecordOf.poll),
      resolve: { server, _, id, numbers, texts throws(Failure) in
        try await server.vote(alreadyIn: id, numbers, texts)
      }
    ) { server, id, numbers, texts throws(Failure) in
      try await server.vote(in: id, numbers, texts)
    },
  ]
}

extension Argument where Value == [Int] {
  /// Any number of whole numbers from 1, given without their name.
  fileprivate static func numbers(_ name: String, _ summary: String) -> Argument {
    let parameter = Parameter(name, .integer(1...Int.max), place: .operand, isRepeatable: true, summary)
    return Argument([parameter]) { inputs throws(Failure) in
      try inputs.texts(name).map { text throws(Failure) in
        guard let number = Int(text), number > 0 else {
          throw inputs.refusal(of: name, "must be a number from 1, not '\(text)'")
        }
        return number
      }
    }
  }
}

extension Argument where Value == [String] {
  /// Any number of texts, given without their name.
  fileprivate static func texts(_ name: String, _ summary: String) -> Argument {
    let parameter = Parameter(name, .text, place: .operand, isRepeatable: true, summary)
    return Argument([parameter]) { inputs throws(Failure) in try inputs.texts(name) }
  }
}
