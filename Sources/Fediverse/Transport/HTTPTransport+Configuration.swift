#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension HTTPTransport {
  /// Timeouts, limits, proxies and trusted certificates.
  public struct Configuration: Sendable, Hashable {
    /// The maximum time to establish a connection.
    public var connectTimeout: Duration
    /// The maximum silence on a connection during an exchange.
    public var idleTimeout: Duration
    /// The maximum silence on a connection that streams; Mastodon sends a heartbeat every 15 s.
    public var streamIdleTimeout: Duration
    /// The maximum time for an exchange.
    public var totalTimeout: Duration
    /// The maximum size of a response's body after decompression, in bytes.
    public var bodyLimit: Int
    /// The proxies.
    public var proxies: ProxySettings
    /// A file of trusted certificates in place of the system's.
    public var certificateFile: String?
    /// A folder of trusted certificates, in addition to the file or in place of the system's.
    public var certificateFolder: String?

    /// Creates a configuration with conservative limits, and with proxies and certificates from environment variables:
    /// `https_proxy` and related, `SSL_CERT_FILE` and `SSL_CERT_DIR`.
    ///
    /// - Parameter variable: returns the value of an environment variable.
    public init(_ variable: (String) -> String? = Self.environment) {
      connectTimeout = .seconds(10)
      idleTimeout = .seconds(30)
      streamIdleTimeout = .seconds(60)
      totalTimeout = .seconds(120)
      bodyLimit = 16 << 20
      proxies = ProxySettings(variable)
      certificateFile = variable("SSL_CERT_FILE").flatMap { $0.isEmpty ? nil : $0 }
      certificateFolder = variable("SSL_CERT_DIR").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of an environment variable of this process.
    public static func environment(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }
    }
  }
}
