import NIOCore
import NIOPosix
import NIOSSL

/// A second TLS handshake with a server whose certificate was rejected, to find out why, because the first one does not
/// report it.
///
/// Nothing is sent, and the connection is closed after the handshake.
struct CertificateInspection {
  let group: MultiThreadedEventLoopGroup
  let server: ServerAddress

  /// The reason as a clause; `nil` if the certificate is within its dates.
  func reason(now: Timestamp) async -> String? {
    guard let certificate = await leaf() else { return nil }
    let first = Timestamp(seconds: Int(certificate.notValidBefore))
    let last = Timestamp(seconds: Int(certificate.notValidAfter))
    if last < now { return "its certificate expired at \(last)" }
    return now < first ? "its certificate is not valid before \(first)" : nil
  }

  private func leaf() async -> NIOSSLCertificate? {
    let promise = group.next().makePromise(of: Optional<NIOSSLCertificate>.self)
    let isAddress = (try? SocketAddress(ipAddress: server.host, port: 0)) != nil
    let name = isAddress ? nil : server.host
    let connection = ClientBootstrap(group: group)
      .connectTimeout(.seconds(5))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          var configuration = TLSConfiguration.makeClientConfiguration()
          configuration.minimumTLSVersion = .tlsv12
          configuration.trustRoots = .certificates([])
          let context = try NIOSSLContext(configuration: configuration)
          let handler = try NIOSSLClientHandler(context: context, serverHostname: name) {
            (certificates, verdict: EventLoopPromise<NIOSSLVerificationResult>) in
            promise.succeed(certificates.first)
            verdict.succeed(.failed)
          }
          try channel.pipeline.syncOperations.addHandler(handler)
          channel.closeFuture.whenComplete { _ in promise.succeed(nil) }
        }
      }
      .connect(host: server.host, port: server.effectivePort)
    connection.whenFailure { _ in promise.succeed(nil) }
    group.next().scheduleTask(in: .seconds(5)) { promise.succeed(nil) }
    defer { connection.whenSuccess { $0.close(promise: nil) } }
    return try? await promise.futureResult.get()
  }
}
