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
    case poll, reply, quote, visibility
  }

  /// The parts of this status that the published one does not have.
  package func partsMissing(in status: Status) -> [Part] {
    var parts: [Part] = []
    if poll != nil, status.poll == nil { parts.append(.poll) }
    if inReplyToID != nil, status.inReplyToID == nil { parts.append(.reply) }
    if quotedStatusID != nil, status.quote == nil { parts.append(.quote) }
    if let visibility, !visibility.comesBack(in: status) { parts.append(.visibility) }
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
