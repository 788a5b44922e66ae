import Foundation
import GRDB

extension Routes {
  /// Media attachments.
  static let media: [Endpoint] = [
    Endpoint(.post, "/api/v2/media", as: ["write:media"], taking: .media, perform: upload),
    Endpoint(.post, "/api/v1/media", as: ["write:media"], taking: .media, perform: upload),
    Endpoint(.get, "/api/v1/media/:id", as: "write:media") { call, me in
      Reply(call.view.entity(of: try looseMedia(of: me, call)))
    },
    Endpoint(.put, "/api/v1/media/:id", as: "write:media") { call, me in
      var media = try looseMedia(of: me, call)
      media.description = call.form["description"] ?? media.description
      try Upload.check(media.description)
      if let focus = call.form["focus"] { media.meta = Upload.meta(media.meta, withFocus: focus) }
      try media.update(call.db)
      return Reply(call.view.entity(of: media))
    },
    Endpoint(.delete, "/api/v1/media/:id", as: "write:media") { call, me in
      let media = try ownMedia(of: me, call)
      guard media.statusId == nil else { throw Refusal.inUse }
      try call.db.execute(sql: "DELETE FROM media WHERE id = ?", arguments: [media.id])
      return .empty
    },
    Endpoint(.get, "/system/media_attachments/:id/:name", .open) { call in
      let row = try Row.fetchOne(
        call.db, sql: "SELECT mime, bytes FROM media WHERE id = ? AND bytes IS NOT NULL", arguments: [call.id()])
      guard let row, let bytes: Data = row["bytes"] else { throw Refusal.notFound }
      return Reply(file: Array(bytes), type: row["mime"])
    },
  ]

  private static func ownMedia(of me: Account, _ call: Call) throws -> Media {
    let media = try Media.filter(sql: "id = ? AND accountId = ?", arguments: [call.id(), me.id]).fetchOne(call.db)
    guard let media else { throw Refusal.notFound }
    return media
  }

  /// The caller's media in the path, if not attached; attached media are edited with their status.
  private static func looseMedia(of me: Account, _ call: Call) throws -> Media {
    let media = try ownMedia(of: me, call)
    guard media.statusId == nil else { throw Refusal.notFound }
    return media
  }

  @Sendable private static func upload(_ call: Call, _ me: Account) throws -> Reply {
    guard let file = call.form.files["file"] else { throw Refusal.invalid("File can't be blank") }
    let media = try Upload(file, call.form).insert(by: me, in: call.db, at: call.now)
    return Reply(call.view.entity(of: media))
  }
}

extension Refusal {
  fileprivate static let inUse = Refusal(422, "Media attachment is currently used by a status")
}
