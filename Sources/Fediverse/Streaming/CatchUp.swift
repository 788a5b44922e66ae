/// What a stream has told so far, so that nothing is told twice, and what was missed can be fetched after a break.
///
/// Statuses, notifications and talks that are new can be fetched. What was changed or removed in the meantime leaves
/// no trace in a list.
struct CatchUp: Sendable {
  let client: Client
  let source: Client.Streaming.Source
  private var told: [String: IdentifierRing] = [:]
  private var progress: [StreamPart: Progress] = [:]
  private var hasBegun = false

  /// How many identifiers are known of each kind of event: more than wait in a line while a gap is filled.
  private static let ringSize = 5000
  /// How many of the last rows count as the place to go on after, because servers learn of older statuses later.
  private static let overlap = 20
  private static let pageSize = 40
  private static let mostPages = 100
  /// Servers have no smaller pages, so that a smaller one is all there is.
  private static let smallestPage = 15

  /// How far a part has been told.
  private struct Progress: Sendable {
    /// Where the last rows stand.
    var recent: [String] = []

    /// The place after which everything that was not told is new; nothing where all of the list is, or no order.
    var start: String? {
      guard let first = recent.first, recent.allSatisfy(IdentifierOrder.orders) else { return nil }
      return recent.dropFirst().reduce(first) { IdentifierOrder.isNewer($0, than: $1) == true ? $1 : $0 }
    }
  }

  /// What came of the attempt to fetch what is missing.
  private enum Outcome {
    case complete
    case incomplete(StreamGap)
    /// Nobody takes the events any more.
    case left
  }

  init(client: Client, source: Client.Streaming.Source) {
    self.client = client
    self.source = source
  }

  /// Whether an event was not told before; if so it counts as told.
  mutating func admits(_ event: StreamEvent) -> Bool {
    if let identity = event.identity {
      guard told[event.name, default: IdentifierRing(capacity: Self.ringSize)].insert(identity) else { return false }
    }
    if let part = event.part, let cursor = event.cursor {
      var recent = progress[part]?.recent ?? []
      recent.append(cursor)
      progress[part] = Progress(recent: recent.suffix(Self.overlap))
    }
    return true
  }

  /// Finds out where the lists stand as a connection begins, or hands on what they have got since the one before.
  mutating func open(_ give: (StreamEvent) async -> Reading) async -> Reading {
    guard hasBegun else {
      // A list that cannot be read is told as a gap when something may be missing.
      _ = await begin()
      return .more
    }
    for part in source.parts {
      switch await fill(part, tries: Self.tries, give) {
      case .complete: break
      case .left: return .enough
      case .incomplete(let gap):
        guard await give(.gap(gap)) == .more else { return .enough }
      }
    }
    return .more
  }

  /// Finds out where the lists stand, and gives the first error.
  mutating func begin() async -> FediverseError? {
    hasBegun = true
    var failure: FediverseError?
    for part in source.parts {
      let error = await begin(part)
      failure = failure ?? error
    }
    return failure
  }

  private mutating func begin(_ part: StreamPart) async -> FediverseError? {
    do throws(FediverseError) {
      let page = try await client.streamList(of: part, for: source).page(limit: 1, [])
      // What has come of a stream meanwhile says more.
      progress[part] = progress[part] ?? Progress(recent: page.rows.prefix(1).map(\.cursor))
      return nil
    } catch {
      return error
    }
  }

  /// Hands on what is new in the lists, and gives the error for which some of it has to wait for the next time.
  mutating func look(_ give: (StreamEvent) async -> Reading) async -> FediverseError? {
    for part in source.parts {
      switch await fill(part, tries: 1, give) {
      case .complete: break
      case .left: return nil
      case .incomplete(let gap):
        if let error = gap.error { return error }
        _ = await give(.gap(gap))
      }
    }
    return nil
  }

  private mutating func fill(
    _ part: StreamPart, tries: Int, _ give: (StreamEvent) async -> Reading
  ) async -> Outcome {
    guard let known = progress[part] else {
      return .incomplete(StreamGap(part: part, after: nil, before: nil, error: await begin(part)))
    }
    let search = Search(part: part, list: client.streamList(of: part, for: source), tries: tries)
    do throws(FediverseError) {
      guard let start = known.start else { return try await walkDown(search, since: known, give) }
      return try await walkUp(search, from: start, since: known, give)
    } catch {
      return .incomplete(StreamGap(part: part, after: progress[part]?.recent.last, before: nil, error: error))
    }
  }

