extension Client.Notifications {
  /// The newest notifications, newest first, from as many pages as it takes.
  ///
  /// The page's `next` is set where the server has older ones, and leads on after the last row of this page. It ends
  /// early where the server begins to repeat itself.
  public func newest(
    _ count: Int, kinds: [NotificationKind] = []
  ) async throws(FediverseError) -> Page<Notification> {
    let found = try await all(of: kinds).collect(limit: max(count, 0))
    return Page(rows: found.rows, next: found.next, previous: nil, rateLimit: found.rateLimit)
  }
}
