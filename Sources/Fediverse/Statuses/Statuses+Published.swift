extension Client.Statuses {
  /// Finds a status by the signed-in account that matches a new one and was not published by another call of this
  /// client. Returns the newest match.
  ///
  /// - Parameters:
  ///   - status: the status to find.
  ///   - moment: when it was first sent, by a clock that was not set since.
  /// - Throws: ``FediverseError``; of kind `undecided` if it cannot be told whether the status was published.
  public func published(matching status: NewStatus, since moment: Timestamp) async throws(FediverseError) -> Status? {
    let sent = SendTime(local: moment, uptime: client.waiting.uptime() - moment.duration(to: client.clock()))
    return try await published(matching: status, since: sent)
  }

  /// Finds a status by the signed-in account that matches a new one and was not published by another call of this
  /// client. Returns the newest match.
  ///
  /// All statuses back to the time of sending are compared. The text of a status that agrees in everything else is also
  /// compared with its source, because servers change texts.
  ///
  /// - Parameters:
  ///   - status: the status to find.
  ///   - first: when it was first sent.
  ///   - last: when it was last sent; now if `nil`.
  ///   - others: returns what is known of other requests, whose results are ignored; also called again later.
  /// - Throws: ``FediverseError``; of kind `undecided` if it cannot be told whether the status was published.
  public func published(
    matching status: NewStatus, since first: SendTime, until last: SendTime? = nil,
    besides others: @escaping @Sendable () async throws(FediverseError) -> OtherRequests = { OtherRequests() }
  ) async throws(FediverseError) -> Status? {
    var search = StatusSearch(client, status, since: first, until: last)
    let client = client
    let found = try await client.lookingUntilProcessed(since: last) { () throws(FediverseError) in
      try await search.newestMatch { () throws(FediverseError) in
        try await others().with(client.ownStatuses)
      }
    }
    if found == nil, let doubt = await search.doubtOfAbsence() { throw doubt }
    return found.map { client.remembering($0) }
  }

  /// Finds a scheduled status that matches a new one, scheduled for a time in this range of seconds since 1970.
  func scheduled(
    matching status: NewStatus, at moments: ClosedRange<Int>, besides known: Set<String>
  ) async throws(FediverseError) -> ScheduledStatus? {
    var walk = client.statuses.scheduled.walk()
    while let page = try await walk.next() {
      let match = page.elements.first { candidate in
        !known.contains(candidate.id) && candidate.scheduledAt.map { moments.contains($0.seconds) } ?? false
          && status.agrees(with: candidate)
      }
      if let match { return match }
    }
    guard walk.completeness.isComplete, walk.completeness.unreadableRows == 0 else {
      throw .undecided(client.server, "the list of scheduled statuses is incomplete")
    }
    return nil
  }
}

extension Client.Statuses {
  /// Finds the status that an earlier request scheduled; `nil` if it did not.
  ///
  /// - Parameters:
  ///   - status: what was sent.
  ///   - moments: when it may be scheduled for, in seconds since 1970.
  /// - Throws: ``FediverseError``; of kind `undecided` if the list of scheduled statuses could not be read to its end.
  public func scheduled(
    matching status: NewStatus, at moments: ClosedRange<Int>
  ) async throws(FediverseError) -> ScheduledStatus? {
    try await scheduled(matching: status, at: moments, besides: [])
  }
}

extension Timestamp {
  fileprivate func duration(to later: Timestamp) -> Duration {
    .seconds(later.seconds - seconds) + .nanoseconds(later.nanoseconds - nanoseconds)
  }
}

extension FediverseError {
  /// An earlier request to publish a status may or may not have been carried out.
  static func undecided(_ server: ServerAddress, _ detail: String) -> FediverseError {
    FediverseError(
      .undecided, server: server, request: "POST /api/v1/statuses", detail: detail, outcomeUnknown: true)
  }
}
