/// Deduplicates the events of a stream, and fetches the ones missed during a disconnection.
///
/// New statuses, notifications and conversations can be fetched. Edits and deletions made in the meantime cannot,
/// because lists do not show them.
struct StreamBackfill: Sendable {
  let client: Client
  let source: Client.Streaming.Source
  private var seen: [String: IdentifierRing] = [:]
  private var progress: [StreamPart: Progress] = [:]
  private var hasBegun = false

  /// The number of identifiers remembered per kind of event; more than can queue up while a gap is filled.
  private static let seenLimit = 5000
  /// How many of the last rows to look back on when resuming, because servers receive older statuses late.
  private static let overlap = 20
  private static let pageSize = 40
  private static let maxPages = 100
  /// The smallest page size of any server: a shorter page is complete.
  private static let smallestPage = 15

  /// The progress in one list.
  private struct Progress: Sendable {
    /// The cursors of the last rows.
    var recent: [String] = []

    /// The cursor after which every event not seen yet is new; `nil` if the list was empty or has no order.
    func start(in order: IdentifierOrder) -> String? {
      guard let first = recent.first, recent.allSatisfy(order.isDefined) else { return nil }
      return recent.dropFirst().reduce(first) { order.isNewer($0, than: $1) == true ? $1 : $0 }
    }
  }

  /// The result of an attempt to fetch missed events.
  private enum Outcome {
    case complete
    case incomplete(StreamGap)
    /// The receiver wants no more events.
    case stopped
  }

  init(client: Client, source: Client.Streaming.Source) {
    self.client = client
    self.source = source
  }

  /// Whether an event is new; a new event is recorded as seen.
  mutating func admits(_ event: StreamEvent) -> Bool {
    if let identity = event.identity {
      guard seen[event.name, default: IdentifierRing(capacity: Self.seenLimit)].insert(identity) else { return false }
    }
    if let part = event.part, let cursor = event.cursor {
      var recent = progress[part]?.recent ?? []
      recent.append(cursor)
      progress[part] = Progress(recent: recent.suffix(Self.overlap))
    }
    return true
  }

  /// Records the current end of each list on the first connection, and delivers what was missed on later ones.
  mutating func open(_ send: (StreamEvent) async -> Reading) async -> Reading {
    guard hasBegun else {
      // An unreadable list is reported as a gap later, when something may be missing.
      _ = await begin()
      return .more
    }
    for part in source.parts {
      switch await fill(part, tries: Self.tries, send) {
      case .complete: break
      case .stopped: return .enough
      case .incomplete(let gap):
        guard await send(.gap(gap)) == .more else { return .enough }
      }
    }
    return .more
  }

