package import Fediverse
package import XCallbackURL

extension Server {
  package func status(_ reference: StatusReference) async throws(Failure) -> StatusView {
    let status =
      switch reference {
      case .id(let id): try await attempt(await client.statuses.status(id), about: reference.name)
      case .url(let url): try await attempt(await client.resolver.status(at: url))
      }
    return StatusView(status, names: try await names())
  }

  package func favorite(_ reference: StatusReference) async throws(Failure) -> StatusView {
    let id = try await id(of: reference)
    return changed(try await attempt(await client.statuses.favorite(id), about: reference.name))
  }

  package func unfavorite(_ reference: StatusReference) async throws(Failure) -> StatusView {
    let id = try await id(of: reference)
    return changed(try await attempt(await client.statuses.unfavorite(id), about: reference.name))
  }

  /// Boosts a status.
  ///
  /// - Parameter visibility: who can see the boost; the account's default if `nil`.
  /// - Returns: the boosted status, not the boost.
  package func reblog(
    _ reference: StatusReference, to visibility: Visibility? = nil
  ) async throws(Failure) -> StatusView {
    let id = try await id(of: reference)
    let reblog = try await attempt(
      await client.statuses.reblog(id, visibility: visibility), about: reference.name)
    return changed(reblog.reblog ?? reblog)
  }

  /// The status that an earlier request boosted, if it did.
  package func rebloggedStatus(
    _ reference: StatusReference, by earlier: EarlierRequest
  ) async throws(Failure) -> StatusView? {
    let id = try await id(of: reference)
    return try await attempt(await client.statuses.reblogged(id, until: earlier.last), about: reference.name)
      .map(changed)
  }

  package func unreblog(_ reference: StatusReference) async throws(Failure) -> StatusView {
    let id = try await id(of: reference)
    let status = try await attempt(await client.statuses.unreblog(id), about: reference.name)
    return changed(status.reblog ?? status)
  }

  /// Makes a change of a status that can be repeated without harm: a bookmark, a pin, a muted thread.
  package func mark(
    _ reference: StatusReference, _ change: @Sendable (Client.Statuses, String) async throws(FediverseError) -> Status
  ) async throws(Failure) -> StatusView {
    let id = try await id(of: reference)
    return changed(try await attempt(await change(client.statuses, id), about: reference.name))
  }

  package func delete(
    _ reference: StatusReference, withMedia deletesMedia: Bool = false
  ) async throws(Failure) -> StatusView? {
    if deletesMedia { try await require(.mediaDeletion) }
    let id = try await id(of: reference)
    let deleted = try await attempt(
      await client.statuses.delete(id, withMedia: deletesMedia ? true : nil), about: reference.name)
    return deleted.map(changed)
  }

  package func poll(_ id: String) async throws(Failure) -> Poll {
    try await attempt(await client.polls.poll(id), about: "poll '\(id)'")
  }

  /// The identifier of a status; sends no request if the reference is one.
  func id(of reference: StatusReference) async throws(Failure) -> String {
    switch reference {
    case .id(let id): id
    case .url(let url): try await attempt(await client.resolver.status(at: url)).id
    }
  }
}

extension Server {
  /// A list of statuses in the order in which they were posted.
  package enum Timeline: Sendable, Hashable {
    case home
    case local
    case `public`
    case tag(String)
    /// The statuses of the servers that the administrators chose.
    case bubble
    /// Statuses that mention you and that only the people mentioned can see.
    case direct
    /// A list, by its identifier or title.
    case list(String)
  }

  /// The statuses that an account posted or boosted.
  package func statuses(
    of reference: AccountReference, _ selection: Client.Accounts.Selection, _ query: ListQuery, keepsHTML: Bool
  ) async throws(Failure) -> ResultPage<StatusView> {
    let list = client.accounts.statuses(of: try await id(of: reference), selection)
    // Pinned statuses are sorted by when they were pinned.
    return try await rows(of: list, query, time: \.createdAt, isOrdered: selection.isPinned != true) {
      StatusView($0, names: $1, keepsHTML: keepsHTML)
    }
  }

  /// What of a timeline is listed.
  struct TimelinePart: Sendable {
    var isRemote = false
    var onlyMedia = false
    /// The page that the statuses link to, instead of a timeline.
    var link: String?
  }

  func statuses(
    in timeline: Timeline, _ part: TimelinePart, _ query: ListQuery
  ) async throws(Failure) -> ResultPage<StatusView> {
    guard !part.isRemote || timeline == .public else { throw .elsewhere("remote", "the timeline public") }
    guard let link = part.link else {
      return try await statuses(in: try await list(of: timeline, part), query, isOrdered: true)
    }
    guard timeline == .home, !part.onlyMedia else { throw .linkAlone() }
    try await require(.linkTimeline)
    return try await statuses(in: client.timelines.link(link), query, isOrdered: true)
  }

  /// The statuses that the acting account favorited, in the order in which it did.
  package func favorites(_ query: ListQuery) async throws(Failure) -> ResultPage<StatusView> {
    try await statuses(in: client.favorites, query)
  }

  private func list(of timeline: Timeline, _ part: TimelinePart) async throws(Failure) -> PagedList<Status> {
    let onlyMedia = part.onlyMedia
    switch timeline {
    case .local: return client.timelines.public(local: true, onlyMedia: onlyMedia)
    case .public: return client.timelines.public(remote: part.isRemote, onlyMedia: onlyMedia)
    case .tag(let name): return client.timelines.tag(name, onlyMedia: onlyMedia)
    case .home, .list, .bubble, .direct: break
    }
    guard !onlyMedia else { throw .elsewhere("only-media", "the timelines local, public and of a hashtag") }
    switch timeline {
    case .list(let name): return client.timelines.list(try await list(named: name).id)
    case .bubble:
      try await require(.bubbleTimeline)
      return client.timelines.bubble
    case .direct:
      try await require(.directTimeline)
      return client.timelines.direct
    default: return client.timelines.home
    }
  }
}

extension Failure {
  fileprivate static func linkAlone() -> Failure {
    Failure(.invalidParameter, "'link' is a timeline of its own; give no other timeline and no 'only-media'")
  }

  /// - Parameter timelines: those that the parameter is for.
  fileprivate static func elsewhere(_ parameter: String, _ timelines: String) -> Failure {
    Failure(.invalidParameter, "'\(parameter)' is for \(timelines)")
  }
}
