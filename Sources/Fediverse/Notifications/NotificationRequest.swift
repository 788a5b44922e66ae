public import JSONValue

/// Notifications by one account that wait for the signed-in account to let them in.
public struct NotificationRequest: Entity, Hashable, Identifiable {
  /// The identifier, local to the server that answered.
  public let id: String
  /// When the first of them was made.
  public let createdAt: Timestamp?
  /// When the last of them was made.
  public let updatedAt: Timestamp?
  /// Whom they come from.
  public let account: Account?
  /// How many there are.
  public let notificationsCount: Int
  /// The newest status among them.
  public let lastStatus: Status?
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads a request.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "notification request")
    id = try fields.id()
    createdAt = fields.time("created_at")
    updatedAt = fields.time("updated_at")
    account = fields.entity("account")
    notificationsCount = fields.count("notifications_count") ?? 0
    lastStatus = fields.entity("last_status")
    raw = json
  }
}
