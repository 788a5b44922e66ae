import Fediverse
package import XCallbackURL

extension Server {
  /// Something that a server told, and what accounts are called.
  package struct Happening: Sendable {
    fileprivate let event: StreamEvent?
    fileprivate let names: Names
    fileprivate let ownID: String?
    /// What is missing, where it tells that.
    let gap: Gap?
    /// How many events were lost, where it tells nothing but that.
    let dropped: Int?

    var name: String { event?.name ?? "gap" }

    var post: StatusView? {
      switch event {
      case .update(let status)?, .statusUpdate(let status)?: StatusView(status, names: names)
      case .notification(let notification)?: notification.status.map { StatusView($0, names: names) }
      default: nil
      }
    }

    var notice: Notice? {
      guard case .notification(let notification)? = event else { return nil }
      return Notice(notification: notification, names: names)
    }

    var goneID: String? {
      guard case .delete(let id)? = event else { return nil }
      return id
    }

    /// Whether the account that acts caused it.
    var isOwn: Bool {
      switch event {
      case .update(let status)?, .statusUpdate(let status)?: ownID != nil && status.account?.id == ownID
      case .notification(let notification)?: ownID != nil && notification.account?.id == ownID
      default: false
      }
    }
  }

  /// A stream that can be listened to.
  package enum Stream: Sendable, Hashable {
    case user
    case notifications
    case local
    case `public`
    case direct
    case tag(String)
    /// The list of this identifier or title.
    case list(String)
  }

  /// How long a request waits for something to happen.
  private static let patience = Duration.seconds(20)

  /// What has happened since it was last asked, after waiting for something to happen.
  package func events(of stream: Stream) async throws(Failure) -> Listing<Happening> {
    let names = try await asking { () async throws(FediverseError) in try await self.names() }
    let own = try await asking { () async throws(FediverseError) in try await self.own().id }
    let news = try await streams.news(of: try await source(of: stream), at: client, waiting: Self.patience)
    if news.events.isEmpty, let error = news.error { throw failure(error) }
    var happenings: [Happening] = []
    if news.dropped > 0 {
      happenings.append(Happening(event: nil, names: names, ownID: own, gap: nil, dropped: news.dropped))
    }
    for event in news.events {
      let gap = await noted(event, of: stream)
      happenings.append(Happening(event: event, names: names, ownID: own, gap: gap, dropped: nil))
    }
    return Listing(happenings, next: news.isOver && news.error == nil ? nil : "on")
  }

  /// The gap that an event tells of, which a person is told of too.
  private func noted(_ event: StreamEvent, of stream: Stream) async -> Gap? {
    guard case .gap(let found) = event else { return nil }
    let gap = gap(found, in: stream)
    if await streams.isNews(gap) { tell(gap) }
    return gap
  }

  private func source(of stream: Stream) async throws(Failure) -> Client.Streaming.Source {
    switch stream {
    case .user: .user
    case .notifications: .notifications
    case .local: .public(local: true)
    case .public: .public()
    case .direct: .direct
    case .tag(let name): .tag(name)
    case .list(let name): .list(try await list(named: name).id)
    }
  }
}
