/// Searches an account's statuses for the result of an earlier request.
struct StatusSearch {
  private let client: Client
  private let wanted: NewStatus
  private let first: SendTime
  private let last: SendTime
  private let known: Set<String>
  private let words: NormalizedWords
  /// How many more sources to ask for; none once the server has shown that it has none.
  private var sourcesLeft = 100

  /// - Parameters:
  ///   - wanted: the status that the request published.
  ///   - first: when it was first sent.
  ///   - last: when it was last sent.
  ///   - known: the identifiers, URIs and URLs of statuses to ignore.
  init(
    _ client: Client, _ wanted: NewStatus, since first: SendTime, until last: SendTime, ignoring known: Set<String>
  ) {
    self.client = client
    self.wanted = wanted
    self.first = first
    self.last = last
    self.known = known
    words = NormalizedWords(wanted.text, domains: client.ownDomains)
  }

  /// Whether a status is the result.
  private enum Verdict {
    case same, other
    case undecided(String)
  }

  /// The most pages to read, which is 10 000 statuses on most servers.
  private static let mostPages = 250

  /// The newest match, or `nil` if no status back to the time of sending matches.
  ///
  /// - Throws: ``FediverseError`` of kind `undecided` if a status may be the match, or if the list cannot be read back
  ///   to the time of sending.
  mutating func newestMatch(of account: String) async throws(FediverseError) -> Status? {
    var selection = Client.Accounts.Selection()
    selection.excludesReblogs = true
    var walk = client.accounts.statuses(of: account, selection).walk()
    var doubt: String?
    var isRead = false
    while !isRead, let page = try await walk.next() {
      // Each response may show the server's time.
      let window = client.effectWindow(from: first, to: last)
      for candidate in page.elements {
        switch await verdict(on: candidate, window) {
        case .same: return candidate
        case .undecided(let reason): doubt = doubt ?? reason
        case .other: continue
        }
      }
      if let row = page.unreadableRows.first {
        doubt = doubt ?? "a status of the account cannot be read: \(row.reason)"
      }
      isRead = page.elements.hasPassed { ($0.createdAt?.seconds ?? .max) < window.earliest }
      guard isRead || walk.completeness.pages < Self.mostPages else { throw .notFarEnough(client.server) }
    }
    if let doubt { throw .undecided(client.server, doubt) }
    if isRead { return nil }
    switch walk.completeness.ending {
    case .underway, .complete: return nil
    case .limited, .repeated, .cut, .misled: throw .notFarEnough(client.server)
    }
  }

  private mutating func verdict(on candidate: Status, _ window: EffectWindow) async -> Verdict {
    let isKnown = [candidate.id, candidate.uri, candidate.url].contains { $0.map(known.contains) ?? false }
    guard !isKnown, candidate.reblog == nil, wanted.agrees(with: candidate) else { return .other }
    guard let created = candidate.createdAt?.seconds else { return .undecided("\(candidate.name) has no time") }
    guard created >= window.earliest else { return .other }
    let isSame = await hasSameText(candidate, isNear: created <= window.end)
    guard wanted.isPresented(like: candidate) else {
      guard isSame == true, created <= window.end else { return .other }
      return .undecided("\(candidate.name) has the same text, but another visibility or content warning")
    }
    switch isSame {
    case true? where created >= window.start: return .same
    case true?: return .undecided("\(candidate.name) has the same text, but may have been posted before")
    case false?: return .other
    case nil:
      return .undecided("\(candidate.name) was posted at the same time, and the server does not show its source")
    }
  }

  /// Whether the text of a status is the one searched for; `nil` if the server may have changed it.
  ///
  /// - Parameter isNear: whether the status may be the result although its text differs.
  private mutating func hasSameText(_ candidate: Status, isNear: Bool) async -> Bool? {
    if words == NormalizedWords(candidate.plainText, domains: client.ownDomains) { return true }
    guard isNear else { return false }
    guard sourcesLeft > 0 else { return nil }
    sourcesLeft -= 1
    do throws(FediverseError) {
      let source = try await client.statuses.source(candidate.id)
      return words == NormalizedWords(source.text, domains: client.ownDomains)
    } catch {
      if error.meansMissing { sourcesLeft = 0 }
      return nil
    }
  }
}

extension Status {
  /// The status as an error message names it.
  fileprivate var name: String { (url ?? uri ?? "status \(id)").oneLine(limit: 120) }
}

extension FediverseError {
  fileprivate static func notFarEnough(_ server: ServerAddress) -> FediverseError {
    .undecided(server, "the account's statuses cannot be read back to the time of sending")
  }
}
