extension Client {
  /// What the server tells as it happens.
  public var streaming: Streaming { Streaming(client: self) }

  /// What the server tells as it happens.
  ///
  /// Servers tell it by WebSocket, by server-sent events, or not at all; those are asked again and again what is new.
  /// The client finds out which, and remembers it.
  public struct Streaming: Sendable {
    let client: Client

    /// The events of a source from now on.
    public func events(_ source: Source) -> StreamEvents {
      StreamEvents(client: client, source: source)
    }
  }

  /// The beginning of the URL of every stream; asked for once, because some servers have a host of its own for them.
  func streamingAddress() async throws(FediverseError) -> WebURL {
    if let knownStreamingAddress { return knownStreamingAddress }
    let address = try streamingAddress(from: try await saidStreamingAddress())
    knownStreamingAddress = address
    return address
  }

  /// What the server says of it; nothing where it says nothing at all of itself.
  private func saidStreamingAddress() async throws(FediverseError) -> String? {
    do throws(FediverseError) {
      return try await instance.instance().streamingURL
    } catch {
      switch error.kind {
      case .unauthorized, .forbidden, .notFound, .rejected, .malformed, .unsupported, .tooLarge: return nil
      case .network, .timedOut, .canceled, .rateLimited, .server, .insecure: throw error
      }
    }
  }

  private func streamingAddress(from text: String?) throws(FediverseError) -> WebURL {
    let own = WebURL(origin: server, target: Self.streamingPath)
    guard let text else { return own }
    guard let url = WebURL(text.spelledAsHTTP) else { return own }
    guard isSameHouse(url.origin) else { throw .foreignStream(url, server) }
    var path = url.path
    while path.hasSuffix("/") { path.removeLast() }
    let isWhole = path.hasSuffix("/streaming")
    let origin = url.origin.authority == server.authority ? server : url.origin
    return WebURL(origin: origin, target: isWhole ? path : path + Self.streamingPath)
  }

  /// Whether an origin that the server names for its streams may get its token: it is in the house of the server or in
  /// that of its accounts, and the line is as safe.
  private func isSameHouse(_ origin: ServerAddress) -> Bool {
    guard origin.isSafe(beside: server) else { return false }
    let domain = knownDomain.flatMap { try? ServerAddress($0) }
    return origin.isSameSite(as: server) || domain.map { origin.isSameOrNestedDomain(as: $0) } ?? false
  }

  private static let streamingPath = "/api/v1/streaming"
}

extension String {
  /// The URL of a WebSocket as one of HTTP, because both stand at the same place.
  fileprivate var spelledAsHTTP: String {
    let text = trimmedOfBlanks
    return text.lowercased().hasPrefix("ws") ? "http" + text.dropFirst(2) : text
  }
}

extension FediverseError {
  fileprivate static func foreignStream(_ url: WebURL, _ server: ServerAddress) -> FediverseError {
    let detail = "its streams are said to be at '\(url.origin)', another server"
    return FediverseError(.insecure, server: server, request: "the stream", detail: detail)
  }
}
