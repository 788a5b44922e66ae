public import JSONValue

/// The statuses around one status.
public struct Context: Entity {
  /// What it answers, the oldest first.
  public let ancestors: Rows<Status>
  /// What answers it.
  public let descendants: Rows<Status>
  /// What the server still fetches, so that there may be more later.
  public internal(set) var refresh: AsyncRefresh?

  /// Reads the statuses around one.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "context")
    ancestors = fields.rows("ancestors")
    descendants = fields.rows("descendants")
  }

  /// Reads a whole thread in one list, as old versions of Mitra send it.
  init(thread: [JSON], around id: String) {
    let place = thread.firstIndex { $0["id"]?.string == id }
    ancestors = Rows(rows: Array(thread[..<(place ?? 0)]))
    descendants = Rows(rows: Array(thread[(place.map { $0 + 1 } ?? 0)...]))
  }
}
