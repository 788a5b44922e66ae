public import JSONValue

extension Client.Statuses {
  /// Lets the server publish a status later, by its own clock.
  ///
  /// - Parameters:
  ///   - status: what is published then.
  ///   - moment: when, which Mastodon wants to be five minutes ahead or more.
  ///   - idempotencyKey: a text of its own for each status, by which few servers know a repeated request here.
  public func schedule(
    _ status: NewStatus, at moment: Timestamp, idempotencyKey: String? = nil
  ) async throws(FediverseError) -> ScheduledStatus {
    var body = status.json(for: client.knownFlavor).object ?? JSON.Object()
    body["scheduled_at"] = .string(moment.description)
    var call = Call.post("/api/v1/statuses", .json(.object(body))).demanding([.scheduledStatuses] + status.types)
    call.idempotencyKey = idempotencyKey
    let answer = try await client.perform(call)
    let json = try answer.json()
    if json["scheduled_at"] == nil, let published = try? Status(json: json) {
      throw .publishedAtOnce(published, client.server)
    }
    return try answer.entity()
  }

  /// The statuses that wait to be published, those that were made last first.
  public var scheduled: PagedList<ScheduledStatus> {
    PagedList(client, .get("/api/v1/scheduled_statuses").needing(.scheduledStatuses))
  }

  /// The scheduled status of this identifier.
  public func scheduled(_ id: String) async throws(FediverseError) -> ScheduledStatus {
    try await client.perform(.get("/api/v1/scheduled_statuses/\(id)").needing(.scheduledStatuses)).entity()
  }

  /// Moves a scheduled status to another time.
  public func reschedule(_ id: String, to moment: Timestamp) async throws(FediverseError) -> ScheduledStatus {
    let body: JSON = ["scheduled_at": .string(moment.description)]
    let call = Call.put("/api/v1/scheduled_statuses/\(id)", .json(body))
    return try await client.perform(call.needing(.rescheduling)).entity()
  }

  /// Removes a scheduled status, so that it is never published.
  public func cancelScheduled(_ id: String) async throws(FediverseError) {
    _ = try await client.perform(.delete("/api/v1/scheduled_statuses/\(id)").needing(.scheduledStatuses))
  }
}

extension FediverseError {
  /// Servers that do not know of a time publish at once.
  fileprivate static func publishedAtOnce(_ status: Status, _ server: ServerAddress) -> FediverseError {
    let detail = "it published the status at once instead, as status \(status.id.oneLine(limit: 80))"
    return FediverseError(.unsupported, server: server, request: "POST /api/v1/statuses", detail: detail)
  }
}

/// A status that its server will publish by itself.
public struct ScheduledStatus: Entity, Hashable, Identifiable {
  /// The identifier, which is not that of the status to come.
  public let id: String
  /// When it will be published.
  public let scheduledAt: Timestamp?
  /// The text as typed.
  public let text: String
  /// Who may see it; the account's default where not given.
  public let visibility: Visibility?
  /// The warning that stands before the text; empty where there is none.
  public let spoilerText: String
  /// Whether its media are hidden until asked for.
  public let isSensitive: Bool?
  /// The language by its ISO 639 code.
  public let language: String?
  /// The status that it answers.
  public let inReplyToID: String?
  /// The answers of its poll; empty where there is none.
  public let pollOptions: [String]
  /// The uploaded media by their identifiers, in order.
  public let mediaIDs: [String]
  /// The uploaded media, in the server's order.
  public let mediaAttachments: [MediaAttachment]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads a scheduled status.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "scheduled status")
    id = try fields.id()
    scheduledAt = fields.time("scheduled_at")
    let status = fields.fields("params")
    text = status.text("text") ?? status.text("status") ?? ""
    visibility = status.spelling("visibility")
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
