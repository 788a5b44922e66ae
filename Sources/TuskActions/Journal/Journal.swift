package import TuskCommon

/// What stores of a journal have in common.
package enum Journal {
  /// How far a `once` block is.
  package struct Block: Sendable, Hashable {
    /// The key as ``Journal/shown(_:)`` has it.
    package let key: String
    package let isFinished: Bool
    /// Whether a running process works on it.
    package let isClaimed: Bool
    /// When its changes were answered, in seconds since 1970.
    package let answers: [Int]
    /// How many of its changes were sent whose outcome is unknown.
    package let unknown: Int
  }

  /// A key as entries show it: a long one is shortened.
  package static func shown(_ key: String) -> String { JournaledText(key).text }

  /// The script name of commands outside scripts.
  static let commands = "commands"
}

extension Journal {
  /// An entry of the journal, for people to read.
  package struct Entry: Sendable, Hashable {
    /// Increases with every block that is begun; never reused.
    package let number: Int
    /// Identifies the block; a long key is shortened.
    package let name: OnceName
    package let generation: Int
    package let state: State
    /// Seconds since 1970.
    package let begun: Int
    package let finished: Int?
    /// In the order in which they were first sent.
    package let effects: [Change]

    /// The state of a block.
    package enum State: Sendable, Hashable {
      case done
      /// This process is working on it.
      case running(Worker)
      /// It stopped before its end; the outcome of each effect is known.
      case open
      /// It stopped before its end; the outcome of at least one effect is unknown.
      case unknown
    }

    /// A change that a block made or may have made.
    package struct Change: Sendable, Hashable {
      /// Shortened if it is long.
      package let name: String
      package let url: String
      /// Seconds since 1970.
      package let sent: Int
      package let answered: Int?
      /// Whether a person declared that it was not sent; the next run sends it.
      package let isNotSent: Bool

      /// Whether nobody knows if it was made.
      package var isUnknown: Bool { answered == nil && !isNotSent }
    }
  }
}
