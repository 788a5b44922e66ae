public import JSONValue

/// How much a tag or a link was used on one day.
public struct DailyUse: Entity, Hashable {
  /// The beginning of the day.
  public let day: Timestamp?
  /// How often it was used.
  public let uses: Int
  /// How many accounts used it.
  public let accounts: Int

  /// Reads a day.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "day")
    day = fields.time("day")
    uses = fields.count("uses") ?? 0
    accounts = fields.count("accounts") ?? 0
  }
}
