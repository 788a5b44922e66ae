public import JSONValue

/// The use of a hashtag or link on one day.
public struct DailyUse: Entity, Hashable {
  /// The start of the day.
  public let day: Timestamp?
  /// The number of uses.
  public let uses: Int
  /// The number of accounts that used it.
  public let accounts: Int

  /// Decodes the use on one day.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "day")
    day = fields.time("day")
    uses = fields.count("uses") ?? 0
    accounts = fields.count("accounts") ?? 0
  }
}
