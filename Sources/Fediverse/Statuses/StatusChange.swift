import JSONValue

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
