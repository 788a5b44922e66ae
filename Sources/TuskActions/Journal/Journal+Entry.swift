extension Journal {
  /// An occasion as people look it up in the journal.
  package struct Entry: Sendable, Hashable {
    /// Counts up with every occasion that is begun; never given twice.
    package let number: Int
    /// Its key is shortened where it is long.
    package let onceID: OnceID
    package let generation: Int
    package let state: State
    /// Seconds since 1970.
    package let begun: Int
    package let finished: Int?
    /// In the order in which they were sent first.
    package let effects: [Effect]

    /// Where an occasion stands.
    package enum State: Sendable, Hashable {
      case done
      /// This process is at it.
      case running(process: Int)
      /// It stopped before its end, and what it had sent by then is known.
      case open
      /// It stopped before its end, and of at least one effect nobody knows whether it happened.
      case unknown
    }

    /// Something that an occasion has changed, or may have.
    package struct Effect: Sendable, Hashable {
      /// Shortened where it is long.
      package let name: String
      package let url: String
      /// Seconds since 1970.
      package let sent: Int
      package let answered: Int?
    }
  }
}
