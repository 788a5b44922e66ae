import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why an exchange failed without a complete response.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of failures.
  public enum Kind: Sendable, Hashable {
    /// The server could not be reached, or the connection was lost.
    case network
    /// The server's certificate or TLS is not trustworthy.
    case untrusted
    /// A time limit was exceeded.
    case timedOut
    /// The task was canceled.
    case canceled
    /// The request would have been sent unencrypted.
    case insecure
    /// The response exceeds the size limit.
    case tooLarge
    /// The response is not valid HTTP.
    case malformed
    /// The file to send cannot be read.
    case unreadable
    /// The access token has characters that no header may have, so nothing was sent.
    case unusableToken
    /// The refreshed access token cannot be stored, so nothing was sent.
    case unstored
  }

  /// The kind of failure.
  public let kind: Kind
  /// The reason as a clause, without a full stop.
  public let description: String
  /// Whether the server may have received the request, so that a change may have been made.
  public let mayHaveArrived: Bool

  /// Creates an error.
  public init(_ kind: Kind, _ description: String, mayHaveArrived: Bool) {
    self.kind = kind
    self.description = description
    self.mayHaveArrived = mayHaveArrived
  }
}

extension TransportError {
  static var tooLarge: TransportError {
    TransportError(.tooLarge, "the response exceeds the size limit", mayHaveArrived: true)
  }

  /// Converts the errors of AsyncHTTPClient and SwiftNIO.
  init(_ error: any Error, host: String) {
    switch error {
    case let error as TransportError: self = error
    case is CancellationError: self = .canceled
    case let error as HTTPClientError: self.init(client: error)
    case let error as NIOConnectionError: self.init(connection: error)
    case let error as IOError: self.init(code: error.errnoCode)
    case let error as NIOSSLError: self.init(tls: error)
    case let error as BoringSSLError: self.init(alert: "\(error)")
    case let error as NIOSSLExtraError: self.init(validation: error, host: host)
    case let error as ChannelError: self.init(channel: error)
    case let error as HTTPParserError: self.init(parser: error)
    case let error as NIOHTTPDecompression.DecompressionError: self.init(decompression: error)
    case is NIOHTTPDecompression.ExtraDecompressionError: self = .badCompression
    default: self.init(.network, String(describing: error).oneLine(limit: 200), mayHaveArrived: true)
    }
  }

  private init(client error: HTTPClientError) {
    switch error {
    case .cancelled: self = .canceled
    case .connectTimeout, .tlsHandshakeTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout,
      .getConnectionFromPoolTimeout:
      self.init(.timedOut, "the connection timed out", mayHaveArrived: false)
    case .readTimeout: self.init(.timedOut, "the server stopped sending data", mayHaveArrived: true)
    case .writeTimeout, .deadlineExceeded: self.init(.timedOut, "the request took too long", mayHaveArrived: true)
    case .remoteConnectionClosed: self = .closedEarly
    case .invalidProxyResponse: self.init(.network, "the proxy refused the connection", mayHaveArrived: false)
    case .proxyAuthenticationRequired: self.init(.network, "the proxy requires authentication", mayHaveArrived: false)
    case .emptyHost, .invalidURL, .emptyScheme:
      self.init(.malformed, "the URL is not valid", mayHaveArrived: false)
    default: self.init(.network, error.shortDescription.oneLine(limit: 200), mayHaveArrived: true)
    }
  }

  private init(connection error: NIOConnectionError) {
    // TLS is configured before connecting, so its failures are reported as connection errors.
    guard !error.connectionErrors.contains(where: { $0.error is NIOSSLError || $0.error is BoringSSLError }) else {
      self = .unreadableCertificates
      return
    }
    let codes = error.connectionErrors.compactMap { ($0.error as? IOError)?.errnoCode }
    switch codes.first(where: { $0 == ECONNREFUSED }) ?? codes.first {
    case .some(let code): self.init(code: code)
    case nil where error.connectionErrors.contains { ($0.error as? ChannelError)?.isConnectTimeout == true }:
      self.init(.timedOut, "the connection timed out", mayHaveArrived: false)
    case nil where error.dnsAError != nil || error.dnsAAAAError != nil:
      self.init(.network, "the host name could not be resolved", mayHaveArrived: false)
    case nil: self.init(.network, "the connection failed", mayHaveArrived: false)
    }
  }

