import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The network transport: HTTP/1.1 over TLS; unencrypted only to this machine.
///
/// Threads, connections and certificates are set up by the first request that needs them.
public final class HTTPTransport: Transport {
  let configuration: Configuration
  private let values: ValueBudget
  private let pool = Mutex(ConnectionPool())

  /// Creates a transport; nothing is opened until the first request.
  public convenience init(_ configuration: Configuration = Configuration()) {
    self.init(configuration, values: .ofProcess)
  }

  /// - Parameter values: how many JSON values responses may have.
  init(_ configuration: Configuration, values: ValueBudget) {
    (self.configuration, self.values) = (configuration, values)
  }

  /// The clients and threads in use. There is one client per server and proxy, because AsyncHTTPClient supports only one
  /// proxy per client, and does not tell a check of a connection's certificate which host was dialed.
  private struct ConnectionPool {
    var group: MultiThreadedEventLoopGroup?
    var clients: [PoolKey: HTTPClient] = [:]
  }

  /// What distinguishes clients.
  private struct PoolKey: Hashable {
    let mode: ResponseMode
    let server: ServerAddress
    let proxy: ProxyAddress?
  }

  deinit {
    let (group, clients) = pool.withLock { ($0.group, Array($0.clients.values)) }
    guard let group else { return }
    Task.detached {
      for client in clients { try? await client.shutdown() }
      // A pending DNS lookup returns to its thread later, and AsyncHTTPClient would complain on standard error if the
      // thread had ended.
      try? await Task.sleep(for: .seconds(60))
      try? await group.shutdownGracefully()
    }
  }

  /// Closes all connections; later requests open new ones.
  public func close() async {
    let (group, clients) = pool.withLock { pool in
      defer { pool = ConnectionPool() }
      return (pool.group, Array(pool.clients.values))
    }
    for client in clients { try? await client.shutdown() }
    try? await group?.shutdownGracefully()
  }

  /// Sends the request over an idle or a new connection.
  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await exchange(request, request.file == nil ? .whole : .afterUpload) { response, deadline in
      let body = try await self.collect(response.body, before: deadline)
      let share = try self.values.share(of: body)
      return HTTPResponse(
        status: Int(response.status.code), headers: Headers(response.headers), body: body, share: share)
    }
  }

  /// Sends the request and delivers the response as it arrives; the time limit applies to its head only.
  public func send(
    _ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading
  ) async throws(TransportError) {
    try await exchange(request, .streamed) { response, _ in
      let head = HTTPHead(status: Int(response.status.code), headers: Headers(response.headers))
      guard await take(.head(head)) == .more else { return }
      for try await chunk in response.body {
        guard await take(.chunk(Array(chunk.readableBytesView))) == .more else { return }
      }
    }
  }

  private func exchange<Outcome>(
    _ request: HTTPRequest, _ mode: ResponseMode,
    _ take: (HTTPClientResponse, NIODeadline) async throws -> Outcome
  ) async throws(TransportError) -> Outcome {
    try request.check()
    let origin = request.url.origin
    let poolKey = PoolKey(mode: mode, server: origin, proxy: try configuration.proxies.proxy(for: origin))
    let client = client(for: poolKey)
    do {
      let longest = configuration.totalTimeout + request.uploadTime
      let deadline = NIODeadline.now() + TimeAmount(request.timeLimit.map { min($0, longest) } ?? longest)
      let message = HTTPClientRequest(request, mode, client.eventLoopGroup.any())
      return try await take(try await client.execute(message, deadline: deadline), deadline)
    } catch {
      throw await reason(for: error, at: origin, poolKey)
    }
  }

  /// The thread of all connections.
  var group: MultiThreadedEventLoopGroup {
    pool.withLock { pool in
      let group = pool.group ?? MultiThreadedEventLoopGroup(numberOfThreads: 1)
      pool.group = group
      return group
    }
  }

  private func reason(for error: any Error, at origin: ServerAddress, _ poolKey: PoolKey) async -> TransportError {
    let failure = TransportError(error, host: origin.host)
    guard failure == .untrustedCertificate, poolKey.proxy == nil, let group = pool.withLock(\.group) else {
      return failure
    }
    let reason = await CertificateInspection(group: group, server: origin).reason(now: .now())
    return reason.map { TransportError(.untrusted, $0, mayHaveArrived: false) } ?? failure
  }

  /// AsyncHTTPClient's deadline covers only the head of the response, so the body is timed here.
  private func collect(_ body: HTTPClientResponse.Body, before deadline: NIODeadline) async throws -> [UInt8] {
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      defer { group.cancelAll() }
      group.addTask { try await self.collect(body) }
      group.addTask {
        let rest = deadline - .now()
        try await Task.sleep(for: .nanoseconds(max(rest.nanoseconds, 0)))
        throw HTTPClientError.deadlineExceeded
      }
      return try await group.next() ?? []
    }
  }

  private func collect(_ body: HTTPClientResponse.Body) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await chunk in body {
      guard bytes.count + chunk.readableBytes <= configuration.bodyLimit else { throw TransportError.tooLarge }
      bytes.append(contentsOf: chunk.readableBytesView)
    }
    return bytes
  }

  private func client(for poolKey: PoolKey) -> HTTPClient {
    let group = group
    return pool.withLock { pool in
      if let client = pool.clients[poolKey] { return client }
      var settings = HTTPClient.Configuration(configuration, poolKey.mode, poolKey.proxy)
      if poolKey.server.scheme == .https {
        let check = HostCheck(poolKey.server)
        settings.http1_1ConnectionDebugInitializer = { check.verify($0) }
        settings.http2ConnectionDebugInitializer = { check.verify($0) }
      }
      let client = HTTPClient(eventLoopGroup: group, configuration: settings)
      pool.clients[poolKey] = client
      return client
    }
  }
}

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

