import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Synchronization

/// The transport over the network: HTTP/1.1, inside TLS to all but this machine.
///
/// Threads, sockets and certificates are set up by the first request that needs them.
public final class HTTPTransport: Transport {
  private let configuration: Configuration
  private let machinery = Mutex(Machinery())

  /// A transport that has not done anything yet.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// What the first requests have set up: one client per proxy, because AsyncHTTPClient knows but one proxy a client.
  private struct Machinery {
    var group: MultiThreadedEventLoopGroup?
    var clients: [ProxyAddress?: HTTPClient] = [:]
  }

  deinit {
    let (group, clients) = machinery.withLock { ($0.group, Array($0.clients.values)) }
    guard let group else { return }
    Task.detached {
      for client in clients { try? await client.shutdown() }
      try? await group.shutdownGracefully()
    }
  }

  /// Closes every connection; a request after that opens new ones.
  public func close() async {
    let (group, clients) = machinery.withLock { machinery in
      defer { machinery = Machinery() }
      return (machinery.group, Array(machinery.clients.values))
    }
    for client in clients { try? await client.shutdown() }
    try? await group?.shutdownGracefully()
  }

  /// Sends the request over a connection that is open already, or a new one.
  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let origin = request.url.origin
    guard origin.scheme == .https || origin.isLoopback else { throw .openLine(to: origin) }
    guard request.headers.fields.allSatisfy(\.isSound) else { throw .brokenHeader }
    let proxy = try configuration.proxies.proxy(for: origin)
    let client = client(by: proxy)
    do {
      let deadline = NIODeadline.now() + TimeAmount(configuration.wholeTimeout)
      let answer = try await client.execute(HTTPClientRequest(request), deadline: deadline)
      let body = try await collect(answer.body, before: deadline)
      let headers = Headers(answer.headers.map { Headers.Field(name: $0.name, value: $0.value) })
      return HTTPResponse(status: Int(answer.status.code), headers: headers, body: body)
    } catch {
      let failure = TransportError(error, host: origin.host)
      guard failure == .untrustedCertificate, proxy == nil, let group = machinery.withLock(\.group) else {
        throw failure
      }
      let reason = await CertificateInspection(group: group, server: origin).reason(now: .now())
      throw reason.map { TransportError(.untrusted, $0, mayHaveArrived: false) } ?? failure
    }
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

  private func client(by proxy: ProxyAddress?) -> HTTPClient {
    machinery.withLock { machinery in
      if let client = machinery.clients[proxy] { return client }
      let group = machinery.group ?? MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let client = HTTPClient(eventLoopGroup: group, configuration: HTTPClient.Configuration(configuration, proxy))
      machinery.group = group
      machinery.clients[proxy] = client
      return client
    }
  }
}

extension HTTPClient.Configuration {
  fileprivate init(_ wanted: HTTPTransport.Configuration, _ proxy: ProxyAddress?) {
    let timeout = HTTPClient.Configuration.Timeout(
      connect: TimeAmount(wanted.connectTimeout), read: TimeAmount(wanted.idleTimeout),
      write: TimeAmount(wanted.idleTimeout))
    self.init(
      tlsConfiguration: TLSConfiguration(wanted), redirectConfiguration: .disallow, timeout: timeout,
      proxy: proxy.map(HTTPClient.Configuration.Proxy.init), decompression: .enabled(limit: .size(wanted.bodyLimit)))
    httpVersion = .http1Only
    connectionPool.idleTimeout = .seconds(20)
    // By default a refused connection and a bad certificate are tried again until the time-out.
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
  fileprivate init(_ wanted: HTTPTransport.Configuration) {
    self = .makeClientConfiguration()
    switch (wanted.certificateFile, wanted.certificateFolder) {
    case (let file?, let folder?):
      // Only the first of the two may be a folder.
      trustRoots = .file(folder)
      additionalTrustRoots = [.file(file)]
    case (let path?, nil), (nil, let path?): trustRoots = .file(path)
    case (nil, nil): break
    }
  }
}

extension HTTPClientRequest {
  fileprivate init(_ request: HTTPRequest) {
    self.init(url: request.url.description)
    method = HTTPMethod(rawValue: request.method.rawValue)
    headers = HTTPHeaders(request.headers.fields.map { ($0.name, $0.value) })
    headers.add(name: "Accept-Encoding", value: "gzip, deflate")
    body = request.body.map { .bytes($0) }
  }
}

extension TimeAmount {
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .seconds(seconds) + .nanoseconds(attoseconds / 1_000_000_000)
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
