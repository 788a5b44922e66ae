import NIOCore
import NIOWebSocket

/// A WebSocket over the network as RFC 6455 has it, without extensions.
final class WebSocketConnection: Socket {
  private let channel: any Channel
  private let host: String
  private let line: EventLine<SocketMessage, TransportError>
  private let task: Task<Void, Never>

  /// How many bytes a message may have.
  static let limit = 4 << 20
  /// How many messages wait for whoever takes them before the server has to.
  private static let capacity = 100
  /// How long the other side may take to say goodbye.
  private static let patience = Duration.seconds(2)

  init(_ frames: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, host: String) {
    channel = frames.channel
    self.host = host
    let line = EventLine<SocketMessage, TransportError>(capacity: Self.capacity)
    self.line = line
    task = Task { await Self.read(frames, into: line, host: host) }
  }

  deinit {
    line.close()
    task.cancel()
  }

  func receive() async throws(TransportError) -> SocketMessage? {
    try await line.take()
  }

  func send(_ message: SocketMessage) async throws(TransportError) {
    // Nothing may be asked of a connection whose thread has ended with its transport.
    guard channel.isActive else { throw .closedSocket }
    do {
      try await channel.writeAndFlush(Self.frame(message))
    } catch {
      throw TransportError(error, host: host)
    }
  }

  func close() {
    line.close()
    guard channel.isActive else { return }
    channel.writeAndFlush(Self.goodbye(.normalClosure), promise: nil)
    Task { [channel] in
      try? await Task.sleep(for: Self.patience)
      if channel.isActive { channel.close(promise: nil) }
    }
  }

  private static func read(
    _ frames: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, into line: EventLine<SocketMessage, TransportError>,
    host: String
  ) async {
    do {
      try await frames.executeThenClose { incoming, outgoing in
        do {
          try await read(incoming, outgoing, into: line)
        } catch {
          guard let fault = FrameJoiner.Fault(error) else { throw error }
          try? await outgoing.write(goodbye(fault.code))
          throw TransportError.badFrame
        }
      }
      line.end()
    } catch {
      line.end(TransportError(error, host: host))
    }
  }

  private static func read(
    _ incoming: NIOAsyncChannelInboundStream<WebSocketFrame>,
    _ outgoing: NIOAsyncChannelOutboundWriter<WebSocketFrame>, into line: EventLine<SocketMessage, TransportError>
  ) async throws {
    var joiner = FrameJoiner(limit: limit)
    for try await frame in incoming {
      switch try joiner.take(frame) {
      case .nothing: break
      case .goodbye: return try await outgoing.write(goodbye(.normalClosure))
      case .message(let message):
        if case .ping(let bytes) = message { try await outgoing.write(Self.frame(.pong(bytes))) }
        // What comes after our goodbye is read to its end, because the answer to it is among it.
        _ = await line.give(message)
      }
    }
  }

  /// A client masks what it sends, each frame differently.
  private static func frame(_ message: SocketMessage) -> WebSocketFrame {
    let (opcode, data): (WebSocketOpcode, ByteBuffer) =
      switch message {
      case .text(let text): (.text, ByteBuffer(string: text))
      case .binary(let bytes): (.binary, ByteBuffer(bytes: bytes))
      case .ping(let bytes): (.ping, ByteBuffer(bytes: bytes))
      case .pong(let bytes): (.pong, ByteBuffer(bytes: bytes))
      }
    return WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
  }

  private static func goodbye(_ code: WebSocketErrorCode) -> WebSocketFrame {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    return WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: .random(), data: data)
  }
}

extension FrameJoiner.Fault {
  /// What of the other side's doing an error is about, if it is.
  fileprivate init?(_ error: any Error) {
    switch error {
    case let fault as FrameJoiner.Fault: self = fault
    case NIOWebSocketError.invalidFrameLength: self = .tooLarge
    case is NIOWebSocketError: self = .breaksProtocol
    default: return nil
    }
  }
}

extension TransportError {
  fileprivate static var closedSocket: TransportError {
    TransportError(.network, "the WebSocket is closed", mayHaveArrived: false)
  }

  fileprivate static var badFrame: TransportError {
    TransportError(.malformed, "what came is no message of a WebSocket, or too long for one", mayHaveArrived: true)
  }
}
