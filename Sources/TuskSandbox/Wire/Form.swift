import Foundation

/// The parameters of a request from query, form, multipart or JSON, under Rails' names (`poll[options][]`).
struct Form: Sendable {
  /// A file in a multipart body.
  struct File: Sendable {
    let name: String
    let type: String
    let bytes: [UInt8]
  }

  private(set) var pairs: [(name: String, value: String)] = []
  private(set) var files: [String: File] = [:]

  mutating func append(_ name: String, _ value: String) {
    pairs.append((name, value.filter { $0 != "\0" }))
  }

  mutating func append(_ name: String, _ file: File) { files[name] = file }

  mutating func append(_ other: Form) {
    pairs += other.pairs
    files.merge(other.files) { $1 }
  }

  subscript(name: String) -> String? { pairs.last { $0.name == name }?.value }

  func has(_ name: String) -> Bool { pairs.contains { $0.name == name } }

  /// The values of `name[]`, `name[0]`, … in order of arrival.
  func list(_ name: String) -> [String]? {
    let found = pairs.filter { $0.name == name || isElement($0.name, of: name) }
    return found.isEmpty ? nil : found.map(\.value).filter { !$0.isEmpty }
  }

  /// A Boolean as Rails reads it: everything except a few words is true.
  func flag(_ name: String) -> Bool? {
    guard let word = self[name], !word.isEmpty else { return nil }
    return !["0", "f", "F", "false", "FALSE", "off", "OFF"].contains(word)
  }

  /// A number, limited so that adding it to a time cannot overflow.
  func int(_ name: String) -> Int? {
    self[name].flatMap { Int($0) }.map { max(-1_000_000_000, min($0, 1_000_000_000)) }
  }

  /// The requested number of rows; as in Rails, a value that is not a number means 0.
  func limit(standard: Int, most: Int) -> Int {
    guard has("limit") else { return standard }
    return min(abs(int("limit") ?? 0), most)
  }

  var offset: Int { max(0, int("offset") ?? 0) }

  func id(_ name: String) -> Int64? { self[name].flatMap { Int64($0) } }

  func ids(_ name: String) -> [Int64] { (list(name) ?? []).compactMap { Int64($0) } }

  /// The hashes of `name[0][key]` or `name[][key]`; a repeated key begins the next hash.
  func groups(_ name: String) -> [[String: String]] {
    var groups: [[String: String]] = []
    var index: Substring?
    for (path, value) in pairs {
      guard path.hasPrefix(name + "["), path.hasSuffix("]") else { continue }
      let parts = path.dropFirst(name.count + 1).dropLast().split(
        separator: "][", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let key = String(parts[1])
      if groups.isEmpty || index != parts[0] || groups.last?[key] != nil { groups.append([:]) }
      index = parts[0]
      groups[groups.count - 1][key] = value
    }
    return groups
  }

  private func isElement(_ path: String, of name: String) -> Bool {
    guard path.hasPrefix(name + "["), path.hasSuffix("]") else { return false }
    return path.dropFirst(name.count + 1).dropLast().allSatisfy(\.isNumber)
  }
}

extension Form {
  /// Reads `a=1&b[]=2`, the encoding of queries and forms.
  init(urlEncoded text: some StringProtocol) {
    self.init()
    for pair in text.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      append(Form.decoded(halves[0]), halves.count > 1 ? Form.decoded(halves[1]) : "")
    }
  }

  /// Reads a body according to its content type.
  init(body: [UInt8], type: String) throws {
    let kind = type.split(separator: ";").first.map { $0.trimmingCharacters(in: .whitespaces).lowercased() } ?? ""
    switch kind {
    case "application/json": try self.init(json: body)
    case "multipart/form-data": try self.init(multipart: body, type: type)
    default: self.init(urlEncoded: String(decoding: body, as: UTF8.self))
    }
  }

  private init(json body: [UInt8]) throws {
    self.init()
    guard !body.isEmpty else { return }
    guard let value = try? JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed) else {
      throw Refusal.unreadableJSON
    }
    guard let members = value as? [String: Any] else { return }
    for (name, value) in members.sorted(by: { $0.key < $1.key }) { flatten(value, under: name) }
  }

  private mutating func flatten(_ value: Any, under name: String) {
    switch value {
    case let members as [String: Any]:
      for (key, value) in members.sorted(by: { $0.key < $1.key }) { flatten(value, under: "\(name)[\(key)]") }
    case let values as [Any]:
      if values.isEmpty { append("\(name)[]", "") }
      for (index, value) in values.enumerated() {
        flatten(value, under: value is [String: Any] ? "\(name)[\(index)]" : "\(name)[]")
      }
    case let text as String: append(name, text)
    case let number as NSNumber: append(name, Form.text(of: number))
    default: break
    }
  }

  private static func text(of number: NSNumber) -> String {
    let isTruth = String(cString: number.objCType) == "c"
    return isTruth ? (number.boolValue ? "true" : "false") : number.stringValue
  }

  static func decoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        var ahead = rest
        guard let high = ahead.next().flatMap(hexDigit), let low = ahead.next().flatMap(hexDigit) else {
          bytes.append(byte)
          continue
        }
        bytes.append(high * 16 + low)
        rest = ahead
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
  }

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
  fileprivate static var unreadableJSON: Refusal {
    Refusal(400, "There was an error parsing the JSON payload")
  }

  fileprivate static let noBoundary = Refusal(400, "The multipart body has no boundary")
}
