import JSONValue

/// What a published status shall become: the whole of it, because what is not said is removed.
public struct StatusChange: Sendable, Hashable {
  /// What changes about a piece of media that the status shows.
  public struct MediaChange: Sendable, Hashable {
    /// The identifier of the media.
    public var id: String
    /// The text for those who cannot see or hear it; as it was where not given.
    public var description: String?
    /// The place that is shown where there is no room for all of a picture; as it was where not given.
    public var focus: Client.Media.Focus?

    /// A change of one piece of media.
    public init(id: String, description: String? = nil, focus: Client.Media.Focus? = nil) {
      self.id = id
      self.description = description
      self.focus = focus
    }
  }

  /// The text as typed.
  public var text: String
  /// The warning that stands before the text.
  public var spoilerText: String?
  /// Whether its media are hidden until asked for.
  public var isSensitive: Bool?
  /// The language by its ISO 639 code.
  public var language: String?
  /// The media that it shows, in order.
  public var mediaIDs: [String]
  /// What changes about these media.
  public var mediaChanges: [MediaChange]
  /// The poll that is part of it; another poll loses its votes.
  public var poll: NewStatus.NewPoll?
  /// How the text is marked up, on servers that take more than plain text.
  public var contentType: String?
  /// Who may quote it; as it was where not given.
  public var quotePolicy: QuotePolicy?

  /// A status of this text, with nothing else said.
  public init(_ text: String) {
    self.text = text
    mediaIDs = []
    mediaChanges = []
  }

  /// A status as it is, for a caller to change some of it.
  ///
  /// - Parameters:
  ///   - status: the status.
  ///   - source: its text as it was typed.
  ///   - now: the time, from which a poll stays open as long as it would have, but never less than five minutes.
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

  /// The body of the request.
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
