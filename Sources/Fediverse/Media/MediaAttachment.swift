public import JSONValue

/// A picture, film or sound of a status.
public struct MediaAttachment: Entity, Hashable {
  /// The identifier, which media from other servers may lack.
  public let id: String?
  /// What it is.
  public let kind: MediaKind
  /// The file.
  public let url: String?
  /// A smaller picture of it.
  public let previewURL: String?
  /// The file on the server it came from.
  public let remoteURL: String?
  /// The text for those who cannot see or hear it.
  public let description: String?
  /// A blurred picture as a short text.
  public let blurhash: String?
  /// Sizes and durations as the server sent them.
  public let details: JSON

  /// Reads a piece of media, which needs an identifier or a URL.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "media")
    id = fields.word("id")
    kind = fields.spelling("type") ?? .unknown
    url = fields.word("url")
    previewURL = fields.word("preview_url")
    remoteURL = fields.word("remote_url")
    description = fields.word("description")
    blurhash = fields.word("blurhash")
    details = fields["meta"] ?? .null
    guard id != nil || url != nil || remoteURL != nil else {
      throw ShapeError(path: "media.url", expected: "a URL")
    }
  }
}

/// What a piece of media is.
public struct MediaKind: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A still picture.
  public static let image = MediaKind(rawValue: "image")
  /// A film with sound.
  public static let video = MediaKind(rawValue: "video")
  /// A film without sound that repeats.
  public static let animation = MediaKind(rawValue: "gifv")
  /// Sound.
  public static let audio = MediaKind(rawValue: "audio")
  /// Something the server does not show.
  public static let unknown = MediaKind(rawValue: "unknown")
}
