import NIOCore
import NIOWebSocket

/// Makes messages of frames, as RFC 6455 section 5.4 lets a sender cut them.
struct FrameJoiner: Sendable {
  /// How many bytes a message may have.
  let limit: Int
  private var begun: (opcode: WebSocketOpcode, bytes: [UInt8])?

  init(limit: Int) {
    self.limit = limit
  }

  /// What a frame completes.
  enum Outcome: Sendable, Hashable {
    /// Nothing yet.
    case nothing
    case message(SocketMessage)
    /// The other side wants to end.
    case goodbye
  }

  /// What the other side did wrong, as the codes of section 7.4.1 have it.
  enum Fault: Error, Hashable {
    case breaksProtocol
    case noText
    case tooLarge

    var code: WebSocketErrorCode {
      switch self {
      case .breaksProtocol: .protocolError
      case .noText: .dataInconsistentWithMessage
      case .tooLarge: .messageTooLarge
      }
    }
  }

  /// Takes the next frame of a server.
  mutating func take(_ frame: WebSocketFrame) throws(Fault) -> Outcome {
    // No extension was agreed on that could give these bits a meaning, and servers do not mask.
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3, frame.maskKey == nil else { throw .breaksProtocol }
    let bytes = Array(frame.data.readableBytesView)
    switch frame.opcode {
    case .ping: return .message(.ping(bytes))
    case .pong: return .message(.pong(bytes))
    case .connectionClose: return .goodbye
    case .text, .binary:
      guard begun == nil else { throw .breaksProtocol }
      return try join(frame.opcode, [], bytes, isLast: frame.fin)
    case .continuation:
      guard let (opcode, earlier) = begun else { throw .breaksProtocol }
      begun = nil
      return try join(opcode, earlier, bytes, isLast: frame.fin)
    default: throw .breaksProtocol
    }
  }

  private mutating func join(
    _ opcode: WebSocketOpcode, _ earlier: [UInt8], _ bytes: [UInt8], isLast: Bool
  ) throws(Fault) -> Outcome {
    guard earlier.count + bytes.count <= limit else { throw .tooLarge }
    let whole = earlier + bytes
    guard isLast else {
      begun = (opcode, whole)
      return .nothing
    }
    guard opcode == .text else { return .message(.binary(whole)) }
    guard let text = String(validating: whole, as: UTF8.self) else { throw .noText }
    return .message(.text(text))
  }
}
