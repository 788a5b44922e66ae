import NIOCore
import NIOWebSocket

/// A WebSocket over the network (RFC 6455), without extensions.
final class WebSocketConnection: WebSocket {
  private let channel: any Channel
  private let host: String
  private let messages: BoundedChannel<WebSocketMessage, TransportError>
  private let task: Task<Void, Never>

  /// The maximum size of a message in bytes.
  static let limit = 4 << 20
  /// The number of messages that can queue up before the server has to wait.
  private static let capacity = 100
  /// How long the peer may take to answer the close frame.
  private static let closeTimeout = Duration.seconds(2)

  init(_ frames: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, host: String) {
    channel = frames.channel
    self.host = host
    let messages = BoundedChannel<WebSocketMessage, TransportError>(capacity: Self.capacity)
    self.messages = messages
    task = Task { await Self.read(frames, into: messages, host: host) }
  }

  deinit {
    messages.close()
    task.cancel()
  }

  func receive() async throws(TransportError) -> WebSocketMessage? {
    try await messages.receive()
  }

  func send(_ message: WebSocketMessage) async throws(TransportError) {
    // The connection's thread may have ended with its transport; nothing may be scheduled on it then.
    guard channel.isActive else { throw .closedSocket }
    do {
      try await channel.writeAndFlush(Self.frame(message))
    } catch {
      throw TransportError(error, host: host)
    }
  }

  func close() {
    messages.close()
    guard channel.isActive else { return }
    channel.writeAndFlush(Self.closeFrame(.normalClosure), promise: nil)
    Task { [channel] in
      try? await Task.sleep(for: Self.closeTimeout)
      if channel.isActive { channel.close(promise: nil) }
    }
  }

  private static func read(
    _ frames: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>,
    into messages: BoundedChannel<WebSocketMessage, TransportError>,
    host: String
  ) async {
    do {
      try await frames.executeThenClose { incoming, outgoing in
        do {
          try await read(incoming, outgoing, into: messages)
        } catch {
          guard let fault = FrameAssembler.Failure(error) else { throw error }
          try? await outgoing.write(closeFrame(fault.code))
          throw TransportError.badFrame
        }
      }
      messages.finish()
    } catch {
      messages.finish(TransportError(error, host: host))
    }
  }

  private static func read(
    _ incoming: NIOAsyncChannelInboundStream<WebSocketFrame>,
    _ outgoing: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
    into messages: BoundedChannel<WebSocketMessage, TransportError>
  ) async throws {
    var assembler = FrameAssembler(limit: limit)
    for try await frame in incoming {
      switch try assembler.take(frame) {
      case .nothing: break
      case .close: return try await outgoing.write(closeFrame(.normalClosure))
      case .message(let message):
        if case .ping(let bytes) = message { try await outgoing.write(Self.frame(.pong(bytes))) }
        // Reads on after our close frame, because the peer's answer to it is still to come.
        _ = await messages.send(message)
      }
    }
  }

  /// A client masks each frame with a new key (RFC 6455 section 5.3).
  private static func frame(_ message: WebSocketMessage) -> WebSocketFrame {
    let (opcode, data): (WebSocketOpcode, ByteBuffer) =
      switch message {
      case .text(let text): (.text, ByteBuffer(string: text))
      case .binary(let bytes): (.binary, ByteBuffer(bytes: bytes))
      case .ping(let bytes): (.ping, ByteBuffer(bytes: bytes))
      case .pong(let bytes): (.pong, ByteBuffer(bytes: bytes))
      }
    return WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
  }

  private static func closeFrame(_ code: WebSocketErrorCode) -> WebSocketFrame {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    return WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: .random(), data: data)
  }
}

extension FrameAssembler.Failure {
  /// The protocol error of the peer that an error stands for, if it does.
  fileprivate init?(_ error: any Error) {
    switch error {
    case let fault as FrameAssembler.Failure: self = fault
    case NIOWebSocketError.invalidFrameLength: self = .tooLarge
    case is NIOWebSocketError: self = .protocolError
    default: return nil
    }
  }
}

extension TransportError {
  fileprivate static var closedSocket: TransportError {
    TransportError(.network, "the WebSocket is closed", mayHaveArrived: false)
  }

  fileprivate static var badFrame: TransportError {
    TransportError(.malformed, "a WebSocket message was malformed or too large", mayHaveArrived: true)
  }
}
