#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that was downloaded.
public struct Download: Sendable, Hashable {
  /// Where it came from after all redirects.
  public let url: WebURL
  /// Its MIME type, as the server says.
  public let type: String?
  /// How many bytes it has.
  public let length: Int
}

extension Client {
  /// Downloads a file piece by piece.
  ///
  /// Any https URL will do, and any URL of the client's own server; addresses of this machine and of networks at home
  /// only where they are the server's. Nobody but the server gets the token. What was handed over before an error is
  /// of no use.
  ///
  /// - Parameters:
  ///   - url: where the file is.
  ///   - limit: how many bytes are taken.
  ///   - take: what becomes of each piece; what it throws ends the download.
  public func download(
    _ url: WebURL, limit: Int = 1 << 30, to take: ([UInt8]) async throws -> Void
  ) async throws -> Download {
    let start = await place(of: url)
    var call = Call(method: .get, path: Path(verbatim: start.path))
    call.accepts = "*/*"
    var intake = Intake(limit: limit)
    var failure: (any Error)?
    let source = try await perform(call, at: start, checking: mayDownload) { piece in
      do {
        switch piece {
        case .head(let head): try intake.begin(head)
        case .chunk(let bytes):
          try intake.add(bytes.count)
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
      try intake.finish()
    } catch let error as TransportError {
      throw FediverseError(error, to: call, of: source.origin)
    }
    return Download(url: source, type: intake.type, length: intake.count)
  }

  /// Downloads a file into one that is open for writing, from where it stands.
  public func download(_ url: WebURL, limit: Int = 1 << 30, to descriptor: CInt) async throws -> Download {
    try await download(url, limit: limit) { bytes throws(FileError) in
      try FileError.write(bytes, to: descriptor)
    }
  }

  /// A server on this machine writes URLs of a domain that leads nowhere, or to somebody else.
  private func place(of url: WebURL) async -> WebURL {
    guard server.isLoopback, !url.origin.isLoopback, let domain = try? await domain(), url.origin.authority == domain
    else { return url }
    return WebURL(origin: server, target: url.target)
  }

  private func mayDownload(_ url: WebURL) throws(FediverseError) {
    guard url.origin != server else { return }
    guard !url.origin.isPrivate else { throw .privateHost(url) }
    guard url.origin.scheme == .https else { throw .openLine(url) }
  }
}

/// How much of a download has come, and whether it is what was promised.
private struct Intake {
  let limit: Int
  private(set) var type: String?
  private(set) var count = 0
  private var promised: Int?

  init(limit: Int) {
    self.limit = limit
  }

  mutating func begin(_ head: HTTPHead) throws(TransportError) {
    let encoding = head.headers["Content-Encoding"]?.trimmedOfBlanks.lowercased() ?? ""
    guard ["", "identity"].contains(encoding) else { throw .packed }
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
    FileError("the download cannot be written: \(reason(code))")
  }
}

extension TransportError {
  fileprivate static var packed: TransportError {
    TransportError(.malformed, "the file is packed although that was not asked for", mayHaveArrived: true)
  }

  fileprivate static var incomplete: TransportError {
    TransportError(.network, "the connection was closed before the file was whole", mayHaveArrived: true)
  }
}

extension FediverseError {
  fileprivate static func privateHost(_ url: WebURL) -> FediverseError {
    let detail = "'\(url.origin)' is an address of this machine or of a network at home"
    return FediverseError(.insecure, server: url.origin, request: "GET \(url.path)", detail: detail)
  }

  fileprivate static func openLine(_ url: WebURL) -> FediverseError {
    let detail = "'\(url.origin.baseURL)' is not encrypted; use https://"
    return FediverseError(.insecure, server: url.origin, request: "GET \(url.path)", detail: detail)
  }
}
