extension Client.Statuses {
  /// The status that was made of a new one, if the signed-in account published it already and this client does not know
  /// it as another one of its own; the newest where there are several.
  ///
  /// - Parameters:
  ///   - status: what was to be published.
  ///   - moment: when publishing was first tried; the clock of the server may be a minute behind.
  public func published(matching status: NewStatus, since moment: Timestamp) async throws(FediverseError) -> Status? {
    try await published(matching: status, since: moment, besides: client.ownStatuses).map { client.remembering($0) }
  }

  /// - Parameter known: statuses that are accounted for already.
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
    // The names of the server's own accounts may be typed with its domain, which they are not shown with.
    _ = try? await client.domain()
    let wanted = PlainWords(status.text, domains: client.ownDomains)
    if let same = candidates.first(where: { wanted == PlainWords($0.plainText, domains: client.ownDomains) }) {
      return same
    }
    return await firstTyped(status.text, of: candidates)
  }

  /// The status that waits to be published and was made of a new one, if there is one.
  func waiting(
    _ status: NewStatus, until moment: Timestamp, besides known: Set<String>
  ) async throws(FediverseError) -> ScheduledStatus? {
    // The newest come first.
    let page = try await client.statuses.scheduled.page(limit: 40)
    return page.elements.first { candidate in
      !known.contains(candidate.id) && candidate.scheduledAt?.seconds == moment.seconds
        && status.agrees(with: candidate)
    }
  }

  /// The first of some statuses that was typed so, because markup may have made something else of the text.
  private func firstTyped(_ text: String, of candidates: [Status]) async -> Status? {
    let wanted = PlainWords(text, domains: client.ownDomains)
    for candidate in candidates.prefix(Self.sourcesAtMost) {
      guard let source = try? await client.statuses.source(candidate.id) else { continue }
      if PlainWords(source.text, domains: client.ownDomains) == wanted { return candidate }
    }
    return nil
  }

  /// The first second, by the server's clock, in which something may have been made that was asked for at a moment.
  private func earliest(_ moment: Timestamp) -> Int {
    // What its answers say of the time is a second or two off, and so may be the machines behind it.
    client.patience.counts.update { $0.knownSkew.map { moment.seconds + $0 - 5 } } ?? moment.seconds - 60
  }

  private static let sourcesAtMost = 5
}

extension NewStatus {
  /// Whether a status agrees with this one in all but the text.
  fileprivate func agrees(with status: Status) -> Bool {
    guard visibility ?? status.visibility == status.visibility, inReplyToID == status.inReplyToID,
      mediaIDs.count == status.mediaAttachments.count,
      (spoilerText ?? "").words == status.spoilerText.words
    else { return false }
    guard let poll else { return status.poll == nil }
    return poll.options.map(\.words) == status.poll?.options.map(\.title.words)
  }

  /// Whether a status that waits agrees with this one, of which servers keep what was typed.
  fileprivate func agrees(with status: ScheduledStatus) -> Bool {
    text.words == status.text.words && (spoilerText ?? "").words == status.spoilerText.words
      && (visibility ?? status.visibility) == (status.visibility ?? visibility)
      && inReplyToID == status.inReplyToID
      && Set(mediaIDs) == Set(status.mediaIDs.isEmpty ? status.mediaAttachments.compactMap(\.id) : status.mediaIDs)
      && (poll?.options ?? []).map(\.words) == status.pollOptions.map(\.words)
  }
}

extension String {
  fileprivate var words: [Substring] { split(whereSeparator: \.isWhitespace) }
}

/// The words of a text in the form in which what was typed and what a server made of it are the same.
///
/// Addresses lose the slash at their end, letter case of their hosts and what escapes them; names lose the domain where
/// it is the server's own; blanks and line breaks part words and mean no more.
struct PlainWords: Hashable {
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

  /// A name with what stands behind it.
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

  /// A name behind a sign, like a bracket.
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