/// How the response to a request is read.
enum ResponseMode: Sendable, Hashable {
  /// As a whole: it may be compressed, and must arrive soon.
  case whole
  /// As a whole, after an upload, which many servers process before they respond.
  case afterUpload
  /// As it arrives, without an end.
  case streamed
}

extension HTTPClient.Configuration {
  init(_ wanted: HTTPTransport.Configuration, _ mode: ResponseMode, _ proxy: ProxyAddress?) {
    let silence =
      switch mode {
      case .whole: wanted.idleTimeout
      case .afterUpload: wanted.totalTimeout
      case .streamed: wanted.streamIdleTimeout
      }
    let timeout = HTTPClient.Configuration.Timeout(
      connect: TimeAmount(wanted.connectTimeout), read: TimeAmount(silence), write: TimeAmount(wanted.idleTimeout))
    self.init(
      tlsConfiguration: TLSConfiguration(wanted), redirectConfiguration: .disallow, timeout: timeout,
      proxy: proxy.map(HTTPClient.Configuration.Proxy.init),
      decompression: mode == .streamed ? .disabled : .enabled(limit: .size(wanted.bodyLimit)))
    httpVersion = .http1Only
    connectionPool.idleTimeout = .seconds(20)
    // Each stream occupies a connection, so the default of eight would block the ninth.
    if mode == .streamed { connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 256 }
    // By default, refused connections and bad certificates are retried until the timeout.
    connectionPool.retryConnectionEstablishment = false
  }
}

extension HTTPClient.Configuration.Proxy {
  fileprivate init(_ proxy: ProxyAddress) {
    switch proxy.kind {
    case .http:
      let credentials = proxy.credentials.map {
        HTTPClient.Authorization.basic(username: $0.user, password: $0.password)
      }
      self = .server(host: proxy.host, port: proxy.port, authorization: credentials)
    case .socks5:
      self = .socksServer(host: proxy.host, port: proxy.port)
    }
  }
}

extension TLSConfiguration {
  init(_ wanted: HTTPTransport.Configuration) {
    self = .makeClientConfiguration()
    // RFC 8996 deprecates the versions before 1.2.
    minimumTLSVersion = .tlsv12
    switch (wanted.certificateFile, wanted.certificateFolder) {
    case (let file?, let folder?):
      // Only `trustRoots` accepts a folder.
      trustRoots = .file(folder)
      additionalTrustRoots = [.file(file)]
    case (let path?, nil), (nil, let path?): trustRoots = .file(path)
    case (nil, nil): break
    }
  }
}

extension HTTPClientRequest {
  init(_ request: HTTPRequest, _ mode: ResponseMode, _ eventLoop: any EventLoop) {
    self.init(url: request.url.description)
    method = HTTPMethod(rawValue: request.method.rawValue)
    headers = HTTPHeaders(request.headers.fields.map { ($0.name, $0.value) })
    if mode != .streamed { headers.add(name: "Accept-Encoding", value: "gzip, deflate") }
    guard let rest = request.file else {
      body = request.body.map { .bytes($0) }
      return
    }
    let chunks = FileChunks(head: request.body ?? [], rest: rest, eventLoop: eventLoop)
    body = .stream(chunks, length: .known(Int64(chunks.length)))
  }
}

extension HTTPRequest {
  /// The additional time for an upload: one second per 32 KiB.
  var uploadTime: Duration {
    .seconds((file?.file.length ?? 0) >> 15)
  }
}

extension Headers {
  init(_ headers: HTTPHeaders) {
    self.init(headers.map { Field(name: $0.name, value: $0.value) })
  }
}

extension TimeAmount {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .seconds(seconds) + .nanoseconds(attoseconds / 1_000_000_000)
  }
}
