public import JSONValue

extension Client.Statuses {
  /// Schedules a status for publication at a later time, by the server's clock.
  ///
  /// - Parameters:
  ///   - status: the status to publish.
  ///   - moment: when to publish it; Mastodon requires at least five minutes from now.
  ///   - idempotencyKey: a unique key for the status; few servers recognize repeated requests by it here.
  public func schedule(
    _ status: NewStatus, at moment: Timestamp, idempotencyKey: String? = nil
  ) async throws(FediverseError) -> ScheduledStatus {
    try scheduled(by: try await client.perform(call(scheduling: status, at: moment, idempotencyKey)))
  }

  func call(scheduling status: NewStatus, at moment: Timestamp, _ idempotencyKey: String?) -> Call {
    var body = status.json(for: client.knownFlavor).object ?? JSON.Object()
    body["scheduled_at"] = .string(moment.description)
    var call = Call.post("/api/v1/statuses", .json(.object(body))).requiring(
      [.scheduledStatuses] + status.requiredFeatures)
    call.idempotencyKey = idempotencyKey
    return call
  }

  /// Reads the response to a request to schedule a status.
  func scheduled(by response: CallResponse) throws(FediverseError) -> ScheduledStatus {
    let json = try response.json()
    if json["scheduled_at"] == nil, let published = try? Status(json: json) {
      throw .publishedAtOnce(published, client.server)
    }
    return try response.entity()
  }

  /// The scheduled statuses, most recently created first.
  public var scheduled: PagedList<ScheduledStatus> {
    PagedList(client, .get("/api/v1/scheduled_statuses").needing(.scheduledStatuses))
  }

  /// Fetches a scheduled status by identifier.
  public func scheduled(_ id: String) async throws(FediverseError) -> ScheduledStatus {
    try await client.perform(.get("/api/v1/scheduled_statuses/\(id)").needing(.scheduledStatuses)).entity()
  }

  /// Reschedules a scheduled status.
  public func reschedule(_ id: String, to moment: Timestamp) async throws(FediverseError) -> ScheduledStatus {
    let body: JSON = ["scheduled_at": .string(moment.description)]
    let call = Call.put("/api/v1/scheduled_statuses/\(id)", .json(body))
    return try await client.perform(call.needing(.rescheduling)).entity()
  }

  /// Cancels a scheduled status.
  public func cancelScheduled(_ id: String) async throws(FediverseError) {
    try await client.remove(.delete("/api/v1/scheduled_statuses/\(id)").needing(.scheduledStatuses))
  }
}

extension FediverseError {
  /// Servers that do not know `scheduled_at` publish the status at once.
  fileprivate static func publishedAtOnce(_ status: Status, _ server: ServerAddress) -> FediverseError {
    let detail = "the server published the status at once instead, as status \(status.id.oneLine(limit: 80))"
    return FediverseError(.unsupported, server: server, request: "POST /api/v1/statuses", detail: detail)
  }
}

/// A status that the server will publish later.
public struct ScheduledStatus: Entity, Hashable, Identifiable {
  /// The identifier, which differs from that of the future status.
  public let id: String
  /// The time of publication.
  public let scheduledAt: Timestamp?
  /// The text as typed.
  public let text: String
  /// The visibility; the account's default if `nil`.
  public let visibility: Visibility?
  /// The content warning; empty if there is none.
  public let spoilerText: String
  /// Whether its media are marked as sensitive.
  public let isSensitive: Bool?
  /// The language, as an ISO 639 code.
  public let language: String?
  /// The identifier of the status it replies to.
  public let inReplyToID: String?
  /// The options of its poll; empty if there is none.
  public let pollOptions: [String]
  /// The identifiers of the attached uploads, in order.
  public let mediaIDs: [String]
  /// The attached uploads, in the server's order.
  public let mediaAttachments: [MediaAttachment]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a scheduled status.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "scheduled status")
    id = try fields.id()
    scheduledAt = fields.time("scheduled_at")
    let status = fields.fields("params")
    text = status.text("text") ?? status.text("status") ?? ""
    let visibility: Visibility? = status.spelling("visibility")
    self.visibility = status.truth("local_only") == true ? visibility?.onServerOnly : visibility
    spoilerText = status.text("spoiler_text") ?? ""
    isSensitive = status.truth("sensitive")
    language = status.word("language")
    inReplyToID = status.word("in_reply_to_id")
    pollOptions = status.fields("poll").texts("options")
    mediaIDs = status.ids("media_ids")
    mediaAttachments = fields.entities("media_attachments")
    raw = json
  }
}
