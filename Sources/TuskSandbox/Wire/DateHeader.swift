import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Dates responses by the sandbox's clock: a client that compares dates with those of statuses needs one clock.
final class DateHeader: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let clock: Clock

  init(_ clock: Clock) {
    self.clock = clock
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data), clock.isOwn else {
      return context.write(data, promise: promise)
    }
    head.headerFields[.date] = clock.now.httpDate
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}
