import JSONValue

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

extension Client.Streaming {
  /// The source of a stream.
  public enum Source: Sendable, Hashable {
    /// The home timeline and the notifications of the signed-in account.
    case user
    /// The notifications of the signed-in account only.
    case notifications
    /// Public statuses: of all servers, of this server or of other servers; optionally only those with media.
    case `public`(local: Bool = false, remote: Bool = false, onlyMedia: Bool = false)
    /// Public statuses with a hashtag, of all servers or of this one.
    case tag(String, local: Bool = false)
    /// The statuses of the accounts in a list, by the identifier of the list.
    case list(String)
    /// The direct messages of the signed-in account.
    case direct
  }
}

extension Client.Streaming.Source {
  /// The call that opens the source as server-sent events.
  func call(under address: WebURL) -> Call {
    var query = parameter.map { [$0] } ?? []
    if isOnlyMedia { query.append(("only_media", "true")) }
    var call = Call.get(Path(verbatim: address.path + "/" + place), query)
    call.accepts = "text/event-stream"
    call.trustedOrigin = address.origin
    return call
  }

  /// The query that selects the source in the URL of a WebSocket.
  var query: [(name: String, value: String)] {
    [("stream", name)] + (parameter.map { [$0] } ?? [])
  }

  /// The message that subscribes to or unsubscribes from the source over a WebSocket.
  func message(_ type: String) -> String {
    var members: [(name: String, value: JSON)] = [("type", .string(type)), ("stream", .string(name))]
    if let parameter { members.append((parameter.name, .string(parameter.value))) }
    return JSON.object(JSON.Object(members)).text
  }

  /// The name of the source in events received over a WebSocket.
  var label: String {
    ([name] + (parameter.map { [$0.value] } ?? [])).joined(separator: ":").lowercased()
  }

  /// Whether an event may belong to the source, for servers that do not name the stream.
  func mayTell(_ event: StreamEvent) -> Bool {
    switch event {
    case .notification, .notificationsMerged: self == .user || self == .notifications
    case .conversation: self == .direct
    case .update, .statusUpdate, .delete: self != .notifications
    default: self == .user
    }
  }

  /// The parts of the source that lists contain as well.
  var parts: [StreamPart] {
    switch self {
    case .user: [.statuses, .notifications]
    case .notifications: [.notifications]
    case .direct: [.conversations]
    case .public, .tag, .list: [.statuses]
    }
  }

  private var place: String {
    switch self {
    case .public(local: true, _, _): "public/local"
    case .public(_, remote: true, _): "public/remote"
    case .public: "public"
    case .user, .notifications, .tag, .list, .direct: name.replacing(":", with: "/")
    }
  }

  private var name: String {
    switch self {
    case .user: "user"
    case .notifications: "user:notification"
    case .public(let isLocal, let isRemote, let isOnlyMedia):
      "public" + (isLocal ? ":local" : isRemote ? ":remote" : "") + (isOnlyMedia ? ":media" : "")
    case .tag(_, let isLocal): isLocal ? "hashtag:local" : "hashtag"
    case .list: "list"
    case .direct: "direct"
    }
  }

  private var isOnlyMedia: Bool {
    if case .public(_, _, onlyMedia: true) = self { true } else { false }
  }

  private var parameter: (name: String, value: String)? {
    switch self {
    case .tag(let name, _): ("tag", Self.bare(name))
    case .list(let id): ("list", id)
    case .user, .notifications, .public, .direct: nil
    }
  }

  fileprivate static func bare(_ tag: String) -> String {
    tag.hasPrefix("#") ? String(tag.dropFirst()) : tag
  }
}

extension Client {
  /// The list that contains a part of a stream.
  func streamList(of part: StreamPart, for source: Streaming.Source) -> StreamList {
    switch part {
    case .notifications: .notifications(notifications.all())
    case .conversations: .conversations(PagedList(self, .get("/api/v1/conversations")))
    case .statuses: .statuses(source.timeline(of: timelines))
    }
  }
}

extension Client.Streaming.Source {
  fileprivate func timeline(of timelines: Client.Timelines) -> PagedList<Status> {
    switch self {
    case .public(let isLocal, let isRemote, let isOnlyMedia):
      timelines.public(local: isLocal, remote: isRemote && !isLocal, onlyMedia: isOnlyMedia)
    case .tag(let name, let isLocal): timelines.tag(name, local: isLocal)
    case .list(let id): timelines.list(id)
    case .user, .notifications, .direct: timelines.home
    }
  }
}

extension FediverseError {
  fileprivate static func foreignStream(_ url: WebURL, _ server: ServerAddress) -> FediverseError {
    let detail = "its streaming host '\(url.origin)' is another server"
    return FediverseError(.insecure, server: server, request: "the stream", detail: detail)
  }
}
