import JSONValue

/// One call of the interface before it is a request.
struct Call: Sendable {
  /// What goes with the call.
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
  /// Whether a second arrival changes nothing more than the first.
  var isRepeatable = true
  var idempotencyKey: String?
  /// What kind of answer is wanted.
  var accepts = "application/json"
  /// The event after which a stream goes on.
  var lastEventID: String?
  /// Another origin of the same server, which gets the token too.
  var home: ServerAddress?
  /// Where the token stands.
  var proof = AccessToken.Proof.authorization
  /// A query that a server wrote, which is repeated as it stands.
  var opaqueQuery: String?
  /// What the server must be able to do for it.
  var feature: Feature?
  /// What the server must be known to be able to do, because otherwise it would do something else than what is meant.
  var types: [Feature] = []

  static func get(_ path: Path, _ query: [(name: String, value: String)] = []) -> Call {
    Call(method: .get, path: path, query: query)
  }

  /// A call that makes something new each time it arrives.
  static func post(_ path: Path, _ body: Body = .none) -> Call {
    Call(method: .post, path: path, body: body, isRepeatable: false)
  }

  /// A call that brings a state about, so that a second arrival finds nothing left to do.
  static func ensure(_ path: Path, _ body: Body = .none) -> Call {
    Call(method: .post, path: path, body: body)
  }

  /// A call that removes, so that a second arrival finds nothing there.
  static func delete(_ path: Path, _ query: [(name: String, value: String)] = []) -> Call {
    Call(method: .delete, path: path, query: query)
  }

  /// A call that sets the whole of something, so that a second arrival sets the same.
  static func put(_ path: Path, _ body: Body = .none) -> Call {
    Call(method: .put, path: path, body: body)
  }

  /// A call that sets some of something, so that a second arrival sets the same.
  static func patch(_ path: Path, _ body: Body = .none) -> Call {
    Call(method: .patch, path: path, body: body)
  }

  /// The call of a server that need not have the feature.
  func needing(_ feature: Feature) -> Call {
    var call = self
    call.feature = feature
    return call
  }

  /// The call of a server that would do something else where it lacks one of the features.
  func demanding(_ features: [Feature]) -> Call {
    var call = self
    call.types = features
    return call
  }

  var isRead: Bool { method == .get }

  /// Method and path, without the query, for a person.
  var summary: String { "\(method.rawValue) \(path.text)" }

  /// The path and query as they stand in a URL.
  var target: String {
    if let opaqueQuery { return path.text + "?" + opaqueQuery }
    return query.isEmpty ? path.text : path.text + "?" + Self.joined(query)
  }

  /// What goes over the wire as the body.
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

/// The path of a call, in which whatever is filled in becomes one segment and cannot become more.
struct Path: Sendable, ExpressibleByStringInterpolation {
  let text: String
  /// Whether each value that was filled in can be a segment at all.
  let isSound: Bool
  /// Whether nothing was filled in, so that nothing but the path itself can be missing.
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

  /// A path that a server gave.
  init(verbatim text: String) {
    self.text = text
    isSound = true
    isFixed = false
  }

  /// The parts of a path while it is put together.
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
