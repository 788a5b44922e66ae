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
