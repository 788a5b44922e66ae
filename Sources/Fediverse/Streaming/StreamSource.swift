import JSONValue

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
