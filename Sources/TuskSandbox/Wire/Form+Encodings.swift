import Foundation

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
}

extension Refusal {
  fileprivate static var unreadableJSON: Refusal {
    Refusal(400, "There was an error parsing the JSON payload")
  }
}
