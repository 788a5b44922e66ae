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
