public import JSONValue

/// A timeline that has a read position.
public struct MarkedTimeline: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The home timeline.
  public static let home = MarkedTimeline(rawValue: "home")
  /// The notifications.
  public static let notifications = MarkedTimeline(rawValue: "notifications")
}

/// The read positions in the timelines of the signed-in account.
public struct Markers: Entity, Hashable {
  /// The positions by timeline.
  public let all: [MarkedTimeline: Marker]

  /// Decodes the markers; servers written in PHP send an empty list if there are none.
  public init(json: JSON) throws(ShapeError) {
    if json.array?.isEmpty == true {
      all = [:]
      return
    }
    guard let object = json.object else { throw ShapeError(path: "markers", expected: "an object") }
    var all: [MarkedTimeline: Marker] = [:]
    for (name, value) in object.members {
      guard let marker = try? Marker(json: value) else { continue }
      all[MarkedTimeline(rawValue: name)] = marker
    }
    self.all = all
  }

  /// The read position in a timeline.
  public subscript(timeline: MarkedTimeline) -> Marker? { all[timeline] }
}

/// The read position in one timeline.
public struct Marker: Entity, Hashable {
  /// The identifier of the last status or notification read.
  public let lastReadID: String
  /// The number of changes to the marker.
  public let version: Int
  /// When it was last changed.
  public let updatedAt: Timestamp?

  /// Decodes a marker.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "marker")
    lastReadID = try fields.word("last_read_id", or: "an identifier")
    version = fields.count("version") ?? 0
    updatedAt = fields.time("updated_at")
  }
}

extension Client {
  /// Fetches read positions in timelines.
  public func markers(
    of timelines: [MarkedTimeline] = [.home, .notifications]
  ) async throws(FediverseError) -> Markers {
    let query = timelines.map { (name: "timeline[]", value: $0.rawValue) }
    return try await perform(.get("/api/v1/markers", query).needing(.markers)).entity()
  }

  /// Sets read positions in timelines and returns them. Each is the identifier of the last status or notification read.
  public func mark(_ lastRead: [MarkedTimeline: String]) async throws(FediverseError) -> Markers {
    let names = lastRead.sorted { $0.key.rawValue < $1.key.rawValue }
    let body = JSON.Object(names.map { ($0.key.rawValue, ["last_read_id": .string($0.value)]) })
    return try await perform(.ensure("/api/v1/markers", .json(.object(body))).needing(.markers)).entity()
  }
}
