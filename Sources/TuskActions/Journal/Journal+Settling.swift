import JSONValue
package import XCallbackURL

/// Settling by hand what no server can tell any more.
extension Journal {
  /// What became of a change whose outcome is unknown.
  package enum Settlement: Sendable, Hashable {
    /// It was made; of a status that it posted, this is the address, if known.
    case done(url: String?)
    case notSent
  }

  /// A change that was settled.
  package struct Settled: Sendable, Hashable {
    /// The request as journaled.
    package let url: String
    /// How many other changes of the block have an unknown outcome.
    package let others: Int
  }

  /// Settles the oldest change of unknown outcome in an entry, so that its block can continue.
  ///
  /// - Parameter number: the number of the entry.
  /// - Throws: ``Failure`` if there is no such entry or change, or if a running process works on it.
  package func settle(_ number: Int, as settlement: Settlement) async throws(Failure) -> Settled {
    try await withStore { store throws(Failure) in
      try store.database.transaction { () throws(Failure) in try store.settle(number, as: settlement, now: self.now()) }
    }
  }
}

extension Store {
  fileprivate func settle(
    _ number: Int, as settlement: Journal.Settlement, now: Int
  ) throws(Failure) -> Journal.Settled {
    let entry = "SELECT runner FROM occasion WHERE id = ?"
    guard let runner = try database.first(entry, .int(number), read: { $0.optionalInt(0) }) else {
      throw .noEntry(number)
    }
    if let runner, let process = try process(of: runner) { throw .running(number, process) }
    let unknown = "SELECT id, url FROM effect WHERE occasion = ? AND answered IS NULL ORDER BY id"
    let effects = try database.all(unknown, .int(number)) { (id: $0.int(0), url: $0.text(1)) }
    guard let effect = effects.first else { throw .nothingUnknown(number) }
    switch settlement {
    case .notSent: try database.run("DELETE FROM effect WHERE id = ?", .int(effect.id))
    case .done(let url):
      let data = url.map { JSON.object(["statusURL": .string($0), "statusURI": .string($0)]) } ?? [:]
      let answer: JSON = ["data": data, "item": data]
      try database.run(
        "UPDATE effect SET answered = ?, answer = ?, made = ? WHERE id = ?", .int(now), .text(answer.text), Cell(url),
        .int(effect.id))
    }
    return Journal.Settled(url: effect.url, others: effects.count - 1)
  }
}

extension Failure {
  /// The same failure of an unknown outcome, with how to settle it by hand.
  func settled(by attempt: Journal.Attempt) -> Failure {
    guard code == .unknownOutcome else { return self }
    let command = "tusk journal settle \(attempt.id)"
    return Failure(code, "\(message); if you know it, run: \(command) --done, or: \(command) --not-sent")
  }

  fileprivate static func running(_ number: Int, _ process: Int) -> Failure {
    Failure(.locked, "process \(process) is working on entry \(number); settle it when that has ended")
  }

  fileprivate static func noEntry(_ number: Int) -> Failure {
    Failure(.notFound, "the journal has no entry \(number); list them with: tusk journal list --json")
  }

  fileprivate static func nothingUnknown(_ number: Int) -> Failure {
    Failure(.rejected, "the outcome of every change of entry \(number) is known")
  }
}
