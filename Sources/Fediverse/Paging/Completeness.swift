/// Whether all of a list was fetched, and how much of it.
public struct Completeness: Sendable, Hashable, CustomStringConvertible {
  /// How the way through a list ended.
  public enum Ending: String, Sendable, Hashable, CaseIterable {
    /// It has not ended.
    case underway
    /// The server said that there is nothing more.
    case complete
    /// As many rows were fetched as were wanted, and there are more.
    case limited
    /// The server began to repeat itself, so that there may be more.
    case repeated
    /// The server named no further page though there may be one, or sent too many pages without a new row.
    case cut
  }

  /// How the way through the list ended.
  public internal(set) var ending = Ending.underway
  /// How many rows were given, the odd ones not among them.
  public internal(set) var fetched = 0
  /// How many rows could not be read.
  public internal(set) var oddRows = 0
  /// How many rows came again and were dropped.
  public internal(set) var repeats = 0
  /// How many pages were fetched.
  public internal(set) var pages = 0
  /// How many rows there should be, by what the server says elsewhere, which counts hidden rows too.
  public let expected: Int?

  init(expected: Int? = nil) {
    self.expected = expected
  }

  /// Whether the whole list was fetched.
  public var isComplete: Bool { ending == .complete }

  /// The figures in one line, like `complete, 118 of 120 rows, 2 odd`.
  public var description: String {
    var parts = [ending.rawValue, "\(fetched)" + (expected.map { " of \($0)" } ?? "") + " rows"]
    if oddRows > 0 { parts.append("\(oddRows) odd") }
    return parts.joined(separator: ", ")
  }
}
