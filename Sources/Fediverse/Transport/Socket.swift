/// A transport that opens WebSockets too.
public protocol SocketTransport: Transport {
  /// Whether it really does, which a transport that only passes requests on may learn from the one below.
  var opensSockets: Bool { get }

  /// Asks for a WebSocket; a server that has none there answers as it would answer any other read.
  func open(_ request: HTTPRequest) async throws(TransportError) -> SocketAnswer
}

extension SocketTransport {
  /// It does, where it does not say otherwise.
  public var opensSockets: Bool { true }
}

/// What comes of asking for a WebSocket.
public enum SocketAnswer: Sendable {
  /// It is open.
  case open(any Socket)
  /// The server answered something else.
  case refused(HTTPResponse)
}

/// An open WebSocket; pings are answered by itself.
public protocol Socket: Sendable {
  /// Sends a message, and returns when it is on its way.
  func send(_ message: SocketMessage) async throws(TransportError)

  /// The next message, or `nil` once the socket was closed by either side.
  func receive() async throws(TransportError) -> SocketMessage?

  /// Says goodbye and takes nothing more; whoever waits for a message goes on at once.
  func close()
}

/// What goes over a WebSocket as one.
public enum SocketMessage: Sendable, Hashable {
  /// Words.
  case text(String)
  /// Bytes that are no words.
  case binary([UInt8])
  /// A question whether the other side is still there.
  case ping([UInt8])
  /// The answer to such a question, with the same bytes.
  case pong([UInt8])
}
