/// A multipart/form-data body (RFC 7578) that ends with a file.
struct Multipart: Sendable {
  /// The boundary between the parts.
  let boundary: String
  let fields: [(name: String, value: String)]
  let file: MediaFile
  /// The form name of the file.
  let fileField: String
  /// Small files before it, in memory.
  var attachments: [(name: String, file: MediaFile, bytes: [UInt8])] = []
  /// Receives the upload progress.
  var observer: UploadObserver?

  init(
    _ fields: [(name: String, value: String)], file: MediaFile, as fileField: String = "file",
    boundary: String = Self.newBoundary()
  ) {
    self.fields = fields
    self.file = file
    self.fileField = fileField
    self.boundary = boundary
  }

  var type: String { "multipart/form-data; boundary=\(boundary)" }

  /// All bytes before those of the file.
  var opening: [UInt8] {
    var text = ""
    for (name, value) in fields {
      text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    var bytes = Array(text.utf8)
    for attachment in attachments {
      bytes += head(of: attachment.file, as: attachment.name) + attachment.bytes + Array("\r\n".utf8)
    }
    return bytes + head(of: file, as: fileField)
  }

  private func head(of file: MediaFile, as name: String) -> [UInt8] {
    let disposition = "Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(file.name.quoted)\""
    return Array("--\(boundary)\r\n\(disposition)\r\nContent-Type: \(file.type)\r\n\r\n".utf8)
  }

  var rest: TrailingFile {
    TrailingFile(file.file, closing: Array("\r\n--\(boundary)--\r\n".utf8), observer: observer)
  }

  /// Random and long enough not to occur in any file.
  private static func newBoundary() -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    return "fediverse-" + String((0..<40).compactMap { _ in alphabet.randomElement() })
  }
}

extension String {
  /// The name escaped as browsers do, without characters that end the quoted string or the line.
  fileprivate var quoted: String {
    let signs = unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "%22"
      case "\r": "%0D"
      case "\n": "%0A"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: "_"
      default: String(scalar)
      }
    }
    return signs.joined()
  }
}
