import Fediverse
import XCallbackURL

extension Server {
  /// Uploads the attachments, then schedules the status.
  func schedule(
    _ status: NewStatus, with attachments: [Attachment], at time: PublicationTime
  ) async throws(Failure) -> ScheduledStatus {
    let moment = try self.moment(of: time)
    if let visibility = status.visibility, !status.isTried { try await refuseIfUnavailable(visibility) }
    let status = try await attaching(attachments, to: status)
    let key = idempotencyKey ?? Self.freshKey()
    return try await afterProcessing(of: status.mediaIDs) { () async throws(Failure) in
      try await attempt(await client.statuses.scheduleOnce(status, at: moment, idempotencyKey: key))
    }
  }

  /// The status that an earlier request scheduled, if it did; for a request whose outcome is unknown.
  func scheduledStatus(
    matching status: NewStatus, with attachments: [Attachment], at time: PublicationTime, by earlier: EarlierRequest
  ) async throws(Failure) -> ScheduledStatus? {
    var status = status
    // Each request uploads its own files, so only their number can be compared.
    status.mediaIDs = attachments.map { _ in "" }
    let first = time.moment(now: earlier.first.local.seconds).seconds
    let last = max(first, time.moment(now: (earlier.last ?? earlier.first).local.seconds).seconds)
    // The time after a request was counted a moment before the request was sent.
    let slack = if case .after = time { 60 } else { 0 }
    let found = try await attempt(
      await client.statuses.scheduled(matching: status, at: (first - slack)...(last + slack)))
    guard found == nil, first - slack <= now() else { return found }
    throw .mayBePublished()
  }

  func reschedule(_ id: String, to time: PublicationTime) async throws(Failure) -> ScheduledStatus {
    let moment = try self.moment(of: time)
    return try await attempt(
      await client.statuses.reschedule(id, to: moment), about: "scheduled status '\(id)'")
  }

  private func moment(of time: PublicationTime) throws(Failure) -> Timestamp {
    let moment = time.moment(now: now())
    guard moment.seconds > now() else { throw .past(moment) }
    return moment
  }
}

extension Failure {
  fileprivate static func mayBePublished() -> Failure {
    Failure(.unknownOutcome, "the time of the scheduled status has passed, so the server may have published it")
  }

  fileprivate static func past(_ moment: Timestamp) -> Failure {
    Failure(.invalidParameter, "'at' is in the past: \(moment)")
  }
}
