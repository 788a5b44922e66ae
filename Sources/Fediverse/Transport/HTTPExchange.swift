public import JSONValue

/// A request and what became of it, with its secrets masked.
public struct HTTPExchange: Sendable, Hashable {
  /// The request method.
  public let method: String
  /// The URL, without the values of parameters that carry secrets.
  public let url: String
  /// The header fields of the request, without the values of those that carry secrets.
  public let headers: [Headers.Field]
  /// The body, if it is text of moderate size and cannot contain secrets.
  public let body: String?
  /// The status code, if the server responded.
  public let status: Int?
  /// The header fields of the response, without the values of those that carry secrets.
  public let responseHeaders: [Headers.Field]
  /// Why there was no response.
  public let error: String?
  /// The time until the response, or its head if it is delivered in pieces.
  public let duration: Duration

  init(_ request: HTTPRequest, _ outcome: Result<HTTPHead, TransportError>, after duration: Duration) {
    let mask = SecretMask(request)
    method = request.method.rawValue
    url = mask.url(request.url)
    headers = request.headers.fields.map(mask.field)
    body = mask.body(of: request)
    self.duration = duration
    switch outcome {
    case .success(let head):
      status = head.status
      responseHeaders = head.headers.fields.map(mask.field)
      error = nil
    case .failure(let failure):
      status = nil
      responseHeaders = []
      error = mask.text(failure.description)
    }
  }

  /// The time in whole milliseconds.
  private var milliseconds: Int {
    Int(duration.components.seconds) * 1000 + Int(duration.components.attoseconds / 1_000_000_000_000_000)
  }

  /// The exchange as lines for a person.
  public var lines: [String] {
    var lines = ["> \(method) \(url)"]
    for field in headers { lines.append(">   \(field.name): \(field.value)") }
    if let body { lines.append(">   \(body)") }
    if let status {
      lines.append("< \(status) after \(milliseconds) ms")
    } else {
      lines.append("! \(error ?? "no response") after \(milliseconds) ms")
    }
    for field in responseHeaders { lines.append("<   \(field.name): \(field.value)") }
    return lines
  }

  /// The exchange as JSON.
  public var json: JSON {
    func fields(_ fields: [Headers.Field]) -> JSON {
      .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] })
    }
    var object: JSON.Object = ["method": .string(method), "url": .string(url), "headers": fields(headers)]
    object["body"] = body.map(JSON.string)
    object["status"] = status.map(JSON.int)
    object["error"] = error.map(JSON.string)
    object["milliseconds"] = .int(milliseconds)
    object["responseHeaders"] = fields(responseHeaders)
    return .object(object)
  }
}

/// Removes the secrets of a request from what is shown of it and of its response.
private struct SecretMask {
  private let secrets: [String]

  private static let parameters: Set<String> = [
    "access_token", "client_secret", "code", "code_verifier", "password", "refresh_token", "state", "token",
  ]
  /// What comes between pairs in URLs, forms and header fields.
  private static let separators: Set<Character> = ["?", "&", "#", ";", ",", "\"", "'", "<", ">"]
  private static let sizeLimit = 4096

  init(_ request: HTTPRequest) {
    let fields = request.headers.fields.filter(\.isSecret).map(\.value)
    // A scheme such as `Bearer` comes before the secret.
    secrets = fields.flatMap { $0.split(separator: " ") }.map(String.init).filter { $0.utf8.count > 6 }
  }

  /// The text without the secrets of the request and without the values of pairs that carry secrets.
  func text(_ text: String) -> String {
    var (shown, word) = ("", "")
    func end() {
      let name = word.prefix { $0 != "=" }
      let isSecret = name.count < word.count && Self.parameters.contains(name.lowercased())
      shown += isSecret ? "\(name)=…" : word
      word = ""
    }
    for character in text.hiding(secrets) {
      guard Self.separators.contains(character) || character.isWhitespace else {
        word.append(character)
        continue
      }
      end()
      shown.append(character)
    }
    end()
    return shown
  }

  func field(_ field: Headers.Field) -> Headers.Field {
    // A server may send back the token as a name.
    Headers.Field(name: text(field.name), value: field.isSecret ? "…" : text(field.value))
  }

  func url(_ url: WebURL) -> String { text(url.description) }

  /// The body, unless it is part of a sign-in or a registration.
  func body(of request: HTTPRequest) -> String? {
    guard let bytes = request.body, !bytes.isEmpty else { return nil }
    let path = request.url.path.lowercased()
    let isSecret =
      path.contains("oauth") || path.hasSuffix("/apps") || path == "/api/v1/accounts" || path.contains("token")
    let isText = request.headers["Content-Type"].map { $0.contains("json") || $0.contains("urlencoded") } ?? false
    guard !isSecret, isText, request.file == nil, bytes.count <= Self.sizeLimit else { return "(\(bytes.count) bytes)" }
    if let json = try? JSON(parsing: bytes) { return masked(json).text.hiding(secrets) }
    return text(String(decoding: bytes, as: UTF8.self))
  }

  /// The value without the members that carry secrets.
  private func masked(_ json: JSON) -> JSON {
    switch json {
    case .array(let rows): .array(rows.map(masked))
    case .object(let object):
      .object(
        JSON.Object(
          object.members.map { member in
            let isSecret = Self.parameters.contains(member.name.lowercased()) && member.value.string != nil
            return (name: member.name, value: isSecret ? "…" : masked(member.value))
          }))
    case .null, .bool, .number, .string: json
    }
  }
}
