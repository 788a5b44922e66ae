import NIOCore

extension ConnectionGuard {
  /// How long a connection may take for what.
  struct Limits: Sendable {
    /// The first bytes, before the connection may be closed in favor of another.
    var start = TimeAmount.seconds(1)
    /// The head of a request, from the first byte or from connecting.
    var head = TimeAmount.seconds(20)
    /// The body of a request, from the end of the head. Only the first `part` of this time keeps the connection from being
    /// closed in favor of another, however steadily bytes arrive.
    var body = TimeAmount.seconds(30)
    /// The next part of a body, before the connection may be closed in favor of another. It is short because programs that
    /// check whether the server runs wait for a second.
    var pause = TimeAmount.milliseconds(200)
    /// The next part of a body.
    var part = TimeAmount.seconds(5)
    /// The next request on an open connection. Clients keep connections for up to a minute, and they should close first.
    var idle = TimeAmount.seconds(75)
    /// Taking what the server has written.
    var write = TimeAmount.seconds(60)
    /// Closing the connection after the last response has been taken.
    var close = TimeAmount.seconds(5)
  }
}
