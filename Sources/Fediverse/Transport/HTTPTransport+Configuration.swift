#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension HTTPTransport {
  /// How long to wait, how much to take and whom to trust.
  public struct Configuration: Sendable, Hashable {
    /// How long a connection may take to come about.
    public var connectTimeout: Duration
    /// How long a connection may be silent in the middle of an exchange.
    public var idleTimeout: Duration
    /// How long a connection may be silent whose answer is taken as it comes; servers send a sign of life every 15 s.
    public var silenceTimeout: Duration
    /// How long an exchange may take.
    public var wholeTimeout: Duration
    /// How many bytes the body of an answer may have once it is unpacked.
    public var bodyLimit: Int
    /// Which proxies to use.
    public var proxies: ProxySettings
    /// A file of trusted certificates instead of the system's.
    public var certificateFile: String?
    /// A folder of trusted certificates, beside the file or instead of the system's.
    public var certificateFolder: String?

    /// Careful limits, and proxies and certificates as the environment's variables name them: `https_proxy` and its
    /// kin, `SSL_CERT_FILE` and `SSL_CERT_DIR`.
    ///
    /// - Parameter variable: the value of a variable, by its name.
    public init(_ variable: (String) -> String? = Self.environment) {
      connectTimeout = .seconds(10)
      idleTimeout = .seconds(30)
      silenceTimeout = .seconds(60)
      wholeTimeout = .seconds(120)
      bodyLimit = 16 << 20
      proxies = ProxySettings(variable)
      certificateFile = variable("SSL_CERT_FILE").flatMap { $0.isEmpty ? nil : $0 }
      certificateFolder = variable("SSL_CERT_DIR").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of a variable of this process.
    public static func environment(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }
    }
  }
}
