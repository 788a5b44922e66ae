/// A body of several parts as RFC 7578 has it, the last of which is a file.
struct Multipart: Sendable {
  /// What separates the parts.
  let boundary: String
  let fields: [(name: String, value: String)]
  let file: MediaFile
  /// What the file is called among the parts.
  let fileField: String

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

  /// Every byte before those of the file.
  var opening: [UInt8] {
    var text = ""
    for (name, value) in fields {
      text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    text +=
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(fileField)\"; filename=\"\(file.name.quoted)\"\r\n"
    text += "Content-Type: \(file.type)\r\n\r\n"
    return Array(text.utf8)
  }

  var rest: TrailingFile {
    TrailingFile(file.file, closing: Array("\r\n--\(boundary)--\r\n".utf8))
  }

  /// So long a text of chance stands in no file.
  private static func newBoundary() -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    return "fediverse-" + String((0..<40).compactMap { _ in alphabet.randomElement() })
  }
}

extension String {
  /// The name as browsers write it, with nothing that ends the quotation or the line.
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
