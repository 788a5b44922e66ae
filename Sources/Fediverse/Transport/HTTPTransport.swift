import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// The transport over the network: HTTP/1.1, inside TLS to all but this machine.
///
/// Threads, sockets and certificates are set up by the first request that needs them.
public final class HTTPTransport: Transport {
  let configuration: Configuration
  private let pool = Mutex(ConnectionPool())

  /// A transport that has not done anything yet.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// What the first requests have set up: one client per proxy, because AsyncHTTPClient knows but one proxy a client.
  private struct ConnectionPool {
    var group: MultiThreadedEventLoopGroup?
    var clients: [PoolKey: HTTPClient] = [:]
  }

  /// What a client is for.
  private struct PoolKey: Hashable {
    let manner: Manner
    let proxy: ProxyAddress?
  }

  deinit {
    let (group, clients) = pool.withLock { ($0.group, Array($0.clients.values)) }
    guard let group else { return }
    Task.detached {
      for client in clients { try? await client.shutdown() }
      // A name that is still being looked up comes back to its thread, and would be complained of on standard error.
      try? await Task.sleep(for: .seconds(60))
      try? await group.shutdownGracefully()
    }
  }

  /// Closes every connection; a request after that opens new ones.
  public func close() async {
    let (group, clients) = pool.withLock { pool in
      defer { pool = ConnectionPool() }
      return (pool.group, Array(pool.clients.values))
    }
    for client in clients { try? await client.shutdown() }
    try? await group?.shutdownGracefully()
  }

  /// Sends the request over a connection that is open already, or a new one.
  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await exchange(request, request.file == nil ? .whole : .afterFile) { answer, deadline in
      let body = try await self.collect(answer.body, before: deadline)
      return HTTPResponse(status: Int(answer.status.code), headers: Headers(answer.headers), body: body)
    }
  }

  /// Sends the request and hands over the answer as it comes; only its head must be there within the whole time.
  public func send(
    _ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading
  ) async throws(TransportError) {
    try await exchange(request, .piecewise) { answer, _ in
      let head = HTTPHead(status: Int(answer.status.code), headers: Headers(answer.headers))
      guard await take(.head(head)) == .more else { return }
      for try await chunk in answer.body {
        guard await take(.chunk(Array(chunk.readableBytesView))) == .more else { return }
      }
    }
  }

  private func exchange<Outcome>(
    _ request: HTTPRequest, _ manner: Manner,
    _ take: (HTTPClientResponse, NIODeadline) async throws -> Outcome
  ) async throws(TransportError) -> Outcome {
    try request.check()
    let origin = request.url.origin
    let poolKey = PoolKey(manner: manner, proxy: try configuration.proxies.proxy(for: origin))
    let client = client(for: poolKey)
    do {
      let deadline = NIODeadline.now() + TimeAmount(configuration.wholeTimeout + request.timeForFile)
      return try await take(
        try await client.execute(HTTPClientRequest(request, manner), deadline: deadline), deadline)
    } catch {
      throw await reason(for: error, at: origin, poolKey)
    }
  }

  /// The thread of every connection.
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

  /// AsyncHTTPClient's own deadline ends with the head of the answer, so that the body is watched here.
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
      let settings = HTTPClient.Configuration(configuration, poolKey.manner, poolKey.proxy)
      let client = HTTPClient(eventLoopGroup: group, configuration: settings)
      pool.clients[poolKey] = client
      return client
    }
  }
}

extension HTTPRequest {
  /// Throws where the request must not go out: over an open line, or with a header that is more than one.
  func check() throws(TransportError) {
    let origin = url.origin
    guard origin.scheme == .https || origin.isLoopback else { throw .openLine(to: origin) }
    guard headers.fields.allSatisfy(\.isSound) else { throw .brokenHeader }
  }
}

extension TransportError {
  fileprivate static var brokenHeader: TransportError {
    TransportError(.malformed, "a header of the request holds a line break", mayHaveArrived: false)
  }

  fileprivate static func openLine(to server: ServerAddress) -> TransportError {
    let text = "'\(server.baseURL)' is not encrypted, and plain http is only for this machine; use https://"
    return TransportError(.insecure, text, mayHaveArrived: false)
  }
}
