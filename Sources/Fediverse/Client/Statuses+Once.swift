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
    let known = client.ownStatuses
    var key = idempotencyKey
    var failures = 0
    while true {
      let failure: FediverseError
      do throws(FediverseError) {
        return client.remembering(try await publish(status, idempotencyKey: key))
      } catch {
        failure = error
      }
      guard failure.leavesDoubt || failure.meansTakenKey else { throw failure }
      failures += 1
      let isLast = failures >= client.patience.retries.tries
      if isLast || failure.meansTakenKey || client.knownFlavour?.honorsIdempotencyKeys != true {
        let found = try await found(status, since: start, besides: known, after: failure)
        if let found { return client.remembering(found) }
      }
      guard !isLast, await client.rest(after: failure, failures: failures) else { throw failure }
      // Pixelfed keeps a key before it looks at the status, and never takes it again.
      if failure.meansTakenKey { key = "\(idempotencyKey)-\(failures)" }
    }
  }

  /// Looks through the account's statuses, twice, because a server may still have been at work the first time.
  private func found(
    _ status: NewStatus, since start: Timestamp, besides known: Set<String>, after failure: FediverseError
  ) async throws(FediverseError) -> Status? {
    for look in 1...2 {
      if look > 1, !(await client.rest(after: failure, failures: look)) { throw failure }
      do throws(FediverseError) {
        let found = try await published(matching: status, since: start, besides: known)
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
  fileprivate var leavesDoubt: Bool { outcomeUnknown || status == 503 }

  /// Pixelfed refuses a key that it has seen, whatever became of the first request.
  fileprivate var meansTakenKey: Bool {
    kind == .rejected && serverText?.lowercased().contains("idempotency") == true
  }
}

extension Flavour {
  /// Whether the server carries out a request of a known key no second time.
  var honorsIdempotencyKeys: Bool {
    switch self {
    case .mastodon, .pleroma, .akkoma, .iceshrimpNET: true
    default: false
    }
  }
}
