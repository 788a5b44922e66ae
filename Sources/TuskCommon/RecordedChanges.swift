package import JSONValue

/// What a journal has of the changes of a block, found by the names of the changes, which may be of any length.
package struct RecordedChanges: Sendable {
  private let key: @Sendable (String) -> String
  private var changes: [String: Change] = [:]

  /// What is known of a change that was sent.
  package enum Change: Sendable, Hashable {
    /// It was answered.
    case made(answer: JSON, Restoration?)
    /// It was sent, and its outcome is unknown.
    case unknown
  }

  /// - Parameter key: the key of a change in the journal, by its name.
  package init(key: @escaping @Sendable (String) -> String) { self.key = key }

  package mutating func add(_ key: String, _ change: Change) { changes[key] = change }

  package subscript(name: String) -> Change? { changes[key(name)] }

  /// How many of them are of unknown outcome.
  package var unknown: Int { changes.values.count { $0 == .unknown } }
}
