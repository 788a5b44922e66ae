import Fediverse

/// A point in time as people and JSON read it.
package struct Moment: Sendable, Hashable {
  /// Whole seconds since 1970-01-01T00:00:00Z.
  package let seconds: Int

  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// The time as RFC 3339 writes it, in UTC.
  package var rfc3339: String { Timestamp(seconds: seconds).description }
}
