/// A local file to upload.
public struct MediaFile: Sendable, Hashable {
  /// The file name.
  public let name: String
  /// The MIME type.
  public let type: String
  let file: OpenFile

  /// The size in bytes.
  public var length: Int { file.length }

  /// Opens a file and derives its type from the extension, or from its first bytes if there is none that says it.
  public init(_ path: String) throws(FileError) {
    file = try OpenFile(path)
    name = String(path.split(separator: "/").last ?? "file")
    let named = Self.type(of: name)
    let isNamed = named != Self.unknownType
    type = isNamed ? named : MediaSignature.type(of: try file.bytes(at: 0, count: MediaSignature.length)) ?? named
    guard file.length > 0 else { throw .empty(path) }
  }

  /// The MIME type for a file name extension, or ``unknownType``.
  static func type(of name: String) -> String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let ending = parts.last else { return unknownType }
    return types[ending.lowercased()] ?? unknownType
  }

  /// The MIME type of files of unknown type.
  static let unknownType = "application/octet-stream"

  private static let types = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "jfif": "image/jpeg", "png": "image/png", "gif": "image/gif",
    "webp": "image/webp", "avif": "image/avif", "heic": "image/heic", "heif": "image/heif", "svg": "image/svg+xml",
    "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "ogv": "video/ogg",
    "mp3": "audio/mpeg", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav",
    "flac": "audio/flac", "m4a": "audio/mp4", "aac": "audio/aac", "3gp": "video/3gpp", "wma": "audio/x-ms-wma",
    "jxl": "image/jxl", "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff", "apng": "image/apng",
    "mkv": "video/x-matroska", "avi": "video/x-msvideo", "mpeg": "video/mpeg", "mpg": "video/mpeg",
    "weba": "audio/webm",
  ]
}

/// The first bytes of the formats of images, videos and audio files, for a name that does not say the format.
struct MediaSignature: Sendable {
  /// The MIME type of a file that begins like this.
  let type: String
  private let parts: [(at: Int, bytes: [UInt8])]

  /// How many bytes tell the format.
  static let length = 64

  /// The MIME type of a file that begins with these bytes; `nil` if no format does.
  static func type(of start: [UInt8]) -> String? {
    all.first { $0.matches(start) }?.type
  }

  private init(_ type: String, _ parts: (at: Int, text: String)...) {
    self.type = type
    self.parts = parts.map { (at: $0.at, bytes: $0.text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) }
  }

  private func matches(_ start: [UInt8]) -> Bool {
    parts.allSatisfy { start.dropFirst($0.at).starts(with: $0.bytes) }
  }

  /// Each format by the characters of the code points that its bytes have (WHATWG MIME Sniffing, section 6, and the
  /// brands of ISO base media files).
  private static let all = [
    MediaSignature("image/png", (0, "\u{89}PNG\r\n\u{1A}\n")), MediaSignature("image/jpeg", (0, "\u{FF}\u{D8}\u{FF}")),
    MediaSignature("image/gif", (0, "GIF8")), MediaSignature("image/webp", (0, "RIFF"), (8, "WEBP")),
    MediaSignature("image/avif", (4, "ftypavif")), MediaSignature("image/heic", (4, "ftyphei")),
    MediaSignature("image/heif", (4, "ftypmif1")), MediaSignature("image/bmp", (0, "BM"), (6, "\0\0\0\0")),
    MediaSignature("image/tiff", (0, "II*\0")), MediaSignature("image/tiff", (0, "MM\0*")),
    MediaSignature("image/jxl", (0, "\u{FF}\n")), MediaSignature("image/jxl", (4, "JXL \r\n\u{87}\n")),
    MediaSignature("video/quicktime", (4, "ftypqt")), MediaSignature("audio/mp4", (4, "ftypM4A")),
    MediaSignature("video/3gpp", (4, "ftyp3gp")), MediaSignature("video/mp4", (4, "ftyp")),
    MediaSignature("video/webm", (0, "\u{1A}E\u{DF}\u{A3}")),
    MediaSignature("video/x-msvideo", (0, "RIFF"), (8, "AVI ")),
    MediaSignature("audio/wav", (0, "RIFF"), (8, "WAVE")), MediaSignature("audio/ogg", (0, "OggS")),
    MediaSignature("audio/flac", (0, "fLaC")), MediaSignature("audio/mpeg", (0, "ID3")),
    MediaSignature("audio/mpeg", (0, "\u{FF}\u{FB}")), MediaSignature("audio/mpeg", (0, "\u{FF}\u{F3}")),
  ]
}

extension FileError {
  fileprivate static func empty(_ path: String) -> FileError {
    FileError("'\(path.oneLine(limit: 200))' is empty")
  }
}
