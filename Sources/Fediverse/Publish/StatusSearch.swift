/// Searches the signed-in account's statuses for the result of an earlier request, perhaps several times.
struct StatusSearch {
  private let client: Client
  private let wanted: NewStatus
  private let first: SendTime
  private let last: SendTime?
  /// The text searched for; read when a search begins, because most requests need none.
  private var words = NormalizedWords("", domains: [])
  /// The sources that were asked for, so that another search does not ask for them again.
  private var sources: [Presented: NormalizedWords] = [:]
  /// The visibility that the account's statuses have by default, if the server has told it.
  private var standard: Visibility?
  /// How many more sources to ask for; none once the server has shown that it has none.
  private var sourcesLeft = Self.mostSources

  /// - Parameters:
  ///   - wanted: the status that the request published.
  ///   - first: when it was first sent.
  ///   - last: when it was last sent; the time of the search if `nil`.
  init(_ client: Client, _ wanted: NewStatus, since first: SendTime, until last: SendTime? = nil) {
    self.client = client
    self.wanted = wanted
    self.first = first
    self.last = last
  }

  /// A status as it is shown, which an edit changes.
  private struct Presented: Hashable {
    let id: String
    let content: String
  }

  /// Whether a status is the result.
  private enum Verdict {
    case same, other
    case undecided(String)
    /// Posted before, if the server dates statuses and responses by the same clock.
    case older(String)
  }

  /// Why it cannot be told whether there is a result.
  private struct Doubts {
    var reason: String?
    var older: String?
    /// Whether statuses are dated by the same time as responses.
    var isDated = false

    /// The first reason that counts.
    var first: String? { reason ?? (isDated ? nil : older) }
  }

  /// Other requests, as they were known when the search began, and as they are known now.
  private struct Others {
    let known: OtherRequests
    let latest: () async throws(FediverseError) -> OtherRequests
  }

  /// The most pages to read, which is 10 000 statuses on most servers.
  private static let mostPages = 250

  /// The most sources that a search asks for.
  private static let mostSources = 100

  /// The newest match, or `nil` if no status back to the time of sending matches.
  ///
  /// - Parameter known: returns what is known of other requests, whose results are ignored.
  /// - Throws: ``FediverseError`` of kind `undecided` if a status may be the match, or if the list cannot be read back
  ///   to the time of sending.
  mutating func newestMatch(
    besides known: @escaping @Sendable () async throws(FediverseError) -> OtherRequests
  ) async throws(FediverseError) -> Status? {
    let others = Others(known: try await known(), latest: known)
    let owner = try await client.accounts.verifyCredentials()
    let account = owner.id
    standard = owner.source?.visibility
    // Local names may be typed with the server's domain, but servers omit it from the rendered text.
    if wanted.text.contains("@") { _ = try? await client.domain() }
    words = NormalizedWords(wanted.text, domains: client.ownDomains)
    let last = last ?? client.sendTime
    if sourcesLeft > 0 { sourcesLeft = Self.mostSources }
    var selection = Client.Accounts.Selection()
    selection.excludesReblogs = true
    var walk = client.accounts.statuses(of: account, selection).walk()
    var doubts = Doubts()
    var isRead = false
    while !isRead, let page = try await walk.next() {
      // Each response may show the server's time.
      let window = client.effectWindow(from: first, to: last)
      if let match = try await match(on: page.elements, of: account, window, besides: others, &doubts) { return match }
      if let row = page.unreadableRows.first {
        doubts.reason = doubts.reason ?? "a status of the account cannot be read: \(row.reason)"
      }
      isRead = page.elements.hasPassed { ($0.createdAt?.seconds ?? .max) < window.earliest }
      guard isRead || walk.completeness.pages < Self.mostPages else { throw .notFarEnough(client.server) }
    }
    if let match = try await matchInConversations(of: account, besides: others, &doubts) { return match }
    if let doubt = doubts.first { throw .undecided(client.server, doubt) }
    if isRead { return nil }
    switch walk.completeness.ending {
    case .underway, .complete: return nil
    case .limited, .repeated, .cut, .misled: throw .notFarEnough(client.server)
    }
  }

