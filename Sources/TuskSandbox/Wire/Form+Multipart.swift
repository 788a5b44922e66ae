import Foundation

extension Form {
  /// Reads a multipart body (RFC 7578); parts with a file name become files.
  init(multipart body: [UInt8], type: String) throws {
    guard let boundary = Form.parameter("boundary", of: type), !boundary.isEmpty else { throw Refusal.noBoundary }
    self.init()
    let data = Data("\r\n".utf8) + Data(body)
    let marker = Data("\r\n--\(boundary)".utf8)
    var start = data.range(of: marker)?.upperBound
    while let begin = start, let next = data.range(of: marker, in: begin..<data.endIndex) {
      appendPart(data[begin..<next.lowerBound])
      start = next.upperBound
    }
  }

  private mutating func appendPart(_ part: Data) {
    guard let split = part.range(of: Data("\r\n\r\n".utf8)) else { return }
    let head = String(decoding: part[..<split.lowerBound], as: UTF8.self)
    let lines = head.split(whereSeparator: \.isNewline)
    let body = [UInt8](part[split.upperBound...])
    guard let disposition = Form.header("content-disposition", in: lines),
      let name = Form.parameter("name", of: disposition)
    else { return }
    guard let fileName = Form.parameter("filename", of: disposition) else {
      append(name, String(decoding: body, as: UTF8.self))
      return
    }
    let type = Form.header("content-type", in: lines) ?? "application/octet-stream"
    append(name, File(name: fileName, type: type, bytes: body))
  }

  private static func header(_ name: String, in lines: [Substring]) -> String? {
    let line = lines.first { $0.lowercased().hasPrefix(name + ":") }
    return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
  }

  private static func parameter(_ name: String, of header: String) -> String? {
    for part in header.split(separator: ";").dropFirst() {
      let halves = part.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, halves[0].trimmingCharacters(in: .whitespaces).lowercased() == name else { continue }
      return halves[1].trimmingCharacters(in: CharacterSet(charactersIn: " \"\r\n"))
    }
    return nil
  }
}

extension Refusal {
  fileprivate static let noBoundary = Refusal(400, "The multipart body has no boundary")
}
