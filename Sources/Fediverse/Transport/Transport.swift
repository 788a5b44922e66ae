/// The way requests reach a server; each call is one exchange, and redirects are answers like any other.
public protocol Transport: Sendable {
  /// Sends the request and collects the whole answer.
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

  /// Sends the request and hands over the answer piece by piece, until it ends or enough of it was read.
  func send(_ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading) async throws(TransportError)
}

/// One request as it goes over the wire.
public struct HTTPRequest: Sendable, Hashable {
  /// What is asked of a resource.
  public enum Method: String, Sendable, Hashable {
    /// Reads.
    case get = "GET"
    /// Makes or does.
    case post = "POST"
    /// Replaces.
    case put = "PUT"
    /// Changes in part.
    case patch = "PATCH"
    /// Removes.
    case delete = "DELETE"
  }

  /// What is asked of the resource.
  public let method: Method
  /// The resource.
  public let url: WebURL
  /// The header fields, without those that frame the message.
  public let headers: Headers
  /// The body, or `nil` for none; where there is a file, what stands before it.
  public let body: [UInt8]?
  /// The file that goes on with the body.
  public let file: TrailingFile?

  /// A request of these parts.
  public init(
    method: Method, url: WebURL, headers: Headers = [:], body: [UInt8]? = nil, file: TrailingFile? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.file = file
  }
}

/// A file that is part of a body, and the bytes that close the body after it.
public struct TrailingFile: Sendable, Hashable {
  /// The file.
  public let file: OpenFile
  /// What follows it.
  public let closing: [UInt8]
  /// What is told how far the sending has come.
  public let meter: UploadMeter?

  /// A file and what follows it.
  public init(_ file: OpenFile, closing: [UInt8] = [], meter: UploadMeter? = nil) {
    self.file = file
    self.closing = closing
    self.meter = meter
  }
}

/// One answer as it came over the wire, its body unpacked.
public struct HTTPResponse: Sendable, Hashable {
  /// The status code.
  public let status: Int
  /// The header fields.
  public let headers: Headers
  /// The body, without its transfer and content encodings.
  public let body: [UInt8]

  /// An answer of these parts.
  public init(status: Int, headers: Headers = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
