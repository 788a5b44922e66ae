import Fediverse
package import XCallbackURL

extension Server {
  /// A streamed event and the names of its accounts.
  package struct EventView: Sendable {
    fileprivate let event: StreamEvent?
    fileprivate let names: QualifiedNames
    fileprivate let ownID: String?
    /// The missing part of the stream, if the event reports one.
    let gap: Gap?
    /// The number of events lost, if the event reports only that.
    let dropped: Int?

    var name: String { event?.name ?? "gap" }

    var status: StatusView? {
      switch event {
      case .update(let status)?, .statusUpdate(let status)?: StatusView(status, names: names)
      case .notification(let notification)?: notification.status.map { StatusView($0, names: names) }
      default: nil
      }
    }

    var notification: NotificationView? {
      guard case .notification(let notification)? = event else { return nil }
      return NotificationView(notification, names: names)
    }

    var deletedStatusID: String? {
      guard case .delete(let id)? = event else { return nil }
      return id
    }

    /// Whether the acting account caused the event.
    var isOwn: Bool {
      switch event {
      case .update(let status)?, .statusUpdate(let status)?: ownID != nil && status.account?.id == ownID
      case .notification(let notification)?: ownID != nil && notification.account?.id == ownID
      default: false
      }
    }
  }

  /// A stream to listen to.
  package enum Stream: Sendable, Hashable {
    case user
    case notifications
    case local
    case `public`
    case direct
    case tag(String)
    /// A list, by its identifier or title.
    case list(String)
  }

  /// How long a request waits for an event.
  private static let patience = Duration.seconds(20)

  /// The events since the last call; waits for one if there are none yet.
  package func events(of stream: Stream) async throws(Failure) -> ResultPage<EventView> {
    let names = try await names()
    let own = try await ownAccount().id
    // Some software accepts streams that it never delivers.
    if client.knownProfile == nil { _ = try? await client.profile() }
    let source = try await source(of: stream)
    await notePolling(of: source, as: stream)
    let news = try await streams.news(of: source, at: client, waiting: Self.patience)
    await notePolling(of: source, as: stream)
    if news.events.isEmpty, let error = news.error { throw failure(error) }
    var events: [EventView] = []
    if news.dropped > 0 {
      events.append(EventView(event: nil, names: names, ownID: own, gap: nil, dropped: news.dropped))
    }
    var shortfall = Shortfall()
    for event in news.events {
      if let loss = event.loss {
        shortfall.unreadable += 1
        shortfall.reason = shortfall.reason ?? loss
        continue
      }
      let gap = await reportedGap(in: event, of: stream)
      events.append(EventView(event: event, names: names, ownID: own, gap: gap, dropped: nil))
    }
    return ResultPage(events, next: news.isOver && news.error == nil ? nil : "on", shortfall: shortfall)
  }

  /// Tells once that a list is read instead of a stream, as soon as that is known.
  private func notePolling(of source: Client.Streaming.Source, as stream: Stream) async {
    guard client.streaming.isPolled(source), await streams.isFirstNote(about: source) else { return }
    let text = "\(client.knownProfile?.softwareTitle ?? "the server") does not deliver \(stream.spelling)"
    tell(.note("stream \(stream.spelling): \(text); reading its list every 30 to 45 s"))
  }

  /// The gap that an event announces, after reporting it to the person.
  private func reportedGap(in event: StreamEvent, of stream: Stream) async -> Gap? {
    guard case .gap(let found) = event else { return nil }
    let gap = gap(found, in: stream)
    if await streams.isNew(gap) { tell(.gap(gap)) }
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

extension StreamEvent {
  /// Why nothing of the event can be shown, if it cannot.
  fileprivate var loss: String? {
    switch self {
    case .unreadable(let name, _): "the event '\(name)' has a payload that is not readable"
    case .tooLong(let name): "the event '\(name)' is too long"
    default: nil
    }
  }
}
