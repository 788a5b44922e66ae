package import Fediverse
import JSONValue
import TuskCommon
package import XCallbackURL

extension Action {
  /// Reads a poll.
  static let readingPoll = Action(
    "getPoll", verbs: ["get poll", "poll"],
    "Returns a poll.", example: "get poll poll:1",
    effect: .read,
    takes: Argument.subject("pollID", synonym: "poll", of: .poll, "the identifier of the poll"),
    returns: .record(.poll, whole: .poll)
  ) { server, id throws(Failure) in
    try await server.poll(id)
  }

  /// Votes in a poll.
  static let votingInPoll = Action(
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
  }
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

extension RecordOf where Value == Poll {
  /// A poll with its options.
  static let poll = RecordOf(
    "poll", kind: .poll,
    Shape(
      Shape.Field("id", .identifier(.poll), "the identifier on this server") { .string($0.id) },
      Shape.Field("options", .list(.record("option")), "the options") {
        .array($0.options.map { .object(RecordOf<Poll.Option>.option.object(of: $0)) })
      },
      Shape.Field("votes", .integer, "the number of votes") { .int($0.votesCount) },
      Shape.Field("voters", .integer, "the number of voters", isOptional: true) { $0.votersCount.map(JSON.int) },
      Shape.Field("expired", .boolean, "whether it is over") { .bool($0.isExpired) },
      Shape.Field("expires", .time, "when it ends", isOptional: true) { $0.expiresAt.map { .int($0.seconds) } },
      Shape.Field("multiple", .boolean, "whether it allows several choices") { .bool($0.isMultiple) },
      Shape.Field("voted", .boolean, "whether you have voted") { .bool($0.hasVoted ?? false) },
      Shape.Field("choices", .list(.integer), "the numbers of the options you chose, from 1", isColumn: false) {
        .array($0.ownVotes.filter($0.options.indices.contains).map { .int($0 + 1) })
      }))
}

extension RecordOf where Value == Poll.Option {
  /// An option of a poll.
  static let option = RecordOf(
    "option", spelling: "title",
    Shape(
      Shape.Field("title", .text, "the text of the option") { .string($0.title) },
      Shape.Field("votes", .integer, "the number of votes", isOptional: true) { $0.votesCount.map(JSON.int) }))
}

extension Shape where Value == Poll {
  /// A poll as shown to a person.
  static var poll: Shape {
    Shape(
      Field("id", .identifier(.poll), "the identifier on this server") { .string($0.id) },
      Field("votes", .integer, "the number of votes") { .int($0.votesCount) },
      Field("expired", .boolean, "whether it is over") { .bool($0.isExpired) },
      Field("expires", .time, "when it ends", isOptional: true) { $0.expiresAt.map { .int($0.seconds) } },
      Field("options", .prose, "the options, with votes") { .string($0.results) })
  }
}

extension Poll {
  /// The options, one a line, with their votes.
  var results: String {
    options.map { option in option.title + (option.votesCount.map { ": \($0)" } ?? "") }.joined(separator: "\n")
  }
}

extension Server {
  package func poll(_ id: String) async throws(Failure) -> Poll {
    try await attempt(await client.polls.poll(id), about: "poll '\(id)'")
  }

  /// Votes in a poll.
  ///
  /// - Parameters:
  ///   - numbers: options by their number, from 1.
  ///   - texts: options by their text.
  func vote(in id: String, _ numbers: [Int], _ texts: [String]) async throws(Failure) -> Poll {
    let poll = try await poll(id)
    let choices = try poll.choices(numbers, texts)
    guard poll.hasVoted != true else { throw .voted(poll) }
    guard !poll.isExpired else { throw .closed(poll) }
    return try await attempt(await client.polls.vote(choices, in: id), about: "poll '\(id)'")
  }

  /// The poll, if an earlier request voted for these options.
  func vote(alreadyIn id: String, _ numbers: [Int], _ texts: [String]) async throws(Failure) -> Poll? {
    let poll = try await poll(id)
    let choices = try poll.choices(numbers, texts)
    return poll.hasVoted == true && Set(poll.ownVotes) == Set(choices) ? poll : nil
  }
}

extension Poll {
  /// The indexes of the chosen options, each once.
  fileprivate func choices(_ numbers: [Int], _ texts: [String]) throws(Failure) -> [Int] {
    let indexes = try numbers.map { number throws(Failure) in
      guard number <= options.count else { throw .noOption(number, of: self) }
      return number - 1
    }
    let named = try texts.map { text throws(Failure) in
      let places = options.indices.filter { options[$0].title == text }
      guard let place = places.first, places.count == 1 else { throw .noOption(text, of: self) }
      return place
    }
    let choices = Set(indexes + named).sorted()
    guard !choices.isEmpty else { throw .nothingChosen(in: self) }
    guard choices.count == 1 || isMultiple else { throw .onlyOne(in: self) }
    return choices
  }

  /// The options with their numbers, for a message.
  fileprivate var numbered: String {
    options.enumerated().map { "\($0.offset + 1) \"\($0.element.title)\"" }.joined(separator: ", ")
  }
}

extension Failure {
  fileprivate static func noOption(_ number: Int, of poll: Poll) -> Failure {
    Failure(.invalidParameter, "the poll has \(poll.options.count.counting("option")), and no option \(number)")
  }

  fileprivate static func noOption(_ text: String, of poll: Poll) -> Failure {
    Failure(.invalidParameter, "not exactly one option of the poll is '\(text)'; the options are \(poll.numbered)")
  }

  fileprivate static func nothingChosen(in poll: Poll) -> Failure {
    Failure(.missingParameter, "'choice' or 'option' is required; the options are \(poll.numbered)")
  }

  fileprivate static func onlyOne(in poll: Poll) -> Failure {
    Failure(.invalidParameter, "the poll allows only one choice; the options are \(poll.numbered)")
  }

  fileprivate static func voted(_ poll: Poll) -> Failure {
    let votes = poll.ownVotes.filter(poll.options.indices.contains).map { "'\(poll.options[$0].title)'" }
    // Servers count the author of a poll among those who have voted.
    guard !votes.isEmpty else { return Failure(.rejected, "you have already voted, or the poll is your own") }
    return Failure(
      .rejected, "you have already voted for \(votes.joined(separator: " and ")); a vote cannot be changed")
  }

  fileprivate static func closed(_ poll: Poll) -> Failure {
    Failure(.rejected, "the poll is closed" + (poll.expiresAt.map { " since \($0)" } ?? ""))
  }
}
