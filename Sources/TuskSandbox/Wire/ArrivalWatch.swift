import NIOCore

/// Passes all bytes on and reports them to the guard, which is behind the parser.
final class ArrivalWatch: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let connection: ConnectionGuard

  init(of connection: ConnectionGuard) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    connection.arrived(unwrapInboundIn(data))
    context.fireChannelRead(data)
  }
}