  /// Where is looked, and how often a page is asked for.
  private struct Search {
    let part: StreamPart
    let list: StreamList
    let tries: Int

    /// That more is missing than can be fetched.
    func gap(after: String?, before: String? = nil) -> Outcome {
      .incomplete(StreamGap(part: part, after: after, before: before, error: nil))
    }
  }

  /// Goes from the last known row to the newest, a page at a time.
  private mutating func walkUp(
    _ search: Search, from start: String, since known: Progress, _ give: (StreamEvent) async -> Reading
  ) async throws(FediverseError) -> Outcome {
    var place = start
    for number in 0..<Self.mostPages {
      let page = try await page(search) { list throws(FediverseError) in
        try await list.page(limit: Self.pageSize, [("min_id", place)])
      }
      let rows = page.oldestFirst
      guard let oldest = rows.first, let newest = rows.last else {
        return page.oddRows == 0 ? .complete : search.gap(after: progress[search.part]?.recent.last)
      }
      let isAbove = rows.allSatisfy { IdentifierOrder.isNewer($0.cursor, than: place) == true }
      var isWhole = isAbove
      if isAbove, number == 0, rows.count >= Self.smallestPage {
        isWhole = try await !isCut(search, between: place, and: oldest.cursor)
      }
      guard isWhole else { return try await walkDown(search, since: known, give) }
      guard await hand(rows, give) == .more else { return .left }
      place = newest.cursor
    }
    return search.gap(after: progress[search.part]?.recent.last)
  }

  /// Whether a page above a place leaves out what stands next to the place, as it does where servers take `min_id` for
  /// `since_id`.
  private func isCut(
    _ search: Search, between place: String, and oldest: String
  ) async throws(FediverseError) -> Bool {
    let page = try await page(search) { list throws(FediverseError) in
      try await list.page(limit: 1, [("max_id", oldest), ("since_id", place)])
    }
    return page.rows.contains {
      IdentifierOrder.isNewer($0.cursor, than: place) == true
        && IdentifierOrder.isNewer(oldest, than: $0.cursor) == true
    }
  }

  /// Goes from the newest row back to what is known, and hands on what it has found from there.
  private mutating func walkDown(
    _ search: Search, since known: Progress, _ give: (StreamEvent) async -> Reading
  ) async throws(FediverseError) -> Outcome {
    var found: [StreamRow] = []
    var isComplete = false
    var link: PageLink?
    for _ in 0..<Self.mostPages {
      let page = try await page(search) { [link] list throws(FediverseError) in
        guard let link else { return try await list.page(limit: Self.pageSize, []) }
        return try await list.page(at: link)
      }
      let new = page.rows.prefix { !isOld($0, known) }
      found += new
      isComplete = new.count < page.rows.count || page.next == nil
      guard !isComplete, page.next != link else { break }
      link = page.next
    }
    guard await hand(found.reversed(), give) == .more else { return .left }
    return isComplete ? .complete : search.gap(after: known.recent.last, before: found.last?.cursor)
  }

  private func isOld(_ row: StreamRow, _ known: Progress) -> Bool {
    if let start = known.start, let isNewer = IdentifierOrder.isNewer(row.cursor, than: start) { return !isNewer }
    if known.recent.contains(row.cursor) { return true }
    guard let identity = row.event.identity else { return false }
    return told[row.event.name]?.contains(identity) ?? false
  }

  private mutating func hand(_ rows: [StreamRow], _ give: (StreamEvent) async -> Reading) async -> Reading {
    for row in rows where admits(row.event) {
      guard await give(row.event) == .more else { return .enough }
    }
    return .more
  }

  /// Asks for a page until it comes, because a server that has just come back may not be well yet.
  private func page(
    _ search: Search, _ ask: (StreamList) async throws(FediverseError) -> StreamPage
  ) async throws(FediverseError) -> StreamPage {
    var backoff = Backoff(from: .seconds(1), to: .seconds(60))
    for _ in 1..<max(search.tries, 1) {
      do throws(FediverseError) {
        return try await ask(search.list)
      } catch {
        guard error.isTransient else { throw error }
        let wait = max(backoff.step(chance: client.waiting.chance()), client.rest(after: error))
        guard (try? await client.waiting.sleep(wait)) != nil else { throw error }
      }
    }
    return try await ask(search.list)
  }

  private static let tries = 7
}
