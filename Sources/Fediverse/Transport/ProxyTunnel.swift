import NIOCore

/// The handshake with a proxy before it forwards bytes: HTTP CONNECT (RFC 9110 section 9.3.6) or SOCKS 5 (RFC 1928).
final class ProxyTunnel: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Fulfilled when the tunnel is open and this handler is removed.
  let isOpen: EventLoopPromise<Void>
  private let proxy: ProxyAddress
  private let server: ServerAddress
  private var heard = ByteBuffer()
  private var hasGreeted = false
  private var isDone = false

  private static let longestAnswer = 16 << 10

  init(through proxy: ProxyAddress, to server: ServerAddress, isOpen: EventLoopPromise<Void>) {
    self.proxy = proxy
    self.server = server
    self.isOpen = isOpen
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isDone else { return context.fireChannelRead(data) }
    var buffer = unwrapInboundIn(data)
    heard.writeBuffer(&buffer)
    guard heard.readableBytes <= Self.longestAnswer else { return fail(.invalidResponse, context) }
    switch proxy.kind {
    case .http: hearHTTP(context)
    case .socks5: hearSOCKS(context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    fail(.invalidResponse, context)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    isOpen.fail(error)
    context.fireErrorCaught(error)
  }

  private func begin(_ context: ChannelHandlerContext) {
    switch proxy.kind {
    case .socks5: write([5, 1, 0], context)
    case .http:
      // An IPv6 address needs brackets, and the port is mandatory.
      let host = server.host.contains(":") ? "[\(server.host)]" : server.host
      let place = "\(host):\(server.effectivePort)"
      let login = proxy.credentials.map { "Proxy-Authorization: \(Self.basic($0))\r\n" } ?? ""
      write(Array("CONNECT \(place) HTTP/1.1\r\nHost: \(place)\r\n\(login)\r\n".utf8), context)
    }
  }

  private func hearHTTP(_ context: ChannelHandlerContext) {
    let bytes = Array(heard.readableBytesView)
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
    let words = String(decoding: bytes.prefix { $0 != 0x0D }, as: UTF8.self).split(separator: " ")
    guard words.first?.hasPrefix("HTTP/1.") == true, words.count > 1, let status = Int(words[1]) else {
      return fail(.invalidResponse, context)
    }
    switch status {
    case 200..<300: open(after: end.upperBound, context)
    case 407: fail(.credentialsNeeded, context)
    default: fail(.proxyRefused, context)
    }
  }

  private func hearSOCKS(_ context: ChannelHandlerContext) {
    if !hasGreeted {
      guard let greeting = heard.readBytes(length: 2) else { return }
      guard greeting[0] == 5 else { return fail(.invalidResponse, context) }
      guard greeting[1] == 0 else { return fail(.credentialsNeeded, context) }
      hasGreeted = true
      let host = Array(server.host.utf8.prefix(255))
      let port = UInt16(truncatingIfNeeded: server.effectivePort)
      write(
        [5, 1, 0, 3, UInt8(truncatingIfNeeded: host.count)] + host + [UInt8(port >> 8), UInt8(port & 0xFF)], context)
    }
    let bytes = Array(heard.readableBytesView)
    guard bytes.count >= 5 else { return }
    guard bytes[0] == 5, bytes[1] == 0 else { return fail(bytes[0] == 5 ? .proxyRefused : .invalidResponse, context) }
    let lengths: [UInt8: Int] = [1: 4, 3: 1 + Int(bytes[4]), 4: 16]
    guard let length = lengths[bytes[3]] else { return fail(.invalidResponse, context) }
    let end = 4 + length + 2
    guard bytes.count >= end else { return }
    open(after: end, context)
  }

  /// Removes this handler, and forwards the bytes received after the proxy's response.
  private func open(after end: Int, _ context: ChannelHandlerContext) {
    isDone = true
    heard.moveReaderIndex(forwardBy: end)
    isOpen.succeed()
    if heard.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(heard)) }
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
  }

  private func fail(_ error: TransportError, _ context: ChannelHandlerContext) {
    guard !isDone else { return }
    isDone = true
    isOpen.fail(error)
    context.close(promise: nil)
  }

  private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
  }

  private static func basic(_ credentials: ProxyAddress.Credentials) -> String {
    "Basic " + Array("\(credentials.user):\(credentials.password)".utf8).base64
  }
}

extension [UInt8] {
  /// Base64 (RFC 4648 section 4).
  fileprivate var base64: String {
    let alphabet = [Character]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      let bits = group.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
      for digit in 0...group.count { text.append(alphabet[(bits >> (18 - 6 * digit)) & 0x3F]) }
      text += String(repeating: "=" as Character, count: 3 - group.count)
    }
    return text
  }
}

extension TransportError {
  fileprivate static var invalidResponse: TransportError {
    TransportError(.network, "the proxy sent no valid response", mayHaveArrived: false)
  }

  fileprivate static var proxyRefused: TransportError {
    TransportError(.network, "the proxy refused the connection", mayHaveArrived: false)
  }

  fileprivate static var credentialsNeeded: TransportError {
    TransportError(.network, "the proxy requires authentication", mayHaveArrived: false)
  }
}
