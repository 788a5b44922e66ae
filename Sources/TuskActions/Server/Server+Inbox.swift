import Fediverse
import JSONValue
import XCallbackURL

extension Server {
  /// A conversation of direct statuses.
  struct ConversationView: Sendable {
    let conversation: Conversation
    let accounts: [AccountView]
    let last: StatusView?

    init(_ conversation: Conversation, names: QualifiedNames) {
      self.conversation = conversation
      accounts = conversation.accounts.map { AccountView(account: $0, name: names.name(of: $0)) }
      last = conversation.lastStatus.map { StatusView($0, names: names) }
    }
  }

  /// How far a timeline is read.
  struct MarkerView: Sendable {
    let timeline: String
    let marker: Marker
  }

  /// How much is unread; `nil` for what the server does not tell.
  struct UnreadCounts: Sendable {
    var notifications: Int?
    var conversations: Int?
    var requests: Int?
    var announcements: Int?
  }

  /// An account whose notifications the server holds back.
  struct HeldBackView: Sendable {
    let request: NotificationRequest
    let account: AccountView?
    let last: StatusView?

    init(_ request: NotificationRequest, names: QualifiedNames) {
      self.request = request
      account = request.account.map { AccountView(account: $0, name: names.name(of: $0)) }
      last = request.lastStatus.map { StatusView($0, names: names) }
    }
  }

  func unreadCounts() async throws(Failure) -> UnreadCounts {
    var counts = UnreadCounts()
    let notifications = client.notifications
    counts.notifications = try await ifOffered(.unreadNotificationCount) { () throws(FediverseError) in
      try await notifications.unreadCount()
    }
    counts.conversations = try await ifOffered(.conversations) { () throws(FediverseError) in
      var (walk, count) = (self.client.conversations.all.walk(limit: Self.mostUnread), 0)
      while let page = try await walk.next() { count += page.elements.count(where: \.isUnread) }
      return count
    }
    counts.requests = try await ifOffered(.followRequests) { () throws(FediverseError) in
      var (walk, count) = (self.client.followRequests.all.walk(limit: Self.mostUnread), 0)
      while let page = try await walk.next() { count += page.elements.count }
      return count
    }
    counts.announcements = try await ifOffered(.announcements) { () throws(FediverseError) in
      try await self.client.announcements.list(withDismissed: false).elements.count { $0.isRead != true }
    }
    return counts
  }

  /// Calls an endpoint if the server has the feature.
  private func ifOffered(
    _ feature: Feature, _ call: () async throws(FediverseError) -> Int
  ) async throws(Failure) -> Int? {
    guard try await attempt(await client.supports(feature)) else { return nil }
    return try await attempt(await call())
  }

  /// As many rows as ``unreadCounts()`` counts at most.
  private static let mostUnread = 200

  func markers() async throws(Failure) -> ResultPage<MarkerView> {
    let markers = try await attempt(await client.markers())
    return ResultPage(Self.views(of: markers), next: nil)
  }

  /// Marks timelines as read up to a row, or up to the newest one.
  func markRead(_ timelines: [MarkedTimeline], upTo row: MarkedRow?) async throws(Failure) -> ResultPage<MarkerView> {
    try row?.check(timelines)
    var places: [MarkedTimeline: String] = [:]
    for timeline in timelines {
      if let row {
        places[timeline] = row.id
      } else if timeline == .home {
        places[timeline] = try await attempt(await client.timelines.home.page(limit: 1)).elements.first?.id
      } else {
        places[timeline] = try await attempt(await client.notifications.newest(1)).elements.first?.id
      }
    }
    guard !places.isEmpty else { return ResultPage([], next: nil) }
    return ResultPage(Self.views(of: try await attempt(await client.mark(places))), next: nil)
  }

  private static func views(of markers: Markers) -> [MarkerView] {
    markers.all.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      MarkerView(timeline: $0.key.rawValue, marker: $0.value)
    }
  }

  func setPolicy(_ treatments: [String: String]) async throws(Failure) -> NotificationPolicy {
    guard !treatments.isEmpty else { throw .unchangedPolicy() }
    let pairs = treatments.compactMap { name, value in
      NotificationPolicy.Origin(rawValue: name).map { ($0, NotificationPolicy.Treatment(rawValue: value)) }
    }
    return try await attempt(await client.notifications.setPolicy(Dictionary(pairs) { $1 }))
  }

  /// Decides on the notifications of an account that the server holds back.
  func decide(
    onHeldBack reference: AccountReference, _ decision: ([String]) async throws(FediverseError) -> Void
  ) async throws(Failure) {
    let id = try await id(of: reference)
    var walk = client.notifications.requests.all.walk()
    while let page = try await attempt(await walk.next()) {
      guard let request = page.elements.first(where: { $0.account?.id == id }) else { continue }
      return try await attempt(await decision([request.id]))
    }
    throw .nothingHeldBack(reference)
  }
}

extension Failure {
  fileprivate static func unchangedPolicy() -> Failure {
    Failure(.missingParameter, "give what to change, such as new-accounts=filter")
  }

  fileprivate static func nothingHeldBack(_ account: AccountReference) -> Failure {
    Failure(
      .notFound,
      "no notifications of \(account.name ?? "the account") are held back; list them with: notification requests")
  }
}
