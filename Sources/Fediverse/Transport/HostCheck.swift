import NIOCore
import NIOSSL

/// Whether a certificate names the host that was dialed.
///
/// SwiftNIO checks this too, but it also accepts the address at the other end of the connection in place of the name, even
/// that of a proxy, and names with a wildcard inside a label.
struct HostCheck: Sendable {
  private let server: ServerAddress

  init(_ server: ServerAddress) {
    self.server = server
  }

  /// Refuses a new connection whose certificate names other hosts, before a request is sent on it.
  ///
  /// AsyncHTTPClient waits for ever if the connection closes before it has the result, so that comes at once.
  func verify(_ channel: any Channel) -> EventLoopFuture<Void> {
    guard channel.eventLoop.inEventLoop else { return channel.eventLoop.flatSubmit { verify(channel) } }
    do throws(TransportError) {
      guard let handler = try? channel.pipeline.syncOperations.handler(type: NIOSSLHandler.self),
        let certificate = handler.peerCertificate
      else { throw .untrustedCertificate }
      try verify(certificate)
      return channel.eventLoop.makeSucceededVoidFuture()
    } catch {
      // It must learn of the failure before it learns that the connection is closed.
      channel.eventLoop.execute { channel.close(promise: nil) }
      return channel.eventLoop.makeFailedFuture(error)
    }
  }

  /// The handler of a connection that checks the certificate with the handshake.
  func handler(_ context: NIOSSLContext) throws -> NIOSSLClientHandler {
    let isAddress = (try? SocketAddress(ipAddress: server.host, port: 0)) != nil
    return try NIOSSLClientHandler._makeSSLClientHandler(
      context: context, serverHostname: isAddress ? nil : server.host
    ) { certificate, channel in
      channel.eventLoop.makeCompletedFuture { try verify(certificate) }
    }
  }

  /// Refuses a certificate that names other hosts.
  func verify(_ certificate: NIOSSLCertificate) throws(TransportError) {
    guard matches(certificate) else { throw .otherHost }
  }

  /// An address matches only an address, and a name only a name (RFC 9525 section 6).
  private func matches(_ certificate: NIOSSLCertificate) -> Bool {
    let names = certificate._subjectAlternativeNames()
    if let address = AddressRange.bytes(of: server.host) {
      return names.contains { $0.nameType == .ipAddress && address.elementsEqual($0.contents) }
    }
    return names.contains { $0.nameType == .dnsName && matches(String(decoding: $0.contents, as: UTF8.self)) }
  }

  private func matches(_ pattern: String) -> Bool {
    let (pattern, host) = (Self.labels(of: pattern), Self.labels(of: server.host))
    guard pattern.count == host.count, pattern.allSatisfy({ !$0.isEmpty }) else { return false }
    if pattern.count > 1, pattern.first == "*" { return pattern.dropFirst() == host.dropFirst() }
    return pattern == host
  }

  private static func labels(of name: String) -> [Substring] {
    let name = name.hasSuffix(".") ? name.dropLast() : name[...]
    return name.lowercased()[...].split(separator: ".", omittingEmptySubsequences: false)
  }
}

extension TransportError {
  static var otherHost: TransportError {
    TransportError(.untrusted, "its certificate is for another host", mayHaveArrived: false)
  }
}
