public import JSONValue

/// A media attachment of a status.
public struct MediaAttachment: Entity, Hashable {
  /// The identifier, which remote media may lack.
  public let id: String?
  /// The kind of media.
  public let kind: MediaKind
  /// The URL of the file.
  public let url: String?
  /// The URL of a preview image.
  public let previewURL: String?
  /// The URL of the file on its original server.
  public let remoteURL: String?
  /// The alt text.
  public let description: String?
  /// A blurred placeholder, encoded as BlurHash.
  public let blurhash: String?
  /// Dimensions, durations and the like, as sent by the server.
  public let details: JSON

  /// Decodes an attachment, which must have an identifier or a URL.
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

/// The kind of a media attachment.
public struct MediaKind: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A still image.
  public static let image = MediaKind(rawValue: "image")
  /// A video with sound.
  public static let video = MediaKind(rawValue: "video")
  /// A silent, looping video.
  public static let animation = MediaKind(rawValue: "gifv")
  /// Audio.
  public static let audio = MediaKind(rawValue: "audio")
  /// A file that the server does not display.
  public static let unknown = MediaKind(rawValue: "unknown")
}
