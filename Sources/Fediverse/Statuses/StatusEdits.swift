public import JSONValue

extension Client.Statuses {
  /// Replaces the content of a published status.
  public func edit(_ id: String, to change: StatusChange) async throws(FediverseError) -> Status {
    try await edit(id, to: change, on: client.knownFlavor)
  }

  /// Replaces the content of a published status on a server's software.
  ///
  /// - Parameter flavor: the server's software; Pixelfed responds with the status before the edit.
  func edit(_ id: String, to change: StatusChange, on flavor: Flavor?) async throws(FediverseError) -> Status {
    var change = change
    if Self.changesMediaApart(flavor) {
      for media in change.mediaChanges {
        let call = Call.put("/api/v1/media/\(media.id)", .json(media.change)).needing(.mediaEditing)
        _ = try await client.perform(call)
      }
      change.mediaChanges = []
    }
    let call = Call.put("/api/v1/statuses/\(id)", .json(change.json)).needing(.statusEditing)
    let response = try await client.perform(call)
    return flavor == .pixelfed ? try await status(id) : try response.entity()
  }

  /// Whether media are changed by separate calls rather than with their status.
  private static func changesMediaApart(_ flavor: Flavor?) -> Bool {
    switch flavor {
    case .pixelfed, .pleroma, .akkoma, .firefish, .catodon, .iceshrimp, .sharkey: true
    default: false
    }
  }

  /// Lists all versions of a status, oldest first.
  public func history(of id: String) async throws(FediverseError) -> Rows<StatusEdit> {
    try await client.perform(.get("/api/v1/statuses/\(id)/history").needing(.statusHistory)).rows()
  }

  /// Changes who may quote your status from now on.
  public func setQuotePolicy(_ policy: QuotePolicy, of id: String) async throws(FediverseError) -> Status {
    let body: JSON = ["quote_approval_policy": .string(policy.rawValue)]
    let call = Call.put("/api/v1/statuses/\(id)/interaction_policy", .json(body))
    return try await client.perform(call.needing(.quotePolicies)).entity()
  }

  /// Revokes a quote of your status and returns the status that quoted it.
  ///
  /// - Parameters:
  ///   - id: the identifier of the quoted status.
  ///   - quoteID: the identifier of the status that quotes it.
  public func revokeQuote(of id: String, by quoteID: String) async throws(FediverseError) -> Status {
    let call = Call.ensure("/api/v1/statuses/\(id)/quotes/\(quoteID)/revoke").needing(.quoteControl)
    return try await client.perform(call).entity()
  }

  /// Renders a status without publishing it (Pleroma, Akkoma).
  public func preview(_ status: NewStatus) async throws(FediverseError) -> Status {
    try await preview(status, on: client.profile().flavor)
  }

  /// Renders a status without publishing it.
  ///
  /// - Parameter flavor: the server's software; one without previews would publish the status.
  func preview(_ status: NewStatus, on flavor: Flavor?) async throws(FediverseError) -> Status {
    guard flavor == .pleroma || flavor == .akkoma else { throw .noPreview(client.server) }
    guard case .object(var body) = status.json(for: flavor) else { throw .noPreview(client.server) }
    body["preview"] = true
    return try await client.perform(.ensure("/api/v1/statuses", .json(.object(body))).needing(.statusPreview)).entity()
  }
}

/// The new content of a published status. It replaces everything: what is not set is removed.
public struct StatusChange: Sendable, Hashable {
  /// A change to an attachment of the status.
  public struct MediaChange: Sendable, Hashable {
    /// The identifier of the attachment.
    public var id: String
    /// The alt text; unchanged if `nil`.
    public var description: String?
    /// The focal point; unchanged if `nil`.
    public var focus: Client.Media.Focus?

    /// Creates a change to an attachment.
    public init(id: String, description: String? = nil, focus: Client.Media.Focus? = nil) {
      self.id = id
      self.description = description
      self.focus = focus
    }
  }

  /// The text as typed.
  public var text: String
  /// The content warning.
  public var spoilerText: String?
  /// Whether its media are marked as sensitive.
  public var isSensitive: Bool?
  /// The language, as an ISO 639 code.
  public var language: String?
  /// The identifiers of the attached uploads, in order.
  public var mediaIDs: [String]
  /// Changes to these attachments.
  public var mediaChanges: [MediaChange]
  /// The poll; a changed poll loses its votes.
  public var poll: NewStatus.NewPoll?
  /// The MIME type of the text, for servers that accept more than plain text.
  public var contentType: String?
  /// Who may quote it; unchanged if `nil`.
  public var quotePolicy: QuotePolicy?

