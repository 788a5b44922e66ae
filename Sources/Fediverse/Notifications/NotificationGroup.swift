public import JSONValue

/// Notifications of one kind about one thing, as one.
public struct NotificationGroup: Entity, Hashable, Identifiable {
  /// What the server knows the group by.
  public let key: String
  /// What happened.
  public let kind: NotificationKind
  /// How often it happened.
  public let count: Int
  /// The identifier of the newest notification.
  public let newestID: String?
  /// When the newest notification of this page was made.
  public let newestAt: Timestamp?
  /// The identifiers of some who did it, the newest first.
  public let sampleAccountIDs: [String]
  /// The identifier of the status that it is about.
  public let statusID: String?
  /// Those of ``sampleAccountIDs`` that the server described.
  public internal(set) var sampleAccounts: [Account] = []
  /// The status that it is about, where the server described it.
  public internal(set) var status: Status?
  /// The whole object as the server sent it.
  public let raw: JSON

  /// What the server knows the group by.
  public var id: String { key }

  /// Reads a group without what stands beside the groups.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "group")
    guard let key = fields.word("group_key") else { throw ShapeError(path: "group.group_key", expected: "a key") }
    self.key = key
    kind = NotificationKind(rawValue: fields.text("type") ?? "")
    count = fields.count("notifications_count") ?? 1
    newestID = fields.word("most_recent_notification_id")
    newestAt = fields.time("latest_page_notification_at")
    sampleAccountIDs = fields.ids("sample_account_ids")
    statusID = fields.word("status_id")
    raw = json
  }
}

/// The groups of one answer, each with the accounts and the status that stand beside them.
struct NotificationGroups: Entity {
  let rows: Rows<NotificationGroup>

  init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "groups")
    guard fields["notification_groups"] != nil else {
      throw ShapeError(path: "groups.notification_groups", expected: "a list")
    }
    let whole: [Account] = fields.entities("accounts")
    let partial: [Account] = fields.entities("partial_accounts")
    let accounts = Dictionary((whole + partial).map { ($0.id, $0) }) { first, _ in first }
    let statuses = Dictionary(fields.entities("statuses").map { (status: Status) in (status.id, status) }) { $1 }
    let bare: Rows<NotificationGroup> = fields.rows("notification_groups")
    let elements = bare.elements.map { group in
      var group = group
      group.sampleAccounts = group.sampleAccountIDs.compactMap { accounts[$0] }
      group.status = group.statusID.flatMap { statuses[$0] }
      return group
    }
    rows = Rows(elements: elements, oddRows: bare.oddRows)
  }
}
