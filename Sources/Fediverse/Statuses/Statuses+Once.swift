extension Client.Statuses {
  /// Publishes a status once and no more, also where the answer to a request is lost.
  ///
  /// A request of which it is not known whether it was carried out is sent again only where the server knows it by its
  /// key, or after looking through the account's statuses has shown that it was not.
  ///
  /// - Parameters:
  ///   - status: what is published.
  ///   - idempotencyKey: a text of its own for each status, by which many servers know a repeated request.
  /// - Throws: ``FediverseError``, whose `outcomeUnknown` is set where nothing could be found out.
  public func publishOnce(_ status: NewStatus, idempotencyKey: String) async throws(FediverseError) -> Status {
    let start = client.clock()
    return try await once(idempotencyKey, trustsKey: { trustsKey(since: start) }) {
      key throws(FediverseError) in
      try await publish(status, idempotencyKey: key)
    } find: { known throws(FediverseError) in
      try await published(matching: status, since: start, besides: known)
    }
  }

  /// Lets the server publish a status later, once and no more, also where the answer to a request is lost.
  ///
  /// Mastodon looks at no key of a status that waits, so what waits is looked through before a request of which it is
  /// not known whether it was carried out is sent again.
  ///
  /// - Parameters:
  ///   - status: what is published then.
  ///   - moment: when, which Mastodon wants to be five minutes ahead or more.
  ///   - idempotencyKey: a text of its own for each status, by which few servers know a repeated request here.
  /// - Throws: ``FediverseError``, whose `outcomeUnknown` is set where nothing could be found out.
  public func scheduleOnce(
    _ status: NewStatus, at moment: Timestamp, idempotencyKey: String
  ) async throws(FediverseError) -> ScheduledStatus {
    try await once(idempotencyKey) { key throws(FediverseError) in
      try await schedule(status, at: moment, idempotencyKey: key)
    } find: { known throws(FediverseError) in
      try await waiting(status, until: moment, besides: known)
    }
  }

  /// Makes something once and no more.
  ///
  /// - Parameters:
  ///   - trustsKey: whether the server is sure to know the key of an earlier request.
  ///   - make: sends the request with a key.
  ///   - find: looks for what a request has made, besides what other calls have.
  func once<Made: Identifiable<String>>(
    _ idempotencyKey: String = "", trustsKey: () -> Bool = { false },
    make: (String) async throws(FediverseError) -> Made,
    find: (_ known: Set<String>) async throws(FediverseError) -> Made?
  ) async throws(FediverseError) -> Made {
    var key = idempotencyKey
    var failures = 0
    // What a later try says does not settle what became of an earlier one.
    var doubt: FediverseError?
    while true {
      let failure: FediverseError
      do throws(FediverseError) {
        return client.remembering(try await make(key))
      } catch {
        failure = error
      }
      if failure.outcomeUnknown { doubt = failure }
      let isOver = !failure.leavesDoubt && !failure.meansTakenKey
      guard doubt != nil || !isOver else { throw failure }
      failures += 1
      let isLast = isOver || failures >= client.patience.retries.tries
      if isLast || failure.meansTakenKey || !trustsKey(),
        let found = try await found(after: doubt ?? failure, find)
      {
        return client.remembering(found)
      }
      guard !isLast, await client.rest(after: failure, failures: failures) else { throw doubt ?? failure }
      // Pixelfed keeps a key before it looks at the status, and never takes it again.
      if failure.meansTakenKey { key = "\(idempotencyKey)-\(failures)" }
    }
  }

  /// Whether the server is sure to know the key of a request that was sent then.
  private func trustsKey(since start: Timestamp) -> Bool {
    // Mastodon forgets a key after an hour, of which the next wait may be the half.
    guard client.clock().seconds - start.seconds < 900 else { return false }
    return client.knownFlavor?.honorsIdempotencyKeys == true
  }

  /// Looks for what a request has made, twice, because a server may still have been at work the first time.
  private func found<Made>(
    after failure: FediverseError, _ find: (_ known: Set<String>) async throws(FediverseError) -> Made?
  ) async throws(FediverseError) -> Made? {
    // Two seconds, but for those who do not want to wait at all.
    let least = client.patience.retries.firstWait * 4
    for look in 1...2 {
      if look > 1, !(await client.rest(after: failure, failures: look, atLeast: least)) { throw failure }
      do throws(FediverseError) {
        if let found = try await find(client.ownStatuses) { return found }
      } catch _ {
        // In doubt is whether it was made, not why that cannot be looked up.
        throw failure
      }
    }
    return nil
  }
}

extension FediverseError {
  /// Whether the change may have been made, or may be made when it is asked for again.
  ///
  /// Iceshrimp.NET says 408 while it is at work on the first request with the key.
  fileprivate var leavesDoubt: Bool { outcomeUnknown || status == 503 || status == 408 }

  /// Pixelfed refuses a key that it has seen, whatever became of the first request.
  fileprivate var meansTakenKey: Bool {
    kind == .rejected && serverText?.lowercased().contains("idempotency") == true
  }
}

extension Flavor {
  /// Whether the server carries out a request of a known key no second time, also while it is at work on the first.
  ///
  /// Pleroma and Akkoma keep an answer once they have given it, so that the key of a lost request may mean nothing.
  var honorsIdempotencyKeys: Bool {
    switch self {
    case .mastodon, .iceshrimpNET: true
    default: false
    }
  }
}
