import Fediverse
import XCallbackURL

extension RecordOf where Value == ScheduledStatus {
  /// A status that the server will post.
  static let scheduled = RecordOf(
    "scheduled", kind: .scheduled,
    Shape(
      .id(.scheduled, value: \.id),
      .time("scheduled", "when it is posted", value: \.scheduledAt),
      .prose("text", "the text as typed", value: \.text),
      .text("cw", "the content warning", isOptional: true) { $0.spoilerText.isEmpty ? nil : $0.spoilerText },
      .text("visibility", "who will see it", words: .visibility, isOptional: true, value: \.visibility?.rawValue),
      .text("language", "its language, as an ISO 639 code", isOptional: true, isColumn: false, value: \.language),
      .flag(
        "sensitive", "whether its media are hidden until the reader asks for them", isOptional: true,
        isColumn: false, value: \.isSensitive),
      .reference(
        "inReplyTo", to: .status, "the status it replies to", isOptional: true, isColumn: false,
        value: \.inReplyToID),
      .texts("poll", "the options of its poll", isColumn: false, value: \.pollOptions),
      .records("media", "its media", as: { .media }, value: \.mediaAttachments)))
}

/// When a scheduled status is to be posted.
enum PublicationTime: Sendable, Hashable {
  case at(TimePoint)
  /// A number of seconds after the request.
  case after(Int)

  /// The time in seconds since 1970, for a request at this time; the time of a day is its next occurrence.
  func moment(now: Int) -> Timestamp {
    switch self {
    case .after(let seconds): return Timestamp(seconds: now + seconds)
    case .at(let point):
      let moment = point.seconds(now: now)
      if case .today(let time) = point, moment <= now {
        return Timestamp(seconds: TimePoint.today(time).seconds(now: now + 86_400))
      }
      return Timestamp(seconds: moment)
    }
  }
}

extension Argument where Value == PublicationTime {
  /// `at=` or `in=`, of which one is required.
  static var publicationTime: Argument {
    let parameters = [
      Parameter("at", .time, "when to post it: 09:00 is the next 09:00"),
      Parameter("in", .duration, "how long until it is posted"),
    ]
    let after = Argument<Int?>.seconds("in", "")
    return Argument(parameters) { inputs throws(Failure) in
      if try inputs.alternative(["at", "in"], isRequired: true) == "in", let seconds = try after.read(inputs) {
        return .after(seconds)
      }
      let text = try inputs.required("at")
      guard let point = TimePoint(text) else {
        throw inputs.refusal(of: "at", "must be a time such as 09:00 or 2026-12-24T09:00:00Z, not '\(text)'")
      }
      if case .ago = point {
        throw inputs.refusal(of: "at", "must be a point in time; for a length of time: in=\(text)")
      }
      return .at(point)
    }
  }
}

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

  func moment(of time: PublicationTime) throws(Failure) -> Timestamp {
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
