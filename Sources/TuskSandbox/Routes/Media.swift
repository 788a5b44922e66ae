import Foundation
import GRDB

/// An image, video or audio file, with its bytes when it was uploaded here.
struct Media: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "media"

  var id: Int64
  var accountId: Int64
  var statusId: Int64?
  var scheduledId: Int64?
  var position = 0
  var kind: String
  var mime: String
  var url: String
  var remoteUrl: String?
  var description: String?
  /// JSON, sent as it is.
  var meta = "{}"
  var blurhash: String?

  /// All columns except the bytes, which only the file's own address needs.
  static var databaseSelection: [any SQLSelectable] { [.allColumns(excluding: ["bytes"])] }

  static func nextID(at moment: Moment, in db: Database) throws -> Int64 {
    let newest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM media") ?? 0
    return max(moment.milliseconds << 16, newest + 1)
  }

  static func ofStatus(_ id: Int64, in db: Database) throws -> [Media] {
    try Media.filter(sql: "statusId = ?", arguments: [id]).order(sql: "position, id").fetchAll(db)
  }
}

/// An uploaded file on its way into the media table.
struct Upload {
  private let bytes: [UInt8]
  private let mime: String
  private let kind: String
  private let description: String?
  private let focus: String?

  init(_ file: Form.File, _ form: Form) throws {
    guard let (mime, kind) = Upload.type(of: file) else {
      throw Refusal.invalid("File content type is invalid, File is invalid")
    }
    guard !file.bytes.isEmpty else { throw Refusal.invalid("File can't be empty") }
    bytes = file.bytes
    self.mime = mime
    self.kind = kind
    description = form["description"].flatMap { $0.isEmpty ? nil : $0 }
    focus = form["focus"]
    try Upload.check(description)
  }

  static func check(_ description: String?) throws {
    guard description?.count ?? 0 <= 1500 else {
      throw Refusal.invalid("Description is too long (maximum is 1500 characters)")
    }
  }

  func insert(by account: Account, in db: Database, at now: Moment) throws -> Media {
    let id = try Media.nextID(at: now, in: db)
    // File names are unique, as on Mastodon, so that downloads into one folder do not overwrite each other.
    let name = String(id, radix: 36)
    let ending = mime.split(separator: "/").last.map(String.init) ?? "bin"
    let media = Media(
      id: id, accountId: account.id, kind: kind, mime: mime,
      url: "\(InstanceConfiguration.base)/system/media_attachments/\(id)/\(name).\(ending == "jpeg" ? "jpg" : ending)",
      description: description, meta: meta, blurhash: kind == "image" ? "UGC~-#M{0JfkNFofR%M{IURj%Mt7E0oM%MR*" : nil)
    try media.insert(db)
    try db.execute(sql: "UPDATE media SET bytes = ? WHERE id = ?", arguments: [Data(bytes), id])
    return media
  }

  private var meta: String {
    let (width, height) = Upload.size(of: bytes) ?? (600, 400)
    let side: Entity = [
      "width": .int(width), "height": .int(height), "size": .text("\(width)x\(height)"),
      "aspect": .double(Double(width) / Double(height)),
    ]
    let meta: Entity = kind == "audio" ? [:] : ["original": side, "small": side]
    let text = String(decoding: meta.json, as: UTF8.self)
    return focus.map { Upload.meta(text, withFocus: $0) } ?? text
  }

  /// Returns the metadata with the focal point `x,y` in it.
  static func meta(_ meta: String, withFocus focus: String) -> String {
    let point = focus.split(separator: ",").compactMap { Double($0) }
    guard point.count == 2, point.allSatisfy((-1...1).contains), meta.hasPrefix("{") else { return meta }
    let members = meta.dropFirst().replacing(/"focus":\{[^}]*\},?/, with: "")
    return "{\"focus\":{\"x\":\(point[0]),\"y\":\(point[1])}" + (members == "}" ? "" : ",") + members
  }

  /// The type detected from the file's first bytes, or else the type that the client declared.
  private static func type(of file: Form.File) -> (mime: String, kind: String)? {
    let signatures: [(bytes: [UInt8], at: Int, mime: String, kind: String)] = [
      ([0x89, 0x50, 0x4E, 0x47], 0, "image/png", "image"), ([0xFF, 0xD8, 0xFF], 0, "image/jpeg", "image"),
      (Array("GIF8".utf8), 0, "image/gif", "gifv"), (Array("WEBP".utf8), 8, "image/webp", "image"),
      (Array("ftyp".utf8), 4, "video/mp4", "video"), ([0x1A, 0x45, 0xDF, 0xA3], 0, "video/webm", "video"),
      (Array("ID3".utf8), 0, "audio/mpeg", "audio"), (Array("OggS".utf8), 0, "audio/ogg", "audio"),
      (Array("fLaC".utf8), 0, "audio/flac", "audio"), (Array("WAVE".utf8), 8, "audio/wav", "audio"),
    ]
    if let known = signatures.first(where: { file.bytes.dropFirst($0.at).starts(with: $0.bytes) }) {
      return (known.mime, known.kind)
    }
    let mime = file.type.prefix { $0 != ";" }.lowercased()
    guard Instance.mimeTypes.contains(mime) else { return nil }
    return (mime, String(mime.prefix { $0 != "/" }))
  }

  /// The width and height in a PNG or GIF header.
  private static func size(of bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count > 24 else { return nil }
    if bytes[0] == 0x89 {
      let numbers = [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
      return numbers.contains(0) ? nil : (numbers[0], numbers[1])
    }
    guard bytes.starts(with: Array("GIF8".utf8)) else { return nil }
    let (width, height) = (Int(bytes[6]) | Int(bytes[7]) << 8, Int(bytes[8]) | Int(bytes[9]) << 8)
    return width > 0 && height > 0 ? (width, height) : nil
  }
}

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

extension Viewpoint {
  /// A MediaAttachment entity.
  func entity(of media: Media) -> Entity {
    [
      "id": .id(media.id), "type": .text(media.kind), "url": .text(media.url), "preview_url": .text(media.url),
      "remote_url": .optional(media.remoteUrl), "preview_remote_url": nil, "text_url": nil,
      "meta": .verbatim(media.meta), "description": .optional(media.description),
      "blurhash": .optional(media.blurhash),
    ]
  }
}

extension Refusal {
  fileprivate static let inUse = Refusal(422, "Media attachment is currently used by a status")
}
