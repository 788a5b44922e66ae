public import JSONValue

/// What a marker stands in.
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

/// How far the timelines of the signed-in account were read.
public struct Markers: Entity, Hashable {
  /// The marker of each timeline that has one.
  public let all: [MarkedTimeline: Marker]

  /// Reads the markers; PHP writes none of them as an empty list.
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

  /// The marker of a timeline.
  public subscript(timeline: MarkedTimeline) -> Marker? { all[timeline] }
}

/// How far one timeline was read.
public struct Marker: Entity, Hashable {
  /// The last status or notification that was read.
  public let lastReadID: String
  /// How often the marker was moved.
  public let version: Int
  /// When it was moved.
  public let updatedAt: Timestamp?

  /// Reads a marker, which needs to say what was read.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "marker")
    guard let id = fields.word("last_read_id") else {
      throw ShapeError(path: "marker.last_read_id", expected: "an identifier")
    }
    lastReadID = id
    version = fields.count("version") ?? 0
    updatedAt = fields.time("updated_at")
  }
}

extension Client {
  /// How far timelines were read.
  public func markers(
    of timelines: [MarkedTimeline] = [.home, .notifications]
  ) async throws(FediverseError) -> Markers {
    let query = timelines.map { (name: "timeline[]", value: $0.rawValue) }
    return try await perform(.get("/api/v1/markers", query).needing(.markers)).entity()
  }

  /// Marks timelines as read, each up to and with a status or notification, and gives their markers.
  public func mark(_ lastRead: [MarkedTimeline: String]) async throws(FediverseError) -> Markers {
    let names = lastRead.sorted { $0.key.rawValue < $1.key.rawValue }
    let body = JSON.Object(names.map { ($0.key.rawValue, ["last_read_id": .string($0.value)]) })
    return try await perform(.ensure("/api/v1/markers", .json(.object(body))).needing(.markers)).entity()
  }
}
