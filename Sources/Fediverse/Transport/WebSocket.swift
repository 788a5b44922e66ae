/// A transport that can also open WebSockets.
public protocol WebSocketTransport: Transport {
  /// Whether WebSockets are supported; a wrapper reports what its underlying transport supports.
  var opensSockets: Bool { get }

  /// Requests a WebSocket; a server without one responds as to any other GET.
  func open(_ request: HTTPRequest) async throws(TransportError) -> WebSocketResponse
}

extension WebSocketTransport {
  /// True by default.
  public var opensSockets: Bool { true }
}

/// The response to a WebSocket request.
public enum WebSocketResponse: Sendable {
  /// The WebSocket is open.
  case open(any WebSocket)
  /// The server sent another response.
  case refused(HTTPResponse)
}

/// An open WebSocket; pings are answered automatically.
public protocol WebSocket: Sendable {
  /// Sends a message, and returns when it has been written to the connection.
  func send(_ message: WebSocketMessage) async throws(TransportError)

  /// Waits for the next message; returns `nil` when either side has closed the WebSocket.
  func receive() async throws(TransportError) -> WebSocketMessage?

  /// Closes the WebSocket; a task waiting for a message resumes at once.
  func close()
}

/// A message on a WebSocket (RFC 6455 section 5.6).
public enum WebSocketMessage: Sendable, Hashable {
  /// A text message.
  case text(String)
  /// A binary message.
  case binary([UInt8])
  /// A ping, to check that the peer is alive.
  case ping([UInt8])
  /// A pong, with the bytes of the ping it answers.
  case pong([UInt8])
}
