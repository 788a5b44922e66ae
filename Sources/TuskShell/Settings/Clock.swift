import Glibc

/// The clock on the wall.
package enum Clock {
  /// Whole seconds since 1970-01-01T00:00:00Z.
  package static func secondsSince1970() -> Int {
    time(nil)
  }
}
