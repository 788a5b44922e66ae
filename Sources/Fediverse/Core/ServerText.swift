import JSONValue

/// The message in the body of an error response, cleaned up and on one line.
struct ServerText: Sendable, Hashable {
  let text: String

  /// Takes the first that has text: `error_description`, `error` as a string, `error.message`, `message`, `errors`, a
  /// short text without markup, or the title of a web page; that of a page for what is not there names the site.
  init?(_ response: HTTPResponse, hiding token: AccessToken? = nil) {
    if let json = try? JSON(parsing: response.body) {
      self.init(json, hiding: token)
    } else {
      let isAbsence = [404, 410].contains(response.status)
      self.init(Self.words(response.body) ?? (isAbsence ? nil : Self.page(in: response.body)), token)
    }
  }

  /// Reads an error object, even one that came with a success status.
  init?(_ json: JSON, hiding token: AccessToken? = nil) {
    self.init(Self.words(json), token)
  }

  /// Hides the token, because servers and gateways may echo the request.
  private init?(_ found: String?, _ token: AccessToken?) {
    guard let found, case let clean = (token?.hidden(in: found) ?? found).oneLine(limit: 500), !clean.isEmpty
    else { return nil }
    text = clean
  }

  /// Whether the body blames the request although the status code does not: Sharkey responds 401 to any fault, with a
  /// code in an `error` object, and Pixelfed responds 500 to a failed validation, with `errors`.
  static func blamesRequest(_ response: HTTPResponse) -> Bool {
    guard let json = try? JSON(parsing: response.body) else { return false }
    if response.status == 500 { return json["errors"]?.object != nil && json["message"]?.string != nil }
    guard let code = json["error"]?["code"]?.string else { return false }
    return !["AUTHENTICATION_FAILED", "CREDENTIAL_REQUIRED", "NO_CREDENTIAL"].contains(code)
  }

  private static func words(_ json: JSON) -> String? {
    let candidates = [
      json["error_description"]?.string, json["error"]?.string, json["error"]?["message"]?.string,
      json["message"]?.string, json["errors"].flatMap(fieldErrors),
    ]
    return candidates.lazy.compactMap(\.self).first { !$0.trimmedOfBlanks.isEmpty }
  }

  /// Reads `{"errors": {"field": ["what is wrong"]}}`, or a list of strings or of objects with a message.
  private static func fieldErrors(_ json: JSON) -> String? {
    if let object = json.object {
      let parts = object.members.compactMap { name, value in sentence(value).map { "\(name): \($0)" } }
      return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
    return sentence(json)
  }

  private static func sentence(_ json: JSON) -> String? {
    if let text = json.string { return text }
    if let text = json["message"]?.string ?? json["description"]?.string { return text }
    let parts = (json.array ?? []).compactMap { $0.string ?? $0["message"]?.string ?? $0["description"]?.string }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// A short text without markup.
  private static func words(_ body: [UInt8]) -> String? {
    guard body.count <= 500, !body.contains(UInt8(ascii: "<")) else { return nil }
    return String(decoding: body, as: UTF8.self)
  }

  /// The title of a web page on one line, empty if it has none; `nil` if the body is no web page.
  static func page(in body: [UInt8]) -> String? {
    let text = String(decoding: body.prefix(16_384), as: UTF8.self)
    guard let first = text.utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "<") else { return nil }
    guard let open = text.firstRange(ofASCII: "<title") else { return "" }
    let rest = text[open.upperBound...].drop { $0 != ">" }.dropFirst()
    return HTMLText(String(rest.prefix { $0 != "<" })).plain.oneLine(limit: 100)
  }
}

extension String {
  /// The first occurrence of an ASCII text, ignoring case.
  fileprivate func firstRange(ofASCII text: String) -> Range<String.Index>? {
    let small = Array(utf8.map(\.lowercasedASCII))
    guard let place = small.firstRange(of: Array(text.utf8)) else { return nil }
    let start = utf8.index(startIndex, offsetBy: place.lowerBound)
    return start..<utf8.index(start, offsetBy: place.count)
  }
}
