import JSONValue

/// The message in the body of an error response, cleaned up and on one line.
struct ServerText: Sendable, Hashable {
  let text: String

  /// Takes the first that has text: `error_description`, `error` as a string, `error.message`, `message`, `errors`, or
  /// the title of a web page.
  init?(_ response: HTTPResponse, hiding token: AccessToken? = nil) {
    let json = try? JSON(parsing: response.body)
    self.init(json.flatMap(Self.words) ?? (json == nil ? Self.title(response.body) : nil), token)
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

  /// The title of a web page, or a short text without markup.
  private static func title(_ body: [UInt8]) -> String? {
    let text = String(decoding: body.prefix(16_384), as: UTF8.self)
    if let open = text.firstRange(ofASCII: "<title") {
      let rest = text[open.upperBound...].drop { $0 != ">" }.dropFirst()
      return HTMLText(String(rest.prefix { $0 != "<" })).plain
    }
    return text.contains("<") || text.utf8.count > 500 ? nil : text
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
