import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL

/// How an answer is taken.
enum Manner: Sendable, Hashable {
  /// All at once, so that it may be packed and must come soon.
  case whole
  /// All at once, but after a file, which many servers work on before they answer.
  case afterFile
  /// As it comes, which may take for ever.
  case piecewise
}

extension HTTPClient.Configuration {
  init(_ wanted: HTTPTransport.Configuration, _ manner: Manner, _ proxy: ProxyAddress?) {
    let silence =
      switch manner {
      case .whole: wanted.idleTimeout
      case .afterFile: wanted.wholeTimeout
      case .piecewise: wanted.silenceTimeout
      }
    let timeout = HTTPClient.Configuration.Timeout(
      connect: TimeAmount(wanted.connectTimeout), read: TimeAmount(silence), write: TimeAmount(wanted.idleTimeout))
    self.init(
      tlsConfiguration: TLSConfiguration(wanted), redirectConfiguration: .disallow, timeout: timeout,
      proxy: proxy.map(HTTPClient.Configuration.Proxy.init),
      decompression: manner == .piecewise ? .disabled : .enabled(limit: .size(wanted.bodyLimit)))
    httpVersion = .http1Only
    connectionPool.idleTimeout = .seconds(20)
    // A stream keeps its connection, so that the usual eight would leave none for the ninth.
    if manner == .piecewise { connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 256 }
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
  init(_ wanted: HTTPTransport.Configuration) {
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
  init(_ request: HTTPRequest, _ manner: Manner) {
    self.init(url: request.url.description)
    method = HTTPMethod(rawValue: request.method.rawValue)
    headers = HTTPHeaders(request.headers.fields.map { ($0.name, $0.value) })
    if manner != .piecewise { headers.add(name: "Accept-Encoding", value: "gzip, deflate") }
    guard let rest = request.file else {
      body = request.body.map { .bytes($0) }
      return
    }
    let chunks = FileChunks(head: request.body ?? [], rest: rest)
    body = .stream(chunks, length: .known(Int64(chunks.length)))
  }
}

extension HTTPRequest {
  /// The time that a file may take beyond what any exchange may: a second for every 32 KiB.
  var timeForFile: Duration {
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
