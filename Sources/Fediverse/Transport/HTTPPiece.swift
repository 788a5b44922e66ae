/// One piece of an answer that is taken as it comes.
public enum HTTPPiece: Sendable, Hashable {
  /// The status and the header fields, which come first.
  case head(HTTPHead)
  /// Some bytes of the body.
  case chunk([UInt8])
}

/// The beginning of an answer.
public struct HTTPHead: Sendable, Hashable {
  /// The status code.
  public let status: Int
  /// The header fields.
  public let headers: Headers

  /// A head of these parts.
  public init(status: Int, headers: Headers = [:]) {
    self.status = status
    self.headers = headers
  }

  var isSuccess: Bool { (200..<300).contains(status) }
}

/// Whether whoever takes an answer piece by piece wants the next one.
public enum Reading: Sendable, Hashable {
  /// The next piece is wanted.
  case more
  /// No further piece is wanted, and the connection can close.
  case enough
}

extension Transport {
  /// Hands over a whole answer as a head and one chunk, for transports that know no other way.
  public func send(
    _ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading
  ) async throws(TransportError) {
    let response = try await send(request)
    guard await take(.head(HTTPHead(status: response.status, headers: response.headers))) == .more else { return }
    guard !response.body.isEmpty else { return }
    _ = await take(.chunk(response.body))
  }
}
