import Foundation
import GRDB

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
