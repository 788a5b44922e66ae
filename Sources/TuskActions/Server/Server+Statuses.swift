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
    return StatusView(try await attempt(await client.statuses.favorite(id), about: reference.name))
  }

  package func unfavorite(_ reference: StatusReference) async throws(Failure) -> StatusView {
    let id = try await id(of: reference)
    return StatusView(try await attempt(await client.statuses.unfavorite(id), about: reference.name))
  }

  /// Boosts a status.
  ///
  /// - Returns: the boosted status, not the boost.
  package func reblog(_ reference: StatusReference) async throws(Failure) -> StatusView {
    let id = try await id(of: reference)
    let reblog = try await attempt(
      await client.statuses.reblog(id, beforeSending: beforeSending), about: reference.name)
    return StatusView(reblog.reblog ?? reblog)
  }

  /// The status that an earlier request boosted, if it did.
  package func rebloggedStatus(
    _ reference: StatusReference, by earlier: EarlierRequest
  ) async throws(Failure) -> StatusView? {
    let id = try await id(of: reference)
    return try await attempt(await client.statuses.reblogged(id, until: earlier.last), about: reference.name)
      .map { StatusView($0) }
  }

  package func unreblog(_ reference: StatusReference) async throws(Failure) -> StatusView {
    let id = try await id(of: reference)
    let status = try await attempt(await client.statuses.unreblog(id), about: reference.name)
    return StatusView(status.reblog ?? status)
  }

  package func delete(_ reference: StatusReference) async throws(Failure) -> StatusView? {
    let id = try await id(of: reference)
    return try await attempt(await client.statuses.delete(id), about: reference.name).map { StatusView($0) }
  }

  package func poll(_ id: String) async throws(Failure) -> Poll {
    try await attempt(await client.polls.poll(id), about: "poll '\(id)'")
  }

  /// The identifier of a status; sends no request if the reference is one.
  private func id(of reference: StatusReference) async throws(Failure) -> String {
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
    /// A list, by its identifier or title.
    case list(String)
  }

  /// The statuses that an account posted or boosted.
  package func statuses(
    of reference: AccountReference, _ query: ListQuery, keepsHTML: Bool
  ) async throws(Failure) -> ResultPage<StatusView> {
    let list = client.accounts.statuses(of: try await id(of: reference))
    return try await rows(of: list, query, time: \.createdAt) { StatusView($0, names: $1, keepsHTML: keepsHTML) }
  }

  package func statuses(in timeline: Timeline, _ query: ListQuery) async throws(Failure) -> ResultPage<StatusView> {
    try await rows(of: try await list(of: timeline), query, time: \.createdAt) { StatusView($0, names: $1) }
  }

  /// The statuses that the acting account favorited, in the order in which it did.
  package func favorites(_ query: ListQuery) async throws(Failure) -> ResultPage<StatusView> {
    try await rows(of: client.favorites, query, time: \.createdAt, isOrdered: false) { StatusView($0, names: $1) }
  }

  private func list(of timeline: Timeline) async throws(Failure) -> PagedList<Status> {
    switch timeline {
    case .home: client.timelines.home
    case .local: client.timelines.public(local: true)
    case .public: client.timelines.public()
    case .tag(let name): client.timelines.tag(name)
    case .list(let name): client.timelines.list(try await list(named: name).id)
    }
  }
}
