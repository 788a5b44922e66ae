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

extension TransportError {
  /// Puts what AsyncHTTPClient and the layers below it throw into plain words.
  init(_ error: any Error, host: String) {
    switch error {
    case let error as TransportError: self = error
    case is CancellationError: self = .canceled
    case let error as HTTPClientError: self.init(client: error)
    case let error as NIOConnectionError: self.init(connection: error)
    case let error as IOError: self.init(code: error.errnoCode)
    case let error as NIOSSLError: self.init(tls: error)
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
      self.init(.timedOut, "no connection in time", mayHaveArrived: false)
    case .readTimeout: self.init(.timedOut, "nothing came for too long", mayHaveArrived: true)
    case .writeTimeout, .deadlineExceeded: self.init(.timedOut, "the whole took too long", mayHaveArrived: true)
    case .remoteConnectionClosed: self = .closedEarly
    case .invalidProxyResponse: self.init(.network, "the proxy refused the connection", mayHaveArrived: false)
    case .proxyAuthenticationRequired: self.init(.network, "the proxy wants a password", mayHaveArrived: false)
    case .emptyHost, .invalidURL, .emptyScheme:
      self.init(.malformed, "the address cannot be asked", mayHaveArrived: false)
    default: self.init(.network, error.shortDescription.oneLine(limit: 200), mayHaveArrived: true)
    }
  }

  private init(connection error: NIOConnectionError) {
    // Encryption is set up before a connection is tried, so that its failures count as those of the connection.
    guard !error.connectionErrors.contains(where: { $0.error is NIOSSLError || $0.error is BoringSSLError }) else {
      self = .unreadableTrust
      return
    }
    let codes = error.connectionErrors.compactMap { ($0.error as? IOError)?.errnoCode }
    switch codes.first(where: { $0 == ECONNREFUSED }) ?? codes.first {
    case .some(let code): self.init(code: code)
    case nil where error.connectionErrors.contains { ($0.error as? ChannelError)?.isConnectTimeout == true }:
      self.init(.timedOut, "no connection in time", mayHaveArrived: false)
    case nil where error.dnsAError != nil || error.dnsAAAAError != nil:
      self.init(.network, "no host of this name was found", mayHaveArrived: false)
    case nil: self.init(.network, "no connection", mayHaveArrived: false)
    }
  }

  private init(code: CInt) {
    switch code {
    case ECONNREFUSED: self.init(.network, "connection refused", mayHaveArrived: false)
    case EHOSTUNREACH, ENETUNREACH, ENETDOWN:
      self.init(.network, "the network does not lead there", mayHaveArrived: false)
    case ECONNRESET, EPIPE: self.init(.network, "the connection was reset", mayHaveArrived: true)
    case ETIMEDOUT: self.init(.timedOut, "no connection in time", mayHaveArrived: true)
    default:
      let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
      self.init(.network, reason.lowercased(), mayHaveArrived: true)
    }
  }

  private init(tls error: NIOSSLError) {
    switch error {
    case .handshakeFailed(let reason):
      let isCertificate = String(describing: reason).contains("CERTIFICATE_VERIFY_FAILED")
      self = isCertificate ? .untrustedCertificate : .noAgreement
    case .unableToValidateCertificate, .noCertificateToValidate: self = .untrustedCertificate
    case .noSuchFilesystemObject, .failedToLoadCertificate: self = .unreadableTrust
    case .uncleanShutdown, .shutdownFailed: self = .closedEarly
    default: self.init(.untrusted, "the encryption failed", mayHaveArrived: true)
    }
  }

  private init(validation error: NIOSSLExtraError, host: String) {
    if error == .failedToValidateHostname {
      self.init(.untrusted, "its certificate is for another host", mayHaveArrived: false)
    } else {
      self.init(.untrusted, "no certificate can fit '\(host)'", mayHaveArrived: false)
    }
  }

  private init(channel error: ChannelError) {
    switch error {
    case .connectTimeout: self.init(.timedOut, "no connection in time", mayHaveArrived: false)
    case .eof, .alreadyClosed, .ioOnClosedChannel, .inputClosed, .outputClosed: self = .closedEarly
    default: self.init(.network, "the connection failed", mayHaveArrived: true)
    }
  }

  private init(parser error: HTTPParserError) {
    self =
      error == .invalidEOFState
      ? .closedEarly : TransportError(.malformed, "what came is not HTTP", mayHaveArrived: true)
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
    TransportError(.canceled, "the request was cancelled", mayHaveArrived: true)
  }

  static var untrustedCertificate: TransportError {
    TransportError(.untrusted, "its certificate is not trusted", mayHaveArrived: false)
  }

  private static var unreadableTrust: TransportError {
    let text = "the certificates that SSL_CERT_FILE or SSL_CERT_DIR names cannot be read"
    return TransportError(.untrusted, text, mayHaveArrived: false)
  }

  private static var noAgreement: TransportError {
    TransportError(.untrusted, "no encrypted connection could be agreed on", mayHaveArrived: false)
  }

  private static var badCompression: TransportError {
    TransportError(.malformed, "the body is not compressed as it says", mayHaveArrived: true)
  }

  private static var closedEarly: TransportError {
    TransportError(.network, "the connection was closed before the answer was whole", mayHaveArrived: true)
  }
}

extension ChannelError {
  fileprivate var isConnectTimeout: Bool {
    guard case .connectTimeout = self else { return false }
    return true
  }
}
