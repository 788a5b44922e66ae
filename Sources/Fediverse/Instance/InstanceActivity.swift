public import JSONValue

/// How busy a server was in one week.
public struct InstanceActivity: Entity, Hashable {
  /// The beginning of the week.
  public let week: Timestamp?
  /// How many statuses its accounts published.
  public let statuses: Int
  /// How many of its accounts signed in.
  public let logins: Int
  /// How many accounts were made.
  public let registrations: Int

  /// Reads a week.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "activity")
    week = fields.time("week")
    statuses = fields.count("statuses") ?? 0
    logins = fields.count("logins") ?? 0
    registrations = fields.count("registrations") ?? 0
  }
}
