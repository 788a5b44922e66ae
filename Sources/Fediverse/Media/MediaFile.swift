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

extension FileError {
  fileprivate static func empty(_ path: String) -> FileError {
    FileError("'\(path.oneLine(limit: 200))' is empty")
  }
}