  /// Records the current end of each list, and returns the first error.
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
      // The stream may have delivered newer rows in the meantime.
      progress[part] = progress[part] ?? Progress(recent: page.rows.prefix(1).map(\.cursor))
      return nil
    } catch {
      return error
    }
  }

  /// Delivers new rows of the lists, and returns the error that postpones the rest to the next poll.
  mutating func poll(_ send: (StreamEvent) async -> Reading) async -> FediverseError? {
    for part in source.parts {
      switch await fill(part, tries: 1, send) {
      case .complete: break
      case .stopped: return nil
      case .incomplete(let gap):
        if let error = gap.error { return error }
        _ = await send(.gap(gap))
      }
    }
    return nil
  }

  private mutating func fill(
    _ part: StreamPart, tries: Int, _ send: (StreamEvent) async -> Reading
  ) async -> Outcome {
    guard let known = progress[part] else {
      return .incomplete(StreamGap(part: part, after: nil, before: nil, error: await begin(part)))
    }
    // A response may change the client's order while the gap is filled.
    let order = client.identifierOrder
    let search = Search(
      part: part, list: client.streamList(of: part, for: source), tries: tries, order: order,
      known: known, start: known.start(in: order))
    do throws(FediverseError) {
      guard let start = search.start else { return try await walkDown(search, send) }
      return try await walkUp(search, from: start, send)
    } catch {
      return .incomplete(StreamGap(part: part, after: progress[part]?.recent.last, before: nil, error: error))
    }
  }

  /// The list to search, the number of attempts per page, and what was known before.
  private struct Search {
    let part: StreamPart
    let list: StreamList
    let tries: Int
    let order: IdentifierOrder
    let known: Progress
    /// The cursor after which every event not seen yet is new, if there is one.
    let start: String?

    /// The outcome if more is missing than can be fetched.
    func gap(after: String?, before: String? = nil) -> Outcome {
      .incomplete(StreamGap(part: part, after: after, before: before, error: nil))
    }
  }

  /// Walks from the last known row to the newest, one page at a time.
  private mutating func walkUp(
    _ search: Search, from start: String, _ send: (StreamEvent) async -> Reading
  ) async throws(FediverseError) -> Outcome {
    var place = start
    for number in 0..<Self.maxPages {
      let page = try await page(search) { list throws(FediverseError) in
        try await list.page(limit: Self.pageSize, [("min_id", place)])
      }
      let rows = page.oldestFirst(in: search.order)
      guard let oldest = rows.first, let newest = rows.last else {
        return page.unreadableRows == 0 ? .complete : search.gap(after: progress[search.part]?.recent.last)
      }
      let isAbove = rows.allSatisfy { search.order.isNewer($0.cursor, than: place) == true }
      var isWhole = isAbove
      if isAbove, number == 0, rows.count >= Self.smallestPage {
        isWhole = try await !hasHole(search, between: place, and: oldest.cursor)
      }
      guard isWhole else { return try await walkDown(search, send) }
      guard await deliver(rows, send) == .more else { return .stopped }
      place = newest.cursor
    }
    return search.gap(after: progress[search.part]?.recent.last)
  }

  /// Whether a page of newer rows skips the ones directly after a cursor, as it does on servers that treat `min_id`
  /// like `since_id`.
  private func hasHole(
    _ search: Search, between place: String, and oldest: String
  ) async throws(FediverseError) -> Bool {
    let page = try await page(search) { list throws(FediverseError) in
      try await list.page(limit: 1, [("max_id", oldest), ("since_id", place)])
    }
    return page.rows.contains {
      search.order.isNewer($0.cursor, than: place) == true && search.order.isNewer(oldest, than: $0.cursor) == true
    }
  }

  /// Walks from the newest row back to the last known one, then delivers the rows found.
  private mutating func walkDown(
    _ search: Search, _ send: (StreamEvent) async -> Reading
  ) async throws(FediverseError) -> Outcome {
    var found: [StreamRow] = []
    var isComplete = false
    var link: PageLink?
    for _ in 0..<Self.maxPages {
      let page = try await page(search) { [link] list throws(FediverseError) in
        guard let link else { return try await list.page(limit: Self.pageSize, []) }
        return try await list.page(at: link)
      }
      let new = page.rows.prefix { !isOld($0, in: search) }
      found += new
      isComplete = new.count < page.rows.count || page.next == nil
      guard !isComplete, page.next != link else { break }
      link = page.next
    }
    guard await deliver(found.reversed(), send) == .more else { return .stopped }
    return isComplete ? .complete : search.gap(after: search.known.recent.last, before: found.last?.cursor)
  }

  private func isOld(_ row: StreamRow, in search: Search) -> Bool {
    if let start = search.start, let isNewer = search.order.isNewer(row.cursor, than: start) { return !isNewer }
    if search.known.recent.contains(row.cursor) { return true }
    guard let identity = row.event.identity else { return false }
    return seen[row.event.name]?.contains(identity) ?? false
  }

  private mutating func deliver(_ rows: [StreamRow], _ send: (StreamEvent) async -> Reading) async -> Reading {
    for row in rows where admits(row.event) {
      guard await send(row.event) == .more else { return .enough }
    }
    return .more
  }

  /// Fetches a page with retries, because a restarted server may still return errors.
  private func page(
    _ search: Search, _ ask: (StreamList) async throws(FediverseError) -> StreamPage
  ) async throws(FediverseError) -> StreamPage {
    var backoff = Backoff(from: .seconds(1), to: .seconds(60))
    for _ in 1..<max(search.tries, 1) {
      do throws(FediverseError) {
        return try await ask(search.list)
      } catch {
        guard error.isTransient else { throw error }
        let wait = max(backoff.step(chance: client.waiting.chance()), client.requestedDelay(after: error))
        guard (try? await client.waiting.sleep(wait)) != nil else { throw error }
      }
    }
    return try await ask(search.list)
  }

  private static let tries = 7
}

/// The most recent identifiers, up to a fixed number.
struct IdentifierRing: Sendable {
  let capacity: Int
  private var order: [String] = []
  private var next = 0
  private var known: Set<String> = []

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
  }

  func contains(_ id: String) -> Bool { known.contains(id) }

  /// Adds an identifier, replacing the oldest when full; returns whether it was new.
  mutating func insert(_ id: String) -> Bool {
    guard known.insert(id).inserted else { return false }
    guard order.count == capacity else {
      order.append(id)
      return true
    }
    known.remove(order[next])
    order[next] = id
    next = (next + 1) % capacity
    return true
  }
}
