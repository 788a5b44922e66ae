extension Client.Statuses {
  /// Finds a status by the signed-in account that matches a new one and was not published by another call of this
  /// client. Returns the newest match.
  ///
  /// - Parameters:
  ///   - status: the status to find.
  ///   - moment: when it was first sent; the server's clock may be a minute behind.
  public func published(matching status: NewStatus, since moment: Timestamp) async throws(FediverseError) -> Status? {
    try await published(matching: status, since: moment, besides: client.ownStatuses).map { client.remembering($0) }
  }

  /// Finds a status by the signed-in account that matches a new one.
  ///
  /// - Parameter known: the identifiers of statuses to ignore.
  func published(
    matching status: NewStatus, since moment: Timestamp, besides known: Set<String>
  ) async throws(FediverseError) -> Status? {
    let own = try await client.accounts.verifyCredentials()
    let page = try await client.accounts.statuses(of: own.id).page(limit: 40, [("exclude_reblogs", "true")])
    let start = earliest(moment)
    let candidates = page.elements.filter { candidate in
      guard let createdAt = candidate.createdAt, createdAt.seconds >= start else { return false }
      return !known.contains(candidate.id) && candidate.reblog == nil && status.agrees(with: candidate)
    }
    guard !candidates.isEmpty else { return nil }
    // Local names may be typed with the server's domain, but servers omit it from the rendered text.
    _ = try? await client.domain()
    let wanted = NormalizedWords(status.text, domains: client.ownDomains)
    if let same = candidates.first(where: { wanted == NormalizedWords($0.plainText, domains: client.ownDomains) }) {
      return same
    }
    return await firstMatchingSource(status.text, of: candidates)
  }

  /// Finds a scheduled status that matches a new one.
  func scheduled(
    matching status: NewStatus, at moment: Timestamp, besides known: Set<String>
  ) async throws(FediverseError) -> ScheduledStatus? {
    // The newest come first.
    let page = try await client.statuses.scheduled.page(limit: 40)
    return page.elements.first { candidate in
      !known.contains(candidate.id) && candidate.scheduledAt?.seconds == moment.seconds
        && status.agrees(with: candidate)
    }
  }

  /// Finds the first candidate whose source is this text, because rendering may have changed it.
  private func firstMatchingSource(_ text: String, of candidates: [Status]) async -> Status? {
    let wanted = NormalizedWords(text, domains: client.ownDomains)
    for candidate in candidates.prefix(Self.sourcesAtMost) {
      guard let source = try? await client.statuses.source(candidate.id) else { continue }
      if NormalizedWords(source.text, domains: client.ownDomains) == wanted { return candidate }
    }
    return nil
  }

  /// The earliest second, by the server's clock, at which a request sent at a moment can have taken effect.
  private func earliest(_ moment: Timestamp) -> Int {
    // The clock skew measured from responses is accurate to a second or two; servers may consist of several machines.
    client.policy.counts.update { $0.knownSkew.map { moment.seconds + $0 - 5 } } ?? moment.seconds - 60
  }

  private static let sourcesAtMost = 5
}

extension NewStatus {
  /// Whether a status equals this one in everything but the text.
  fileprivate func agrees(with status: Status) -> Bool {
    guard visibility?.comesBack(as: status.visibility) ?? true, inReplyToID == status.inReplyToID,
      mediaIDs.count == status.mediaAttachments.count,
      (spoilerText ?? "").words == status.spoilerText.words
    else { return false }
    guard let poll else { return status.poll == nil }
    return poll.options.map(\.words) == status.poll?.options.map(\.title.words)
  }

  /// Whether a scheduled status equals this one; servers store its text as typed.
  fileprivate func agrees(with status: ScheduledStatus) -> Bool {
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

extension String {
  fileprivate var words: [Substring] { split(whereSeparator: \.isWhitespace) }
}

/// The words of a text, normalized so that typed and rendered text compare equal.
///
/// URLs are normalized in the case of the host, percent-encoding and trailing slash; names lose the server's own
/// domain; all whitespace is equivalent.
struct NormalizedWords: Hashable {
  private let words: [String]

  init(_ text: String, domains: [String]) {
    words = text.words.map { word in
      switch word.first {
      case "@": Self.name(word, domains)
      case "#": word.lowercased()
      default: Self.address(in: word) ?? Self.inner(word, domains)
      }
    }
  }

  /// A mention with the characters that follow it.
  private static func name(_ word: Substring, _ domains: [String]) -> String {
    let name = word.dropFirst().prefix { $0.isPartOfName }
    guard !name.isEmpty else { return String(word) }
    var rest = word.dropFirst(1 + name.count)
    var domain = ""
    if rest.first == "@" {
      var host = rest.dropFirst().prefix { $0.isPartOfName || $0 == ":" }
      while host.last == "." || host.last == ":" { host = host.dropLast() }
      rest = rest.dropFirst(1 + host.count)
      let authority = (try? ServerAddress("https://" + host).authority) ?? String(host)
      domain = domains.contains(authority) ? "" : "@" + authority
    }
    return "@" + name.lowercased() + domain + rest
  }

  /// A word with a mention after punctuation, like a bracket.
  private static func inner(_ word: Substring, _ domains: [String]) -> String {
    guard let at = word.firstIndex(of: "@"), !word[..<at].contains(where: { $0.isLetter || $0.isNumber }) else {
      return String(word)
    }
    return word[..<at] + name(word[at...], domains)
  }

  private static func address(in word: Substring) -> String? {
    let lower = word.lowercased()
    guard let start = ["https://", "http://"].compactMap({ lower.firstRange(of: $0)?.lowerBound }).min() else {
      return nil
    }
    let before = lower.distance(from: lower.startIndex, to: start)
    var written = word.dropFirst(before)
    while let last = written.last, ".,;:!?)]}>'\"…".contains(last) { written = written.dropLast() }
    guard let url = WebURL(String(written)) else { return nil }
    let fragment = written.drop { $0 != "#" }
    let after = word.dropFirst(before + written.count)
    let target = url.target.unescaped
    return word.prefix(before) + url.origin.baseURL + (target.hasSuffix("/") ? target.dropLast() : target[...])
      + fragment + after
  }
}

extension Character {
  fileprivate var isPartOfName: Bool {
    isLetter || isNumber || "_-.".contains(self)
  }
}
