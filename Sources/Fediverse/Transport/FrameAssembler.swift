import NIOCore
import NIOWebSocket

/// Assembles messages from fragmented frames (RFC 6455 section 5.4).
struct FrameAssembler: Sendable {
  /// The maximum size of a message in bytes.
  let limit: Int
  private var partial: (opcode: WebSocketOpcode, bytes: [UInt8])?

  init(limit: Int) {
    self.limit = limit
  }

  /// The result of a frame.
  enum Outcome: Sendable, Hashable {
    /// The message is incomplete.
    case nothing
    case message(WebSocketMessage)
    /// The peer closes the connection.
    case close
  }

  /// A protocol error of the peer, with its close code (section 7.4.1).
  enum Failure: Error, Hashable {
    case protocolError
    case invalidText
    case tooLarge

    var code: WebSocketErrorCode {
      switch self {
      case .protocolError: .protocolError
      case .invalidText: .dataInconsistentWithMessage
      case .tooLarge: .messageTooLarge
      }
    }
  }

  /// Processes the next frame of a server.
  mutating func take(_ frame: WebSocketFrame) throws(Failure) -> Outcome {
    // No extension was negotiated that gives these bits a meaning, and servers must not mask.
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3, frame.maskKey == nil else { throw .protocolError }
    let bytes = Array(frame.data.readableBytesView)
    switch frame.opcode {
    case .ping: return .message(.ping(bytes))
    case .pong: return .message(.pong(bytes))
    case .connectionClose: return .close
    case .text, .binary:
      guard partial == nil else { throw .protocolError }
      return try join(frame.opcode, [], bytes, isLast: frame.fin)
    case .continuation:
      guard let (opcode, earlier) = partial else { throw .protocolError }
      partial = nil
      return try join(opcode, earlier, bytes, isLast: frame.fin)
    default: throw .protocolError
    }
  }

  private mutating func join(
    _ opcode: WebSocketOpcode, _ earlier: [UInt8], _ bytes: [UInt8], isLast: Bool
  ) throws(Failure) -> Outcome {
    guard earlier.count + bytes.count <= limit else { throw .tooLarge }
    let whole = earlier + bytes
    guard isLast else {
      partial = (opcode, whole)
      return .nothing
    }
    guard opcode == .text else { return .message(.binary(whole)) }
    guard let text = String(validating: whole, as: UTF8.self) else { throw .invalidText }
    return .message(.text(text))
  }
}
