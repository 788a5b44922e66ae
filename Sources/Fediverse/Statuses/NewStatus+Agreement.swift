extension NewStatus {
  /// Whether a status equals this one in what no server changes: what it replies to, its media and its poll.
  func agrees(with status: Status) -> Bool {
    guard inReplyToID == status.inReplyToID, mediaIDs.count == status.mediaAttachments.count else { return false }
    guard let poll else { return status.poll == nil }
    // A server that does not know polls may have published the rest.
    if isTried, status.poll == nil { return true }
    return poll.options.map(\.words) == status.poll?.options.map(\.title.words)
  }

  /// Whether a status has this one's visibility and content warning. Mastodon publishes the statuses of limited accounts
  /// as unlisted, and uses the warning as the text if there is none.
  func isPresented(like status: Status) -> Bool {
    (visibility?.comesBack(as: status.visibility) ?? true) && (spoilerText ?? "").words == status.spoilerText.words
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
  /// Whether servers return this visibility, once sent, as the other one; Pleroma and Akkoma omit the list from `list:5`.
  fileprivate func comesBack(as returned: Visibility) -> Bool {
    self == returned || returned.rawValue == "list" && rawValue.hasPrefix("list:")
  }
}
