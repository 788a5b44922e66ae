import JSONValue

/// A call of the REST interface, before it becomes an HTTP request.
struct Call: Sendable {
  /// The body of a call, before encoding.
  enum Body: Sendable {
    case none
    case form([(name: String, value: String)])
    case json(JSON)
    case multipart(Multipart)
  }

  let method: HTTPRequest.Method
  let path: Path
  var query: [(name: String, value: String)] = []
  var body = Body.none
  /// Whether sending it twice has the same effect as sending it once.
  var isRepeatable = true
  /// Whether the caller looks for the result of a failed request before it sends the call again.
  var isLookedUp = false
  var idempotencyKey: String?
  /// Called right before each time the call is sent, after all waits.
  var beforeSending: (@Sendable () async throws(FediverseError) -> Void)?
  /// The maximum time for each exchange, if it is shorter than usual.
  var timeLimit: Duration?
  /// The value of the `Accept` header.
  var accepts = "application/json"
  /// The identifier of the last event received, from which a stream resumes.
  var lastEventID: String?
  /// Another origin of the same server, which also receives the token.
  var trustedOrigin: ServerAddress?
  /// Where the request carries the token.
  var tokenPlacement = AccessToken.Placement.authorization
  /// A query string written by a server, repeated verbatim.
  var opaqueQuery: String?
  /// The feature it uses. The call is refused only if an earlier response showed that the server lacks it.
  var feature: Feature?
  /// The features it depends on. The call is refused unless the server is known to have them, because it would
  /// otherwise do something else than what is meant.
  var requiredFeatures: [Feature] = []

  /// The call for the account of the token.
  static var ownAccount: Call { .get("/api/v1/accounts/verify_credentials") }

  /// Whether it is ``ownAccount``.
  var isOwnAccount: Bool { method == .get && path.text == Self.ownAccount.path.text }

  static func get(_ path: Path, _ query: [(name: String, value: String)] = []) -> Call {
    Call(method: .get, path: path, query: query)
  }

  /// A call that creates something new each time it is sent.
  static func post(_ path: Path, _ body: Body = .none) -> Call {
    Call(method: .post, path: path, body: body, isRepeatable: false)
  }

  /// An idempotent POST: sending it again changes nothing.
  static func ensure(_ path: Path, _ body: Body = .none) -> Call {
    Call(method: .post, path: path, body: body)
  }

  /// A call that removes something; sending it again changes nothing.
  static func delete(_ path: Path, _ query: [(name: String, value: String)] = []) -> Call {
    Call(method: .delete, path: path, query: query)
  }

  /// A call that replaces all of something; sending it again changes nothing.
  static func put(_ path: Path, _ body: Body = .none) -> Call {
    Call(method: .put, path: path, body: body)
  }

  /// A call that replaces parts of something; sending it again changes nothing.
  static func patch(_ path: Path, _ body: Body = .none) -> Call {
    Call(method: .patch, path: path, body: body)
  }

  /// Returns the call with the feature it uses.
  func needing(_ feature: Feature) -> Call {
    var call = self
    call.feature = feature
    return call
  }

  /// Returns the call with features that the server must be known to have.
  func requiring(_ features: [Feature]) -> Call {
    var call = self
    call.requiredFeatures = features
    return call
  }

  var isRead: Bool { method == .get }

  /// The method and path without the query, for messages.
  var summary: String { "\(method.rawValue) \(path.text)" }

  /// The encoded path and query.
  var target: String {
    if let opaqueQuery { return path.text + "?" + opaqueQuery }
    return query.isEmpty ? path.text : path.text + "?" + Self.joined(query)
  }

  /// An encoded body.
  struct Content: Sendable {
    let bytes: [UInt8]
    let type: String
    var file: TrailingFile?
  }

  var content: Content? {
    switch body {
    case .none: nil
    case .form(let pairs):
      Content(bytes: Array(Self.joined(pairs).utf8), type: "application/x-www-form-urlencoded")
    case .json(let json): Content(bytes: Array(json.text.utf8), type: "application/json")
    case .multipart(let parts): Content(bytes: parts.opening, type: parts.type, file: parts.rest)
    }
  }

  private static func joined(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { "\($0.name.escapedComponent)=\($0.value.escapedComponent)" }.joined(separator: "&")
  }
}

/// The path of a call. Each interpolated value is escaped as one segment.
struct Path: Sendable, ExpressibleByStringInterpolation {
  let text: String
  /// Whether every interpolated value can be a path segment.
  let isSound: Bool
  /// Whether nothing was interpolated, so that 404 can only mean that the path does not exist.
  let isFixed: Bool

  init(stringLiteral text: String) {
    self.text = text
    isSound = true
    isFixed = true
  }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
    isSound = stringInterpolation.isSound
    isFixed = stringInterpolation.isFixed
  }

  /// The path of the status that this is the path of a part of; `nil` for other paths.
  var status: Path? {
    let parts = text.split(separator: "/")
    guard let place = parts.firstIndex(of: "statuses"), place + 2 < parts.count else { return nil }
    return Path(verbatim: "/api/v1/statuses/\(parts[place + 1])")
  }

  /// A path received from a server.
  init(verbatim text: String) {
    self.text = text
    isSound = true
    isFixed = false
  }

  /// The state of an interpolation.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var isSound = true
    fileprivate var isFixed = true

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 20)
    }

    mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    mutating func appendInterpolation(_ segment: String) {
      isSound = isSound && !["", ".", ".."].contains(segment)
      isFixed = false
      text += segment.escapedComponent
    }
  }
}

/// The items of a query or a form; items without a value are left out.
struct QueryItems {
  private(set) var pairs: [(name: String, value: String)] = []

  mutating func set(_ name: String, _ value: String?) {
    if let value { pairs.append((name, value)) }
  }

  mutating func set(_ name: String, _ value: Bool?) {
    set(name, value.map { String($0) })
  }

  mutating func set(_ name: String, _ value: Int?) {
    set(name, value.map { String($0) })
  }

  mutating func set(_ name: String, all values: [String]) {
    pairs += values.map { (name, $0) }
  }

  mutating func add(_ others: [(name: String, value: String)]) {
    pairs += others
  }
}
