import GRDB

/// A subscription to events, with its position: which statuses, and whose notifications.
struct Feed: Sendable {
  /// Mastodon's streams.
  enum Source: Sendable {
    case home
    case notifications
    case direct
    case open(Form)
    case tag(String, Form)
    case list(Int64)
  }

  let source: Source
  let viewer: Account
  private var seen: Positions

  /// The newest rows already reported.
  private struct Positions: Sendable {
    var status: Int64
    var notification: Int64
    var merge: Int64
    var deletion: Int64
    var edit: Int64
  }

  init(_ source: Source, for viewer: Account, in db: Database) throws {
    self.source = source
    self.viewer = viewer
    func newest(_ table: String) throws -> Int64 {
      try Int64.fetchOne(db, sql: "SELECT max(id) FROM \(table)") ?? 0
    }
    seen = Positions(
      status: try newest("status"), notification: try newest("notification"),
      merge: try newest("notificationMerge"), deletion: try newest("deletion"), edit: try newest("edit"))
  }

  /// An event, under Mastodon's name for it.
  struct Event: Sendable {
    let name: String
    /// An entity as JSON on one line, or an id.
    let data: String

    init(_ name: String, _ data: String) {
      self.name = name
      self.data = data
    }

    init(_ name: String, _ entity: Entity) {
      self.init(name, String(decoding: entity.json, as: UTF8.self))
    }

    var serverSentEvent: String { "event: \(name)\ndata: \(data)\n\n" }
  }

  /// The events since the last call, and the feed advanced past them.
  func advanced(in db: Database, at now: Moment) throws -> (feed: Feed, events: [Event]) {
    let view = Viewpoint(db, viewer: viewer, now: now)
    var feed = self
    let events = try feed.written(view) + feed.edited(view) + feed.deleted(in: db) + feed.notified(view)
    return (feed, events)
  }

  private mutating func written(_ view: Viewpoint) throws -> [Event] {
    guard let condition = condition(at: view.now) else { return [] }
    let new = try SQLRequest<Status>(
      literal: "SELECT s.* FROM status s WHERE s.id > \(seen.status) AND \(condition) ORDER BY s.id"
    ).fetchAll(view.db)
    seen.status = new.last?.id ?? seen.status
    return try new.map { try event(for: $0, in: view) }
  }

  private func event(for status: Status, in view: Viewpoint) throws -> Event {
    guard case .direct = source else { return Event("update", try view.entity(of: status)) }
    return Event("conversation", try view.conversation(status, of: viewer))
  }

  private mutating func edited(_ view: Viewpoint) throws -> [Event] {
    if case .direct = source { return [] }
    guard let condition = condition(at: view.now) else { return [] }
    let changed = try SQLRequest<Status>(
      literal: """
        SELECT s.* FROM status s WHERE s.id IN (SELECT statusId FROM edit WHERE id > \(seen.edit)) AND \(condition)
        """
    ).fetchAll(view.db)
    seen.edit = try Int64.fetchOne(view.db, sql: "SELECT max(id) FROM edit") ?? 0
    return try changed.map { Event("status.update", try view.entity(of: $0)) }
  }

  private mutating func deleted(in db: Database) throws -> [Event] {
    let gone = try Row.fetchAll(db, sql: "SELECT * FROM deletion WHERE id > ? ORDER BY id", arguments: [seen.deletion])
    seen.deletion = gone.last?["id"] ?? seen.deletion
    return gone.map { Event("delete", String($0["statusId"] as Int64)) }
  }

  private mutating func notified(_ view: Viewpoint) throws -> [Event] {
    switch source {
    case .home, .notifications: break
    case .direct, .open, .tag, .list: return []
    }
    let new = try SQLRequest<Row>(
      literal: """
        SELECT n.*, \(NotificationGroup.key) AS groupKey FROM notification n
        WHERE n.accountId = \(viewer.id) AND n.id > \(seen.notification) ORDER BY n.id
        """
    ).fetchAll(view.db)
    seen.notification = new.last?["id"] ?? seen.notification
    let events = try new.filter { !($0["filtered"] as Bool) }.map { Event("notification", try view.notification($0)) }
    return try merged(in: view.db) + events
  }

  /// Whether notifications that were filtered have become visible.
  private mutating func merged(in db: Database) throws -> [Event] {
    let newest =
      try Int64.fetchOne(
        db, sql: "SELECT max(id) FROM notificationMerge WHERE accountId = ?", arguments: [viewer.id]) ?? 0
    guard newest > seen.merge else { return [] }
    seen.merge = newest
    return [Event("notifications_merged", "1")]
  }

  private func condition(at now: Moment) -> SQL? {
    let wanted = Timeline.wanted(by: viewer.id, at: now)
    return switch source {
    case .home: "\(Timeline.home(of: viewer.id)) AND \(wanted)"
    case .notifications: nil
    case .direct: "s.visibility = 'direct' AND \(Status.visibility(for: viewer.id)) AND \(wanted)"
    case .open(let form): "\(Timeline.open(form)) AND \(wanted)"
    case .tag(let name, let form): "\(Timeline.open(form)) AND \(Timeline.tagged(name, form)) AND \(wanted)"
    case .list(let id): Timeline.list(id, of: viewer.id)
    }
  }
}