  /// Creates new content with only a text.
  public init(_ text: String) {
    self.text = text
    mediaIDs = []
    mediaChanges = []
  }

  /// Creates content equal to that of a status, for a caller to modify.
  ///
  /// - Parameters:
  ///   - status: the status.
  ///   - source: its source text.
  ///   - now: the current time; the poll stays open until its original end, but at least five more minutes.
  public init(keeping status: Status, source: StatusSource, now: Timestamp = .now()) {
    text = source.text
    spoilerText = source.spoilerText.isEmpty ? nil : source.spoilerText
    isSensitive = status.isSensitive
    language = status.language
    mediaIDs = status.mediaAttachments.compactMap(\.id)
    mediaChanges = []
    contentType = source.contentType
    poll = status.poll.map { poll in
      let rest = poll.expiresAt.map { $0.seconds - now.seconds } ?? 0
      return NewStatus.NewPoll(
        options: poll.options.map(\.title), duration: max(rest, Self.shortestPoll), isMultiple: poll.isMultiple)
    }
  }

  private static let shortestPoll = 300

  /// The request body.
  var json: JSON {
    .members([
      "status": .string(text),
      "spoiler_text": spoilerText.flatMap { $0.isEmpty ? nil : .string($0) },
      "sensitive": isSensitive.map(JSON.bool),
      "language": language.map(JSON.string),
      "media_ids": .texts(mediaIDs),
      "media_attributes": mediaChanges.isEmpty ? nil : .array(mediaChanges.map(\.json)),
      "poll": poll?.json,
      "content_type": contentType.map(JSON.string),
      "quote_approval_policy": quotePolicy.map { .string($0.rawValue) },
    ])
  }
}

extension StatusChange.MediaChange {
  /// The change without the identifier.
  var change: JSON {
    .members(["description": description.map(JSON.string), "focus": focus.map { .string($0.text) }])
  }

  fileprivate var json: JSON {
    .members([
      "id": .string(id), "description": description.map(JSON.string), "focus": focus.map { .string($0.text) },
    ])
  }
}

/// One version of a status, from its edit history.
public struct StatusEdit: Entity, Hashable {
  /// The text, as HTML.
  public let content: String
  /// The content warning; empty if there is none.
  public let spoilerText: String
  /// Whether its media are marked as sensitive.
  public let isSensitive: Bool
  /// When this version was published.
  public let createdAt: Timestamp?
  /// The author.
  public let account: Account?
  /// The options of its poll; empty if there is none.
  public let pollOptions: [String]
  /// The media attachments.
  public let mediaAttachments: [MediaAttachment]
  /// The custom emojis in its text.
  public let emojis: [CustomEmoji]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a version.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "edit")
    guard fields["content"] != nil || fields["created_at"] != nil else {
      throw ShapeError(path: "edit.content", expected: "text")
    }
    content = fields.text("content") ?? ""
    spoilerText = fields.text("spoiler_text") ?? ""
    isSensitive = fields.truth("sensitive") ?? false
    createdAt = fields.time("created_at")
    account = fields.entity("account")
    pollOptions = fields.fields("poll").array("options").compactMap { $0["title"]?.string }
    mediaAttachments = fields.entities("media_attachments")
    emojis = fields.entities("emojis")
    raw = json
  }
}

/// The source text of a status, before rendering.
public struct StatusSource: Entity, Hashable, Identifiable {
  /// The identifier of the status.
  public let id: String
  /// The text as typed.
  public let text: String
  /// The content warning.
  public let spoilerText: String
  /// The MIME type of the text, if the server sends it.
  public let contentType: String?

  /// Decodes the source of a status.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "source")
    id = try fields.id()
    text = fields.text("text") ?? ""
    spoilerText = fields.text("spoiler_text") ?? ""
    contentType = fields.word("content_type")
  }
}

extension FediverseError {
  fileprivate static func noPreview(_ server: ServerAddress) -> FediverseError {
    FediverseError(.unsupported, server: server, detail: "it is not known to support previews of statuses")
  }
}