  private init(code: CInt) {
    switch code {
    case ECONNREFUSED: self.init(.network, "connection refused", mayHaveArrived: false)
    case EHOSTUNREACH, ENETUNREACH, ENETDOWN:
      self.init(.network, "the network or host is unreachable", mayHaveArrived: false)
    case ECONNRESET, EPIPE: self.init(.network, "the connection was reset", mayHaveArrived: true)
    case ETIMEDOUT: self.init(.timedOut, "the connection timed out", mayHaveArrived: true)
    default:
      let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
      self.init(.network, reason.lowercased(), mayHaveArrived: true)
    }
  }

  private init(tls error: NIOSSLError) {
    switch error {
    case .handshakeFailed(let reason):
      let text = String(describing: reason)
      let isClosed = text.contains("eofDuringHandshake")
      self =
        text.contains("CERTIFICATE_VERIFY_FAILED") ? .untrustedCertificate : isClosed ? .cutHandshake : .handshakeFailed
    case .unableToValidateCertificate, .noCertificateToValidate: self = .untrustedCertificate
    case .noSuchFilesystemObject, .failedToLoadCertificate: self = .unreadableCertificates
    case .uncleanShutdown, .shutdownFailed: self = .closedEarly
    default: self.init(.untrusted, "TLS failed", mayHaveArrived: true)
    }
  }

  /// A failure of an established connection, such as one that the server ends for a reason.
  private init(alert error: String) {
    let asksForCertificate = ["CERTIFICATE_REQUIRED", "ALERT_BAD_CERTIFICATE"].contains { error.contains($0) }
    self =
      asksForCertificate
      ? TransportError(.untrusted, "it demands a certificate of its clients, and tusk has none", mayHaveArrived: false)
      : TransportError(.network, "the TLS connection failed", mayHaveArrived: true)
  }

  private init(validation error: NIOSSLExtraError, host: String) {
    if error == .failedToValidateHostname {
      self = .otherHost
    } else {
      self.init(.untrusted, "no certificate can match the host '\(host)'", mayHaveArrived: false)
    }
  }

  private init(channel error: ChannelError) {
    switch error {
    case .connectTimeout: self.init(.timedOut, "the connection timed out", mayHaveArrived: false)
    case .eof, .alreadyClosed, .ioOnClosedChannel, .inputClosed, .outputClosed: self = .closedEarly
    default: self.init(.network, "the connection failed", mayHaveArrived: true)
    }
  }

  private init(parser error: HTTPParserError) {
    self =
      error == .invalidEOFState
      ? .closedEarly : TransportError(.malformed, "the response is not valid HTTP", mayHaveArrived: true)
  }

  private init(decompression error: NIOHTTPDecompression.DecompressionError) {
    switch error {
    case .limit: self = .tooLarge
    default: self = .badCompression
    }
  }
}

extension TransportError {
  static var canceled: TransportError {
    TransportError(.canceled, "the request was canceled", mayHaveArrived: true)
  }

  static var untrustedCertificate: TransportError {
    TransportError(.untrusted, "its certificate is not trusted", mayHaveArrived: false)
  }

  private static var unreadableCertificates: TransportError {
    let text = "cannot read the certificates in SSL_CERT_FILE or SSL_CERT_DIR"
    return TransportError(.untrusted, text, mayHaveArrived: false)
  }

  private static var cutHandshake: TransportError {
    TransportError(.network, "the connection was closed during the TLS handshake", mayHaveArrived: false)
  }

  private static var handshakeFailed: TransportError {
    TransportError(.untrusted, "the TLS handshake failed", mayHaveArrived: false)
  }

  private static var badCompression: TransportError {
    TransportError(.malformed, "the response body does not match its Content-Encoding", mayHaveArrived: true)
  }

  private static var closedEarly: TransportError {
    TransportError(.network, "the connection was closed before the response was complete", mayHaveArrived: true)
  }
}

extension ChannelError {
  fileprivate var isConnectTimeout: Bool {
    guard case .connectTimeout = self else { return false }
    return true
  }
}
