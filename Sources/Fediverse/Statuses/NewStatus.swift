import JSONValue

/// A status that is yet to be published.
public struct NewStatus: Sendable, Hashable {
  /// The text as typed.
  public var text: String
  /// Who may see it; the account's default where not given.
  public var visibility: Visibility?
  /// The status that it answers.
  public var inReplyToID: String?
  /// Whether its media are hidden until asked for.
  public var isSensitive: Bool?
  /// The warning that stands before the text.
  public var spoilerText: String?
  /// The language by its ISO 639 code.
  public var language: String?
  /// The uploaded media that it shows, in order.
  public var mediaIDs: [String]
  /// The poll that is part of it.
  public var poll: NewPoll?
  /// The status that it quotes.
  public var quotedStatusID: String?
  /// How the text is marked up, on servers that take more than plain text.
  public var contentType: String?
  /// Who may quote it; the account's default where not given.
  public var quotePolicy: QuotePolicy?
  /// The seconds after which it removes itself, on servers where statuses can.
  public var lifetime: Int?
  /// Whether it stays on its server, where that is not said by the visibility.
  public var isLocalOnly: Bool?
  /// The talk that it is part of (Pleroma, Akkoma).
  public var conversationID: String?

  /// What a server must be able to do lest it publish something else than this: one that does not know of a field
  /// publishes without it.
  var types: [Feature] {
    var types: [Feature] = []
    if poll != nil { types.append(.pollMaking) }
    if quotedStatusID != nil { types.append(.quotes) }
    if quotePolicy != nil { types.append(.quotePolicies) }
    if lifetime != nil { types.append(.expiringStatuses) }
    if contentType.map({ $0 != "text/plain" }) ?? false { types.append(.contentTypes) }
    if isLocalOnly == true { types.append(.localVisibility) }
    return types
  }

  /// A status of this text, with nothing else said.
  public init(_ text: String) {
    self.text = text
    mediaIDs = []
  }

  /// The body of the request. What is not set is left out, because Pleroma refuses `null` and Sharkey an empty warning.
  var json: JSON { json(for: nil) }

  /// - Parameter flavor: what the server runs; all but Mastodon know a quoted status by an older name.
  func json(for flavor: Flavor?) -> JSON {
    let isModern = flavor == nil || flavor == .mastodon
    return .members([
      "status": .string(text),
      "visibility": visibility.map { .string($0.rawValue) },
      "in_reply_to_id": inReplyToID.map(JSON.string),
      "sensitive": isSensitive.map(JSON.bool),
      "spoiler_text": spoilerText.flatMap { $0.isEmpty ? nil : .string($0) },
      "language": language.map(JSON.string),
      "media_ids": .texts(mediaIDs),
      "poll": poll?.json,
      "quoted_status_id": quotedStatusID.map(JSON.string),
      "quote_id": isModern ? nil : quotedStatusID.map(JSON.string),
      "content_type": contentType.map(JSON.string),
      "quote_approval_policy": quotePolicy.map { .string($0.rawValue) },
      "expires_in": lifetime.map(JSON.int),
      "local_only": isLocalOnly.map(JSON.bool),
      "in_reply_to_conversation_id": conversationID.map(JSON.string),
    ])
  }
}
