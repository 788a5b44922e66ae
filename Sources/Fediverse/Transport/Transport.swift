/// Sends requests to a server. Each call is one exchange; redirects are returned and not followed.
public protocol Transport: Sendable {
  /// Sends the request and collects the complete response.
  ///
  /// - Throws: ``TransportError`` if no complete response arrives.
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

  /// Sends the request and delivers the response piece by piece, until it ends or the receiver stops.
  ///
  /// - Throws: ``TransportError`` if the response ends early.
  func send(_ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading) async throws(TransportError)
}

/// An HTTP request.
public struct HTTPRequest: Sendable, Hashable {
  /// The request methods in use.
  public enum Method: String, Sendable, Hashable {
    /// Reads a resource.
    case get = "GET"
    /// Creates a resource or performs an action.
    case post = "POST"
    /// Replaces a resource.
    case put = "PUT"
    /// Changes part of a resource.
    case patch = "PATCH"
    /// Deletes a resource.
    case delete = "DELETE"
  }

  /// The request method.
  public let method: Method
  /// The URL.
  public let url: WebURL
  /// The header fields, without those that frame the message.
  public let headers: Headers
  /// The body, or the part before ``file``; `nil` if there is none.
  public let body: [UInt8]?
  /// The file that continues the body, if any.
  public let file: TrailingFile?
  /// The maximum time for the exchange, if it is shorter than that of the transport.
  public let timeLimit: Duration?

  /// Creates a request.
  public init(
    method: Method, url: WebURL, headers: Headers = [:], body: [UInt8]? = nil, file: TrailingFile? = nil,
    timeLimit: Duration? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.file = file
    self.timeLimit = timeLimit
  }
}

/// A file in a body, and the bytes that follow it.
public struct TrailingFile: Sendable, Hashable {
  /// The file.
  public let file: OpenFile
  /// The bytes after the file.
  public let closing: [UInt8]
  /// The observer of the upload progress, if any.
  public let observer: UploadObserver?

  /// Creates the rest of a body.
  public init(_ file: OpenFile, closing: [UInt8] = [], observer: UploadObserver? = nil) {
    self.file = file
    self.closing = closing
    self.observer = observer
  }
}

/// An HTTP response with its body decoded.
public struct HTTPResponse: Sendable, Hashable {
  /// The status code.
  public let status: Int
  /// The header fields.
  public let headers: Headers
  /// The body, without transfer and content encodings.
  public let body: [UInt8]
  /// What the body takes of the budget for JSON values, as long as the response is held.
  let share: ValueBudget.Share?

  /// Creates a response.
  public init(status: Int, headers: Headers = [:], body: [UInt8] = []) {
    self.init(status: status, headers: headers, body: body, share: nil)
  }

  init(status: Int, headers: Headers, body: [UInt8], share: ValueBudget.Share?) {
    self.status = status
    self.headers = headers
    self.body = body
    self.share = share
  }
}

extension HTTPRequest {
  /// Throws if the request must not be sent: without TLS to another machine, or with a line break in a header.
  func check() throws(TransportError) {
    let origin = url.origin
    guard origin.scheme == .https || origin.isLoopback else { throw .unencrypted(to: origin) }
    guard let broken = headers.fields.first(where: { !$0.isSound }) else { return }
    throw broken.name == "Authorization" ? .unusableToken : .brokenHeader
  }
}

/// A piece of a response that is delivered as it arrives.
public enum HTTPPiece: Sendable, Hashable {
  /// The status and header fields, delivered first.
  case head(HTTPHead)
  /// Some bytes of the body.
  case chunk([UInt8])
}

/// The status and header fields of a response.
public struct HTTPHead: Sendable, Hashable {
  /// The status code.
  public let status: Int
  /// The header fields.
  public let headers: Headers

  /// Creates a head.
  public init(status: Int, headers: Headers = [:]) {
    self.status = status
    self.headers = headers
  }

  var isSuccess: Bool { (200..<300).contains(status) }
}

/// Whether the receiver of a response or stream wants to read on.
public enum Reading: Sendable, Hashable {
  /// Read the next piece.
  case more
  /// Stop reading; the connection may be closed.
  case enough
}

extension Transport {
  /// Delivers a complete response as a head and one chunk, for transports that cannot stream.
  public func send(
    _ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading
  ) async throws(TransportError) {
    let response = try await send(request)
    guard await take(.head(HTTPHead(status: response.status, headers: response.headers))) == .more else { return }
    guard !response.body.isEmpty else { return }
    _ = await take(.chunk(response.body))
  }
}

extension TransportError {
  fileprivate static var brokenHeader: TransportError {
    TransportError(.malformed, "a request header contains a line break", mayHaveArrived: false)
  }

  fileprivate static var unusableToken: TransportError {
    let text = "the access token contains a line break or another character that a header cannot have; store it anew"
    return TransportError(.unusableToken, text, mayHaveArrived: false)
  }

  fileprivate static func unencrypted(to server: ServerAddress) -> TransportError {
    let text = "plain http is not encrypted, and is accepted only for loopback addresses; use https://"
    return TransportError(.insecure, text, mayHaveArrived: false)
  }
}
