#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A completed download.
public struct Download: Sendable, Hashable {
  /// The final URL, after all redirects.
  public let url: WebURL
  /// The MIME type sent by the server.
  public let type: String?
  /// The size in bytes.
  public let length: Int
}

extension Client {
  /// Downloads a file in chunks.
  ///
  /// Accepts any https URL, and any URL of the client's own server. Addresses of this machine or of private networks
  /// are refused unless they belong to that server. Only the server receives the token. If an error is thrown, discard
  /// the chunks received so far.
  ///
  /// - Parameters:
  ///   - url: the URL of the file.
  ///   - limit: the greatest accepted size in bytes.
  ///   - take: receives each chunk; an error it throws ends the download.
  public func download(
    _ url: WebURL, limit: Int = 1 << 30, to take: ([UInt8]) async throws -> Void
  ) async throws -> Download {
    let start = await place(of: url)
    var call = Call(method: .get, path: Path(verbatim: start.path))
    call.accepts = "*/*"
    var counter = DownloadCounter(limit: limit)
    var failure: (any Error)?
    let source = try await perform(call, at: start, checking: mayDownload) { piece in
      do {
        switch piece {
        case .head(let head): try counter.begin(head)
        case .chunk(let bytes):
          try counter.add(bytes.count)
          try await take(bytes)
        }
        return .more
      } catch {
        failure = error
        return .enough
      }
    }
    do {
      if let failure { throw failure }
      try counter.finish()
    } catch let error as TransportError {
      throw FediverseError(error, to: call, of: source.origin)
    }
    return Download(url: source, type: counter.type, length: counter.count)
  }

  /// Downloads a file into an open file descriptor, starting at its current offset.
  public func download(_ url: WebURL, limit: Int = 1 << 30, to descriptor: CInt) async throws -> Download {
    try await download(url, limit: limit) { bytes throws(FileError) in
      try FileError.write(bytes, to: descriptor)
    }
  }

  /// A server on this machine may write URLs with a domain that does not resolve to it.
  private func place(of url: WebURL) async -> WebURL {
    guard server.isLoopback, !url.origin.isLoopback, let domain = try? await domain(), url.origin.authority == domain
    else { return url }
    return WebURL(origin: server, target: url.target)
  }

  private func mayDownload(_ url: WebURL) throws(FediverseError) {
    guard url.origin != server else { return }
    guard !url.origin.isPrivate else { throw .privateHost(url) }
    guard url.origin.scheme == .https else { throw .unencrypted(url) }
  }
}

/// Counts the bytes of a download and checks them against the limit and the announced length.
private struct DownloadCounter {
  let limit: Int
  private(set) var type: String?
  private(set) var count = 0
  private var promised: Int?

  init(limit: Int) {
    self.limit = limit
  }

  mutating func begin(_ head: HTTPHead) throws(TransportError) {
    let encoding = head.headers["Content-Encoding"]?.trimmedOfBlanks.lowercased() ?? ""
    guard ["", "identity"].contains(encoding) else { throw .compressed }
    promised = head.headers["Content-Length"].flatMap { Int($0.trimmedOfBlanks) }
    guard promised ?? 0 <= limit else { throw .tooLarge }
    type = head.headers["Content-Type"].map { String($0.prefix { $0 != ";" }).oneLine(limit: 100) }
  }

  mutating func add(_ more: Int) throws(TransportError) {
    guard count + more <= limit else { throw .tooLarge }
    count += more
  }

  func finish() throws(TransportError) {
    guard promised ?? count == count else { throw .incomplete }
  }
}

extension FileError {
  fileprivate static func write(_ bytes: [UInt8], to descriptor: CInt) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
        let count = rest.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress, $0.count) }
      #elseif canImport(Musl)
        let count = rest.withUnsafeBytes { Musl.write(descriptor, $0.baseAddress, $0.count) }
      #else
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      #endif
      guard count >= 0 || errno == EINTR else { throw .unwritable(errno) }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  private static func unwritable(_ code: CInt) -> FileError {
    FileError("cannot write the download: \(reason(code))")
  }
}

extension TransportError {
  fileprivate static var compressed: TransportError {
    TransportError(.malformed, "the file is compressed although the request did not allow it", mayHaveArrived: true)
  }

  fileprivate static var incomplete: TransportError {
    TransportError(.network, "the connection closed before the file was complete", mayHaveArrived: true)
  }
}

extension FediverseError {
  fileprivate static func privateHost(_ url: WebURL) -> FediverseError {
    let detail = "the host has a private or loopback address"
    return FediverseError(.insecure, server: url.origin, request: "GET \(url.path)", detail: detail)
  }

  fileprivate static func unencrypted(_ url: WebURL) -> FediverseError {
    let detail = "plain http is not encrypted; use https://"
    return FediverseError(.insecure, server: url.origin, request: "GET \(url.path)", detail: detail)
  }
}