  /// The first status of a page that is the result; notes what may be.
  private mutating func match(
    on page: [Status], of account: String, _ window: EffectWindow, besides others: Others, _ doubts: inout Doubts
  ) async throws(FediverseError) -> Status? {
    for candidate in page {
      guard !candidate.isAny(of: others.known.results) else {
        doubts.isDated = doubts.isDated || candidate.isDated(as: others.known.responseTimes)
        continue
      }
      switch await verdict(on: candidate, of: account, window) {
      case .same:
        // Another request may have begun, or ended, since the search began.
        let latest = try await others.latest()
        if candidate.isAny(of: latest.results) { continue }
        guard mayBe(candidate, of: latest.unsettled) else { return candidate }
        doubts.reason = doubts.reason ?? candidate.reasonToDoubtItsRequest
      case .undecided(let reason): doubts.reason = doubts.reason ?? reason
      case .older(let reason): doubts.older = doubts.older ?? reason
      case .other: continue
      }
    }
    return nil
  }

  /// The direct status that is the result, where the account's statuses do not show it; only the latest conversations
  /// are read.
  private mutating func matchInConversations(
    of account: String, besides others: Others, _ doubts: inout Doubts
  ) async throws(FediverseError) -> Status? {
    guard hiddenVisibility == .direct, let page = try? await client.conversations.all.page() else { return nil }
    let window = client.effectWindow(from: first, to: last ?? client.sendTime)
    return try await match(on: page.elements.compactMap(\.lastStatus), of: account, window, besides: others, &doubts)
  }

  /// The visibility of the status that was sent, if the server may leave it out of the account's own statuses.
  private var hiddenVisibility: Visibility? {
    client.knownFlavor?.listsRestrictedStatuses == true ? nil : restrictedVisibility
  }

  /// The visibility of the status that was sent, if only some can see it.
  private var restrictedVisibility: Visibility? {
    guard let visibility = wanted.visibility ?? standard, visibility != .public, visibility != .unlisted else {
      return nil
    }
    return visibility
  }

  /// The error if a status that was searched for and not found may have been published all the same.
  func doubtOfAbsence() async -> FediverseError? {
    guard restrictedVisibility != nil else { return nil }
    if client.knownFlavor == nil { _ = try? await client.profile() }
    return hiddenVisibility.map { visibility in
      .undecided(client.server, "the account's statuses may not show those with the visibility '\(visibility)'")
    }
  }

  /// Whether a status can be the result of another request.
  private func mayBe(_ candidate: Status, of requests: [OtherRequests.Sending]) -> Bool {
    guard let created = candidate.createdAt?.seconds else { return !requests.isEmpty }
    return requests.contains { request in
      let window = client.effectWindow(from: request.first, to: request.last)
      return created >= window.earliest && created <= window.end
    }
  }

  private mutating func verdict(on candidate: Status, of account: String, _ window: EffectWindow) async -> Verdict {
    let agreement = wanted.agreement(with: candidate)
    guard candidate.reblog == nil, agreement > .none else { return .other }
    guard let created = candidate.createdAt?.seconds else { return .undecided("\(candidate.name) has no time") }
    guard created >= window.earliest else {
      return created >= window.oldest ? verdict(onOlder: candidate, agreement) : .other
    }
    let (isNear, isRecent) = (created <= window.end, created >= window.start)
    if candidate.account.map({ $0.id == account }) == false {
      return isNear && isShownAsWanted(candidate) ? .undecided("\(candidate.name) has another author") : .other
    }
    let text = await likeness(of: candidate, isNear: isNear)
    guard agreement == .full, wanted.isPresented(like: candidate) else {
      return verdict(onDiffering: candidate, text, isNear: isNear, isRecent: isRecent)
    }
    return verdict(on: candidate, text, isRecent: isRecent)
  }

