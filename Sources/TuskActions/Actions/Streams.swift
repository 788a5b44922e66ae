import Fediverse
import JSONValue
package import XCallbackURL

extension Action {
  /// The streams of events.
  package static let streams: [Action] = [
    Action(
      "getEvents", verbs: ["stream"],
      "Streams events as they happen, until interrupted.", example: "stream user limit=1",
      effect: .read, takes: Argument.stream,
      Argument.text("page", "where to continue: 'next' of an earlier result"),
      returns: .list("events", .event, "the names of the events, separated by commas", isEndless: true, id: \.name)
    ) { server, stream, _ throws(Failure) in
      try await server.events(of: stream)
    }
  ]
}

extension Argument where Value == Server.Stream {
  /// `user`, `notifications`, `local`, `public`, `direct`, a tag or a list; `user` by default.
  fileprivate static var stream: Argument {
    let place = TimelineName.argument(
      names: ["user", "notifications", "local", "public", "direct"], "the stream (default: user)")
    return Argument(place.parameters, subject: place.subject) { inputs throws(Failure) in
      switch try place.read(inputs) {
      case .tag(let name): .tag(name)
      case .list(let name): .list(name)
      case .named("notifications"): .notifications
      case .named("local"): .local
      case .named("public"): .public
      case .named("direct"): .direct
      case .named: .user
      }
    }
  }
}

extension RecordOf where Value == Server.EventView {
  /// An event of a stream.
  static let event = RecordOf(
    "event",
    Shape(
      Shape.Field(
        "event", .text, "the kind of event: update, status.update, delete, notification, gap and others",
        words: .eventKind
      ) {
        .string($0.name)
      },
      Shape.Field("mine", .boolean, "whether you caused it") { .bool($0.isOwn) },
      Shape.Field("status", .record("status"), "the status it is about", isOptional: true) {
        $0.status.map { .object(RecordOf<Server.StatusView>.status.object(of: $0)) }
      },
      Shape.Field("notification", .record("notification"), "the notification", isOptional: true, isColumn: false) {
        $0.notification.map { .object(RecordOf<Server.NotificationView>.notification.object(of: $0)) }
      },
      Shape.Field("statusID", .identifier(.status), "the identifier of the deleted status", isOptional: true) {
        $0.deletedStatusID.map(JSON.string)
      },
      Shape.Field(
        "gap", .record("gap"), "the missing part of the stream, if known", isOptional: true, isColumn: false
      ) {
        $0.gap.map { .object(RecordOf<Gap>.gap.object(of: $0)) }
      },
      Shape.Field("dropped", .integer, "the number of events lost before this one", isOptional: true) {
        $0.dropped.map(JSON.int)
      }))
}

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

/// A part of a stream that was missed and could not be fetched afterwards.
package struct Gap: Sendable, Hashable {
  let stream: Server.Stream
  let part: StreamPart
  /// The identifier after which the gap starts; `nil` if unknown.
  let after: String?
  /// The identifier before which the gap ends; `nil` if unknown.
  let before: String?
  let reason: String

  /// A part of a stream.
  struct Location: Hashable {
    let stream: Server.Stream
    let part: StreamPart
  }

  var location: Location { Location(stream: stream, part: part) }

  /// A one-line message with the stream, the limits of the gap and the reason.
  package var message: String {
    let start = after.map { "\(kind.rawValue):\($0)" }
    let end = before.map { "\(kind.rawValue):\($0)" }
    let place =
      switch (start, end) {
      case (let start?, let end?): " between \(start) and \(end)"
      case (let start?, nil): " after \(start)"
      case (nil, let end?): " before \(end)"
      case (nil, nil): ""
      }
    return "stream \(stream.spelling): some \(part.rawValue) are missing\(place): \(reason)"
  }

  /// The kind of thing that the identifiers name; a conversation is listed by its last status.
  private var kind: ReferenceKind {
    switch part {
    case .statuses, .conversations: .status
    case .notifications: .notification
    }
  }
}

extension Server.Stream {
  /// The stream as a command names it.
  var spelling: String {
    switch self {
    case .user: "user"
    case .notifications: "notifications"
    case .local: "local"
    case .public: "public"
    case .direct: "direct"
    case .tag(let name): "tag:\(name)"
    case .list(let name): "list:\(name)"
    }
  }
}

extension Server {
  /// Converts a gap of the client.
  func gap(_ gap: StreamGap, in stream: Stream) -> Gap {
    let isFromNowhere = gap.after == nil && gap.before == nil
    let reason = isFromNowhere ? "what came before is unknown" : "there is more than can be fetched"
    return Gap(
      stream: stream, part: gap.part, after: gap.after, before: gap.before,
      reason: gap.error.map { failure($0).message } ?? reason)
  }
}

extension RecordOf where Value == Gap {
  /// The missing part of a stream.
  static let gap =
    RecordOf(
      "gap", spelling: "part",
      Shape(
        Shape.Field("part", .text, "what is missing: statuses, notifications or conversations") {
          .string($0.part.rawValue)
        },
        Shape.Field("after", .text, "the identifier after which the gap starts", isOptional: true) {
          $0.after.map(JSON.string)
        },
        Shape.Field("before", .text, "the identifier before which the gap ends", isOptional: true) {
          $0.before.map(JSON.string)
        },
        Shape.Field("reason", .text, "why it could not be fetched") { .string($0.reason) }))
}
