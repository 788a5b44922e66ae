import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL

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
