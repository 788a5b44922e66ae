extension Client {
  /// The streaming API.
  public var streaming: Streaming { Streaming(client: self) }

  /// The streaming API.
  ///
  /// Servers offer WebSockets, server-sent events or neither; without either, the client polls. It detects what works,
  /// and remembers it.
  public struct Streaming: Sendable {
    let client: Client

    /// The events of a source from now on.
    public func events(_ source: Source) -> StreamEvents {
      StreamEvents(client: client, source: source)
    }

    /// Whether the events of a source come from lists that are read every 30 to 45 seconds, because the server does not
    /// deliver them; known beforehand for software that never does, otherwise once the source was opened.
    public func isPolled(_ source: Source) -> Bool {
      source.firstMethod(on: client.knownFlavor) == .polling || client.withStreams { $0.polled.contains(source) }
    }
  }

  /// The base URL of all streams, which some servers have on a separate host; fetched once.
  func streamingAddress() async throws(FediverseError) -> WebURL {
    if let knownStreamingAddress { return knownStreamingAddress }
    let address = try streamingAddress(from: try await namedStreamingAddress())
    knownStreamingAddress = address
    return address
  }

  /// The streaming URL in the instance document; `nil` if the server has no such document.
  private func namedStreamingAddress() async throws(FediverseError) -> String? {
    do throws(FediverseError) {
      return try await instance.instance().streamingURL
    } catch {
      switch error.kind {
      case .unauthorized, .forbidden, .notFound, .rejected, .malformed, .unsupported, .tooLarge: return nil
      case .network, .timedOut, .canceled, .rateLimited, .server, .insecure, .undecided, .unstored: throw error
      }
    }
  }

  private func streamingAddress(from text: String?) throws(FediverseError) -> WebURL {
    let own = WebURL(origin: server, target: Self.streamingPath)
    guard let text else { return own }
    guard let url = WebURL(text.spelledAsHTTP) else { return own }
    guard isTrustedHost(url.origin) else { throw .foreignStream(url, server) }
    var path = url.path
    while path.hasSuffix("/") { path.removeLast() }
    let isWhole = path.hasSuffix("/streaming")
    let origin = url.origin.authority == server.authority ? server : url.origin
    return WebURL(origin: origin, target: isWhole ? path : path + Self.streamingPath)
  }

  /// Whether a streaming host named by the server may receive the token: it must belong to the server or to the domain
  /// of its accounts, and be as secure.
  private func isTrustedHost(_ origin: ServerAddress) -> Bool {
    guard origin.isSafe(beside: server) else { return false }
    let domain = knownDomain.flatMap { try? ServerAddress($0) }
    return origin.isSameSite(as: server) || domain.map { origin.isSameOrNestedDomain(as: $0) } ?? false
  }

  private static let streamingPath = "/api/v1/streaming"
}

extension String {
  /// The WebSocket URL with the matching HTTP scheme.
  fileprivate var spelledAsHTTP: String {
    let text = trimmedOfBlanks
    return text.lowercased().hasPrefix("ws") ? "http" + text.dropFirst(2) : text
  }
}

extension FediverseError {
  fileprivate static func foreignStream(_ url: WebURL, _ server: ServerAddress) -> FediverseError {
    let detail = "its streaming host '\(url.origin)' is another server"
    return FediverseError(.insecure, server: server, request: "the stream", detail: detail)
  }
}
