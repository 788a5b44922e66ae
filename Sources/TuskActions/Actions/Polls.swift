import Fediverse
import TuskCommon
import XCallbackURL

extension Server {
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
