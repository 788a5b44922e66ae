import JSONValue

/// A status to publish.
public struct NewStatus: Sendable, Hashable {
  /// The text as typed.
  public var text: String
  /// The visibility; the account's default if `nil`.
  public var visibility: Visibility?
  /// The identifier of the status it replies to.
  public var inReplyToID: String?
  /// Whether its media are marked as sensitive.
  public var isSensitive: Bool?
  /// The content warning.
  public var spoilerText: String?
  /// The language, as an ISO 639 code.
  public var language: String?
  /// The identifiers of the attached uploads, in order.
  public var mediaIDs: [String]
  /// The poll.
  public var poll: NewPoll?
  /// The identifier of the quoted status.
  public var quotedStatusID: String?
  /// The MIME type of the text, for servers that accept more than plain text.
  public var contentType: String?
  /// Who may quote it; the account's default if `nil`.
  public var quotePolicy: QuotePolicy?
  /// The number of seconds until the status deletes itself, on servers that support it.
  public var lifetime: Int?
  /// Whether it stays on its server, on servers where this is not a visibility.
  public var isLocalOnly: Bool?
  /// The conversation it belongs to (Pleroma, Akkoma).
  public var conversationID: String?
  /// Whether it is sent even if the server is not known to support what it uses.
  public var isTried = false

  /// The features that the server must be known to have, because a server that does not know a field ignores it and
  /// publishes the rest.
  var requiredFeatures: [Feature] {
    guard !isTried else { return [] }
    var requiredFeatures: [Feature] = []
    if poll != nil { requiredFeatures.append(.pollMaking) }
    if quotedStatusID != nil { requiredFeatures.append(.quotes) }
    if quotePolicy != nil { requiredFeatures.append(.quotePolicies) }
    if lifetime != nil { requiredFeatures.append(.expiringStatuses) }
    if contentType.map({ $0 != "text/plain" }) ?? false { requiredFeatures.append(.contentTypes) }
    if let visibility, !visibility.isCommon, let feature = visibility.feature { requiredFeatures.append(feature) }
    if isLocalOnly == true { requiredFeatures.append(.localVisibility) }
    return requiredFeatures
  }

  /// Creates a status with only a text.
  public init(_ text: String) {
    self.text = text
    mediaIDs = []
  }

  /// The request body. Unset fields are omitted, because Pleroma refuses `null` and Sharkey refuses an empty content
  /// warning.
  var json: JSON { json(for: nil) }

  /// The request body for a server's software.
  ///
  /// - Parameter flavor: the server's software; all but Mastodon know the quoted status by an older name.
  func json(for flavor: Flavor?) -> JSON {
    let isModern = flavor == nil || flavor == .mastodon
    // GoToSocial has no such visibility, but a parameter for it.
    let staysHere = visibility?.isOnServerOnly == true && (flavor == .gotosocial || visibility != .local)
    return .members([
      "status": .string(text),
      "visibility": visibility.map { .string((staysHere ? $0.onAllServers : $0).rawValue) },
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
      "local_only": (staysHere ? true : isLocalOnly).map(JSON.bool),
      "in_reply_to_conversation_id": conversationID.map(JSON.string),
    ])
  }

  /// The encoded request body for a server's software. snac reads polls from forms only, and drops them from JSON
  /// without a word.
  func body(for flavor: Flavor?) -> Call.Body {
    let json = json(for: flavor)
    return flavor == .snac && poll != nil ? .form(json.formFields) : .json(json)
  }
}

extension JSON {
  /// The object as the fields of a form: `poll[options][]` for each option of a poll.
  fileprivate var formFields: [(name: String, value: String)] {
    (object?.members ?? []).flatMap { $0.value.fields(named: $0.name) }
  }

  private func fields(named name: String) -> [(name: String, value: String)] {
    if let object { return object.members.flatMap { $0.value.fields(named: "\(name)[\($0.name)]") } }
    if let array { return array.flatMap { $0.fields(named: "\(name)[]") } }
    return [(name, string ?? text)]
  }
}

extension NewStatus {
  /// How far a status equals another one besides its text.
  enum Agreement: Comparable {
    case none
    /// The other one lacks a part, or has another one in its place, as if a server had dropped or changed it.
    case partial
    case full
  }

  /// How far a status equals this one in what it replies to, its media and its poll. No server adds any of them.
  func agreement(with status: Status) -> Agreement {
    let isReply = Self.agreement(inReplyToID, status.inReplyToID, isPartial: status.inReplyToID == nil)
    let hasMedia = Self.agreement(mediaIDs.count, status.mediaAttachments.count, isPartial: !mediaIDs.isEmpty)
    let options = status.poll?.options.map(\.title.words)
    // A server that does not know polls may have published the rest.
    let lacksPoll = isTried && options == nil
    let hasPoll = lacksPoll ? .full : Self.agreement(poll?.options.map(\.words), options, isPartial: poll != nil)
    return min(isReply, hasMedia, hasPoll)
  }

  private static func agreement<Part: Equatable>(_ wanted: Part, _ found: Part, isPartial: Bool) -> Agreement {
    if wanted == found { return .full }
    return isPartial ? .partial : .none
  }

  /// Whether a status has this one's visibility and content warning. Mastodon publishes the statuses of limited accounts
  /// as unlisted, and uses the warning as the text if there is none.
  func isPresented(like status: Status) -> Bool {
    (status.visibility == nil || visibility.map { $0.comesBack(in: status) } ?? true)
      && (spoilerText ?? "").words == status.spoilerText.words
  }

  /// A part of a status that a server may leave out without an error.
  package enum Part: Sendable {
    case poll, reply, quote, visibility, warning
  }

  /// The parts of this status that the published one does not have.
  package func partsMissing(in status: Status) -> [Part] {
    var parts: [Part] = []
    if poll != nil, status.poll == nil { parts.append(.poll) }
    if inReplyToID != nil, status.inReplyToID == nil { parts.append(.reply) }
    if quotedStatusID != nil, status.quote == nil { parts.append(.quote) }
    if let visibility, !visibility.comesBack(in: status) { parts.append(.visibility) }
    // Mastodon uses the warning as the text if there is none.
    let hidesText = spoilerText?.words.isEmpty == false && !text.words.isEmpty
    if hidesText, status.spoilerText.words.isEmpty { parts.append(.warning) }
    return parts
  }

  /// Whether a scheduled status equals this one; servers store its text as typed.
  func agrees(with status: ScheduledStatus) -> Bool {
    text.words == status.text.words && (spoilerText ?? "").words == status.spoilerText.words
      && (status.visibility.flatMap { visibility?.comesBack(as: $0) } ?? true)
      && inReplyToID == status.inReplyToID
      && Set(mediaIDs) == Set(status.mediaIDs.isEmpty ? status.mediaAttachments.compactMap(\.id) : status.mediaIDs)
      && (poll?.options ?? []).map(\.words) == status.pollOptions.map(\.words)
  }
}

extension Visibility {
  /// Whether a status has this visibility, as sent or for its server only.
  fileprivate func comesBack(in status: Status) -> Bool {
    [status.visibility, status.audience].compactMap(\.self).contains(where: comesBack)
  }

  /// Whether servers return this visibility, once sent, as the other one; Pleroma and Akkoma omit the list from `list:5`.
  fileprivate func comesBack(as returned: Visibility) -> Bool {
    self == returned || returned.rawValue == "list" && rawValue.hasPrefix("list:")
  }
}