  /// Statuses may be dated by another clock than responses, so an older one with the same text may be the result.
  private func verdict(onOlder candidate: Status, _ agreement: NewStatus.Agreement) -> Verdict {
    guard agreement == .full, isShownAsWanted(candidate) else { return .other }
    return .older("\(candidate.name) has the same text, but seems to have been posted before")
  }

  private func isShownAsWanted(_ candidate: Status) -> Bool {
    words == NormalizedWords(candidate.plainText, domains: client.ownDomains)
  }

  /// - Parameter isRecent: whether it was posted after the request was sent.
  private func verdict(on candidate: Status, _ text: Likeness, isRecent: Bool) -> Verdict {
    switch text {
    case .same where isRecent: .same
    case .same: .undecided("\(candidate.name) has the same text, but may have been posted before")
    case .similar where isRecent: .undecided("\(candidate.name) was posted at the same time, and has a similar text")
    case .similar, .other: .other
    case .unknown:
      .undecided("\(candidate.name) was posted at the same time, and the server does not show its source")
    }
  }

  /// A server that changes the text may change the warning and the options of a poll with it.
  private func verdict(
    onDiffering candidate: Status, _ text: Likeness, isNear: Bool, isRecent: Bool
  ) -> Verdict {
    let difference = wanted.difference(to: candidate)
    return switch text {
    case .same where isNear: .undecided("\(candidate.name) has the same text, but another \(difference)")
    case .unknown,
      .similar where isRecent:
      .undecided("\(candidate.name) was posted at the same time, but with another text and \(difference)")
    case .same, .similar, .other: .other
    }
  }

  /// How a status's text relates to the one searched for.
  private enum Likeness {
    case same, other
    /// The server may have changed some of it when it was posted.
    case similar
    /// The server may have changed it, and does not show what was sent.
    case unknown
  }

  /// - Parameter isNear: whether the status may be the result although its text differs.
  private mutating func likeness(of candidate: Status, isNear: Bool) async -> Likeness {
    if isShownAsWanted(candidate) { return .same }
    guard isNear else { return .other }
    guard let source = await source(of: candidate) else { return .unknown }
    return words == source ? .same : words.resembles(source) ? .similar : .other
  }

  /// The text that was sent for the status; `nil` if the server does not show it.
  private mutating func source(of candidate: Status) async -> NormalizedWords? {
    let presented = Presented(id: candidate.id, content: candidate.content)
    if let read = sources[presented] { return read }
    guard sourcesLeft > 0 else { return nil }
    sourcesLeft -= 1
    do throws(FediverseError) {
      let text = try await client.statuses.source(candidate.id).text
      let source = NormalizedWords(text, domains: client.ownDomains)
      sources[presented] = source
      return source
    } catch {
      if error.meansMissing { sourcesLeft = 0 }
      return nil
    }
  }
}

extension Status {
  /// The status as an error message names it.
  fileprivate var name: String { (url ?? uri ?? "status \(id)").oneLine(limit: 120) }

  fileprivate var reasonToDoubtItsRequest: String {
    "\(name) may be the result of another request for the same, whose outcome is unknown"
  }

  /// Whether its time is about that of the response that told of it.
  fileprivate func isDated(as times: [String: Timestamp]) -> Bool {
    guard let createdAt, let time = [id, uri, url].lazy.compactMap({ $0.flatMap { times[$0] } }).first else {
      return false
    }
    return abs(createdAt.seconds - time.seconds) <= Client.usualError
  }

  /// Whether it is one of those with these identifiers, URIs and URLs.
  fileprivate func isAny(of known: Set<String>) -> Bool {
    [id, uri, url].contains { $0.map(known.contains) ?? false }
  }
}

extension NewStatus {
  /// What tells this status from one with the same text.
  fileprivate func difference(to status: Status) -> String {
    isPresented(like: status) ? "subject of its reply, media or poll" : "visibility or content warning"
  }
}

extension FediverseError {
  fileprivate static func notFarEnough(_ server: ServerAddress) -> FediverseError {
    .undecided(server, "the account's statuses cannot be read back to the time of sending")
  }
}
