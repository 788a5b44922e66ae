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
    var key = idempotencyKey
    var failures = 0
    // What a later try says does not settle what became of an earlier one.
    var doubt: FediverseError?
    while true {
      let failure: FediverseError
      do throws(FediverseError) {
        return client.remembering(try await publish(status, idempotencyKey: key))
      } catch {
        failure = error
      }
      if failure.outcomeUnknown { doubt = failure }
      let isOver = !failure.leavesDoubt && !failure.meansTakenKey
      guard doubt != nil || !isOver else { throw failure }
      failures += 1
      let isLast = isOver || failures >= client.patience.retries.tries
      if isLast || failure.meansTakenKey || !trustsKey(since: start) {
        let found = try await found(status, since: start, after: doubt ?? failure)
        if let found { return client.remembering(found) }
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
    return client.knownFlavour?.honorsIdempotencyKeys == true
  }

  /// Looks through the account's statuses, twice, because a server may still have been at work the first time.
  private func found(
    _ status: NewStatus, since start: Timestamp, after failure: FediverseError
  ) async throws(FediverseError) -> Status? {
    // Two seconds, but for those who do not want to wait at all.
    let least = client.patience.retries.firstWait * 4
    for look in 1...2 {
      if look > 1, !(await client.rest(after: failure, failures: look, atLeast: least)) { throw failure }
      do throws(FediverseError) {
        // What other calls have published meanwhile is theirs.
        let found = try await published(matching: status, since: start, besides: client.ownStatuses)
        if let found { return found }
      } catch _ {
        // In doubt is whether it was published, not why that cannot be looked up.
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

extension Flavour {
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
