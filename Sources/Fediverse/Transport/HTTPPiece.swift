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
