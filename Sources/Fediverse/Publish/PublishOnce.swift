extension Client.Statuses {
  /// Publishes a status exactly once, even if a response is lost.
  ///
  /// If it is unclear whether a request was carried out, it is repeated only if the server recognizes its key, or if
  /// the status is not found among the account's statuses.
  ///
  /// - Parameters:
  ///   - status: the status to publish.
  ///   - idempotencyKey: a unique key for the status, by which many servers recognize repeated requests.
  ///   - others: returns what is known of other requests, whose results are ignored; called during a search.
  ///   - beforeSending: called right before each request to publish it.
  /// - Throws: ``FediverseError``; its `outcomeUnknown` is set if it could not be determined whether the status was
  ///   published.
  public func publishOnce(
    _ status: NewStatus, idempotencyKey: String,
    besides others: @escaping @Sendable () async throws(FediverseError) -> OtherRequests = { OtherRequests() },
    beforeSending: (@Sendable () async throws(FediverseError) -> Void)? = nil
  ) async throws(FediverseError) -> Status {
    let start = client.sendTime
    var search = StatusSearch(client, status, since: start)
    return try await once(idempotencyKey, keyEnd: { keyEnd(since: start) }) {
      (key, state) throws(FediverseError) in
      var call = await call(publishing: status, key)
      call.isLookedUp = true
      call.beforeSending = beforeSending
      let published: Status = try await client.perform(call, &state).entity()
      if status.poll != nil, published.poll != nil || status.isTried {
        client.learn(.pollMaking, published.poll != nil)
      }
      return published
    } find: { known throws(FediverseError) in
      try await search.newestMatch { () throws(FediverseError) in try await others().with(known) }
    } absence: {
      await search.doubtOfAbsence()
    }
  }

  /// Schedules a status exactly once, even if a response is lost.
  ///
  /// Mastodon ignores the keys of scheduled statuses. If it is unclear whether a request was carried out, it is
  /// repeated only if the status is not found among the scheduled ones.
  ///
  /// - Parameters:
  ///   - status: the status to publish.
  ///   - moment: when to publish it; Mastodon requires at least five minutes from now.
  ///   - idempotencyKey: a unique key for the status; few servers recognize repeated requests by it here.
  /// - Throws: ``FediverseError``; its `outcomeUnknown` is set if it could not be determined whether the status was
  ///   scheduled.
  public func scheduleOnce(
    _ status: NewStatus, at moment: Timestamp, idempotencyKey: String
  ) async throws(FediverseError) -> ScheduledStatus {
    try await once(idempotencyKey) { (key, state) throws(FediverseError) in
      var call = call(scheduling: status, at: moment, key)
      call.isLookedUp = true
      return try scheduled(by: try await client.perform(call, &state))
    } find: { known throws(FediverseError) in
      try await scheduled(matching: status, at: moment.seconds...moment.seconds, besides: known)
    }
  }

  /// Creates something exactly once.
  ///
  /// - Parameters:
  ///   - keyEnd: the uptime until which the server is sure to recognize the key of an earlier request; `nil` if it is
  ///     not.
  ///   - make: sends the request with a key; the state counts the waits of all requests.
  ///   - find: searches for the result of a request, ignoring the results of other calls.
  ///   - absence: returns why a result that is not found may be there all the same; `nil` if it is not there.
  func once<Made: Identifiable<String> & Sendable>(
    _ idempotencyKey: String = "", keyEnd: () -> Duration? = { nil },
    make: (String, inout Client.RetryState) async throws(FediverseError) -> Made,
    find: (_ known: Set<String>) async throws(FediverseError) -> Made?,
    absence: () async -> FediverseError? = { nil }
  ) async throws(FediverseError) -> Made {
    var key = idempotencyKey
    var failures = 0
    var state = Client.RetryState()
    // A later attempt's failure does not settle the outcome of an earlier one.
    var doubt: FediverseError?
    while true {
      let failure: FediverseError
      do throws(FediverseError) {
        return client.remembering(try await make(key, &state))
      } catch {
        failure = error
      }
      if !state.isTooLate, failure.leavesDoubt, doubt?.outcomeUnknown != true { doubt = failure }
      let isOver = !failure.leavesDoubt && !failure.meansUsedKey
      guard doubt != nil || !isOver else { throw failure }
      if !state.isTooLate { failures += 1 }
      let end = keyEnd()
      let isLast = isOver || failures >= tries(after: failure, isKeyTrusted: end != nil)
      let isLookedFor = isLast || failure.meansUsedKey || end == nil
      // Nothing is in doubt any more if nothing is found: only a request that was sent can have an unknown outcome.
      let isSettled = isOver && doubt?.outcomeUnknown == false
      if isLookedFor, let found = try await found(after: doubt ?? failure, isBrief: isLast && !isSettled, find) {
        return client.remembering(found)
      }
      if isSettled { throw failure }
      if isLookedFor, doubt?.outcomeUnknown == true, let error = await absence() { throw error }
      guard !isLast, await isTimeToRepeat(after: failure, failures) else { throw doubt ?? failure }
      state.end = isLookedFor ? nil : end
      // Pixelfed stores a key before validating the status and then refuses the key for good.
      if failure.meansUsedKey { key = "\(idempotencyKey)-\(failures)" }
    }
  }

  /// How often a request is sent at most.
  private func tries(after failure: FediverseError, isKeyTrusted: Bool) -> Int {
    // A redirect stays the same, and so does a success without a status.
    if failure.kind == .insecure || failure.kind == .rejected && failure.outcomeUnknown { return 1 }
    // A search takes as long as the waits between several tries.
    let isSearched = !isKeyTrusted && failure.kind != .rateLimited && !failure.meansUsedKey
    return isSearched ? min(client.policy.retries.tries, 2) : client.policy.retries.tries
  }

  /// Waits before a request is repeated. Returns `false` if it must not be.
  private func isTimeToRepeat(after failure: FediverseError, _ failures: Int) async -> Bool {
    // The rate state knows until when; the next request waits for that.
    guard failure.kind != .rateLimited else { return client.policy.rate.mode != .throw }
    return await client.backOff(after: failure, failures: failures)
  }

  /// The uptime until which the server is sure to recognize the key of a request sent at that time; `nil` if it is not.
  private func keyEnd(since start: SendTime) -> Duration? {
    guard client.knownProfile?.locksIdempotencyKeys == true, let uptime = start.uptime else { return nil }
    // Mastodon forgets a key after an hour.
    let end = uptime + .seconds(3000)
    return client.waiting.uptime() < end ? end : nil
  }

  /// Searches for the result of a request whose response was lost.
  ///
  /// - Parameter isBrief: whether the record of the request stays, so that a later search can find the result.
  private func found<Made: Sendable>(
    after failure: FediverseError, isBrief: Bool, _ find: (Set<String>) async throws(FediverseError) -> Made?
  ) async throws(FediverseError) -> Made? {
    let longest = client.policy.retries.longestProcessing
    let time = isBrief ? min(longest, .seconds(2)) : longest
    do throws(FediverseError) {
      return try await client.looking(for: time, again: failure.retryAt) { () throws(FediverseError) in
        try await find(client.ownStatuses)
      }
    } catch {
      // Report the failure of the change, unless the search found something that may be its result.
      throw error.kind == .undecided ? error : failure
    }
  }

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

/// What is known of other requests, when the result of one is searched for.
public struct OtherRequests: Sendable, Hashable {
  /// The identifiers, URIs and URLs of the statuses that they made.
  public var results: Set<String>
  /// When responses told of some of the results, by this machine's clock, which shows whether the server dates statuses by
  /// the same time.
  public var responseTimes: [String: Timestamp]
  /// When those with the same parameters were sent whose outcome is unknown: a status of that time may be the result of
  /// either.
  public var unsettled: [Sending]

  public init(
    _ results: Set<String> = [], responseTimes: [String: Timestamp] = [:], unsettled: [Sending] = []
  ) {
    self.results = results
    self.responseTimes = responseTimes
    self.unsettled = unsettled
  }

  /// The same requests, and those that made these results too.
  func with(_ results: Set<String>) -> OtherRequests {
    var all = self
    all.results.formUnion(results)
    return all
  }

  /// When a request was sent, perhaps several times.
  public struct Sending: Sendable, Hashable {
    public var first: SendTime
    public var last: SendTime

    public init(first: SendTime, last: SendTime) {
      self.first = first
      self.last = last
    }
  }
}

extension FediverseError {
  /// Whether the key was refused as already used: Pixelfed does so whatever became of the first request.
  fileprivate var meansUsedKey: Bool {
    kind == .rejected && serverText?.lowercased().contains("idempotency") == true
  }

  /// An earlier request to publish a status may or may not have been carried out.
  static func undecided(_ server: ServerAddress, _ detail: String) -> FediverseError {
    FediverseError(
      .undecided, server: server, request: "POST /api/v1/statuses", detail: detail, outcomeUnknown: true)
  }
}
