/// Whether a list was fetched completely, and how much of it.
public struct Completeness: Sendable, Hashable, CustomStringConvertible {
  /// How fetching a list ended.
  public enum Ending: String, Sendable, Hashable, CaseIterable {
    /// It has not ended yet.
    case underway
    /// The server said that there are no more rows.
    case complete
    /// The requested number of rows was reached, and there are more.
    case limited
    /// The server started to repeat rows, so there may be more.
    case repeated
    /// The server named no next page although there may be one, or sent too many pages without new rows; only in the
    /// second case, the walk has a place to continue at.
    case cut
    /// The server's link to the next page cannot be read.
    case misled
  }

  /// How fetching ended.
  public internal(set) var ending = Ending.underway
  /// The number of rows returned, without the unreadable ones.
  public internal(set) var fetched = 0
  /// The number of rows that could not be read.
  public internal(set) var unreadableRows = 0
  /// The number of rows that were dropped because they do not match the query, such as notifications of other kinds.
  public internal(set) var unrequestedRows = 0
  /// The number of repeated rows that were dropped.
  public internal(set) var repeats = 0
  /// The number of pages fetched.
  public internal(set) var pages = 0
  /// The number of rows that the server reports elsewhere, which includes hidden rows; `nil` if unknown.
  public let expected: Int?

  init(expected: Int? = nil) {
    self.expected = expected
  }

  /// Whether the whole list was fetched.
  public var isComplete: Bool { ending == .complete }

  /// The numbers on one line, such as `complete, 118 of 120 rows, 2 unreadable`.
  public var description: String {
    var parts = [ending.rawValue, "\(fetched)" + (expected.map { " of \($0)" } ?? "") + " rows"]
    if unreadableRows > 0 { parts.append("\(unreadableRows) unreadable") }
    if unrequestedRows > 0 { parts.append("\(unrequestedRows) not requested") }
    return parts.joined(separator: ", ")
  }
}
