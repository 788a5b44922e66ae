/// A list that a server returns in pages.
public struct PagedList<Element: Entity>: Sendable {
  let client: Client
  let call: Call
  let cursor: (@Sendable (Element) -> String)?
  let identity: (@Sendable (Element) -> String)?
  /// Whether a row matches the query; all rows do if `nil`.
  private(set) var matches: (@Sendable (Element) -> Bool)?
  /// The software that answers "not found" when the list is empty.
  private(set) var softwareWithoutEmptyList: Flavor?

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - cursor: returns the cursor of a row, for lists that are ordered by it; `nil` otherwise.
  ///   - identity: returns what distinguishes a row from others, to drop repeated rows; `nil` if nothing does.
  init(
    _ client: Client, _ call: Call, cursor: (@Sendable (Element) -> String)? = nil,
    identity: (@Sendable (Element) -> String)?
  ) {
    self.client = client
    self.call = call
    self.cursor = cursor
    self.identity = identity
  }

  /// Creates a list whose rows are identified by their cursor, if they have one.
  init(_ client: Client, _ call: Call, cursor: (@Sendable (Element) -> String)? = nil) {
    self.init(client, call, cursor: cursor, identity: cursor)
  }

  /// The path and query of the list, which tell it from others of the same server.
  public var address: String { call.target }

  /// Returns the list that drops rows which do not match its query.
  ///
  /// Some servers forget a filter on later pages or do not know it.
  func matching(_ matches: @escaping @Sendable (Element) -> Bool) -> PagedList {
    var list = self
    list.matches = matches
    return list
  }

  /// Returns the list that is empty if a server with this software does not find it.
  func emptyIfMissing(on flavor: Flavor) -> PagedList {
    var list = self
    list.softwareWithoutEmptyList = flavor
    return list
  }

  /// Fetches the first page.
  ///
  /// - Parameters:
  ///   - limit: the number of rows; servers cap it at their own maximum.
  ///   - query: further query parameters of the endpoint.
  public func page(
    limit: Int? = nil, _ query: [(name: String, value: String)] = []
  ) async throws(FediverseError) -> Page<Element> {
    try await response(limit: limit, query).page
  }

  /// Fetches the page at a link, which must be on the same server.
  public func page(at link: PageLink) async throws(FediverseError) -> Page<Element> {
    try await response(at: link).page
  }

  /// The maximum page size of this list on Mastodon; other servers may return fewer rows.
  public var largestPage: Int { call.path.largestPage }

  func response(
    limit: Int?, _ query: [(name: String, value: String)] = []
  ) async throws(FediverseError) -> PageResponse<Element> {
    var call = call
    if let limit { call.query.append(("limit", String(limit))) }
    call.query += query
    do throws(FediverseError) {
      return try PageResponse(try await client.perform(call), cursor: cursor, matches: matches)
    } catch  where error.status == 404 && softwareWithoutEmptyList != nil {
      guard let profile = try? await client.profile(), profile.flavor == softwareWithoutEmptyList else { throw error }
      return PageResponse(emptyAt: WebURL(origin: client.server, target: call.target))
    }
  }

  /// Fetches the page at a link, with the list's own query: only the cursor is taken from the link.
  func response(at link: PageLink) async throws(FediverseError) -> PageResponse<Element> {
    let own = WebURL(origin: client.server, target: call.path.text)
    let url = link.url.segments == own.segments ? link.url.keeping(call.query) : link.url
    return try PageResponse(try await client.page(at: PageLink(url: url)), cursor: cursor, matches: matches)
  }

  /// The link to the rows on one side of a row, for a list that is ordered by a cursor.
  func link(_ field: String, _ element: Element) -> PageLink? {
    cursor.map { place(field, $0(element)) }
  }

  /// The link to the rows on one side of a cursor.
  func place(_ field: String, _ cursor: String) -> PageLink {
    var call = call
    call.query += [(field, cursor), ("limit", String(largestPage))]
    return PageLink(url: WebURL(origin: client.server, target: call.target))
  }
}

extension PagedList where Element: Identifiable, Element.ID == String {
  /// Creates a list that is not ordered by the identifiers of its rows.
  init(_ client: Client, _ call: Call) {
    self.init(client, call, identity: { $0.id })
  }

  /// Creates a list that is ordered by the identifiers of its rows.
  init(ordered client: Client, _ call: Call) {
    self.init(client, call, cursor: { $0.id }, identity: { $0.id })
  }
}

extension Path {
  /// The maximum page size of the list at this path, from Mastodon's documentation.
  var largestPage: Int {
    if text.hasPrefix("/api/v1/timelines/") { return Self.ofStatuses }
    return Self.sizes[String(text.split(separator: "/").last ?? "")] ?? Self.ofStatuses
  }

  private static let ofStatuses = 40

  /// Page sizes by the last segment of the path.
  private static let sizes = [
    "followers": 80, "following": 80, "blocks": 80, "mutes": 80, "follow_requests": 80, "reblogged_by": 80,
    "favourited_by": 80, "accounts": 80, "endorsements": 80, "directory": 80, "suggestions": 80, "notifications": 80,
    "requests": 80, "domain_blocks": 200, "followed_tags": 200, "reports": 200, "domain_allows": 200, "tags": 20,
    "links": 20,
  ]
}

extension PagedList {
  /// Walks the list from the newest row to the oldest, one page at a time.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of rows; all if `nil`.
  ///   - place: the page to start at, from `Page.next` or ``PageWalk/place``; the newest if `nil`.
  ///   - expected: the expected number of rows, if known.
  public func walk(limit: Int? = nil, from place: PageLink? = nil, expected: Int? = nil) -> PageWalk<Element> {
    PageWalk(self, .older, WalkProgress(at: place, expected: expected), limit: limit)
  }

  /// Continues an earlier walk from the newest row to the oldest, without the rows that it returned.
  ///
  /// - Parameters:
  ///   - progress: the ``PageWalk/progress`` of the earlier walk of this list.
  ///   - limit: the maximum number of further rows; all if `nil`.
  public func walk(continuing progress: WalkProgress, limit: Int? = nil) -> PageWalk<Element> {
    PageWalk(self, .older, progress, limit: limit)
  }

  /// Walks from a row toward newer rows, oldest first, in a list that is ordered by identifiers.
  ///
  /// ``PageWalk/mark`` is the start of the next such walk, and is set only when all pages are fetched. The row itself
  /// may have been deleted.
  ///
  /// - Parameters:
  ///   - id: the identifier of the row to start after.
  ///   - order: the order of the server's identifiers; by default the one of its software. It shows whether the server
  ///     sent a page in reverse.
  ///   - limit: the maximum number of rows; all if `nil`.
  /// - Throws: ``FediverseError`` of kind `unsupported` if the list is not ordered by identifiers.
  public func newer(
    than id: String, in order: IdentifierOrder? = nil, limit: Int? = nil
  ) throws(FediverseError) -> PageWalk<Element> {
    guard cursor != nil else { throw .unordered(client.server, call) }
    return PageWalk(
      self, .newer(than: id, order ?? client.identifierOrder), WalkProgress(at: place("min_id", id)), limit: limit)
  }

  /// Walks toward rows newer than those of an earlier walk, oldest first.
  ///
  /// - Parameters:
  ///   - mark: the ``PageWalk/mark`` of the earlier walk.
  ///   - order: the order of the server's identifiers; by default the one of its software. It shows whether the server
  ///     sent a page in reverse.
  ///   - limit: the maximum number of rows; all if `nil`.
  public func newer(
    at mark: PageLink, in order: IdentifierOrder? = nil, limit: Int? = nil
  ) -> PageWalk<Element> {
    let start = cursor == nil ? nil : mark.url.value(of: "min_id")
    return PageWalk(
      self, .newer(than: start, order ?? client.identifierOrder), WalkProgress(at: mark), limit: limit)
  }

  /// The pages from the newest row on, as in ``walk(limit:from:expected:)``.
  public func pages(limit: Int? = nil, from place: PageLink? = nil) -> PageSequence<Element> {
    PageSequence(start: walk(limit: limit, from: place))
  }

  /// The rows from the newest on, without repeated and unreadable ones.
  public func elements(limit: Int? = nil, from place: PageLink? = nil) -> ElementSequence<Element> {
    ElementSequence(start: walk(limit: limit, from: place))
  }

  /// Fetches the rows from the newest on, and reports whether these are all.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of rows; all if `nil`.
  ///   - place: the page to start at; the newest if `nil`.
  ///   - expected: the expected number of rows, if known.
  public func collect(
    limit: Int? = nil, from place: PageLink? = nil, expected: Int? = nil
  ) async throws(FediverseError) -> Collected<Element> {
    try await walk(limit: limit, from: place, expected: expected).collect()
  }

  /// Finds the place in a list, newest first, at which the rows made before a time begin.
  ///
  /// Identifiers that are made of the time give the place at once; in a list ordered by numbers it is found by
  /// bisection, with up to 40 calls. Rows at the place may be a little newer than the time, but none older are missed.
  ///
  /// - Parameters:
  ///   - moment: the time.
  ///   - rows: adjacent rows of the list, all of them newer than the time.
  ///   - time: returns when a row was made.
  /// - Returns: the place; `nil` if only a walk can find it.
  public func place(
    before moment: Timestamp, after rows: [Element], time: @Sendable (Element) -> Timestamp?
  ) async throws(FediverseError) -> PageLink? {
    guard let cursor else { return nil }
    let marks = rows.compactMap { row in time(row).map { TimeMark(id: cursor(row), time: $0) } }
    guard let last = marks.last else { return nil }
    if let id = Self.identifier(at: moment, by: marks), isOlder(id, than: last.id) { return place("max_id", id) }
    return try await bisection(before: moment, marks, cursor, time)
  }

  private func isOlder(_ id: String, than other: String) -> Bool {
    client.identifierOrder.isNewer(other, than: id) == true
  }

  /// The identifier of a time, if the identifiers of all these rows agree with their times.
  private static func identifier(at moment: Timestamp, by marks: [TimeMark]) -> String? {
    for clock in IdentifierClock.allCases {
      let errors = marks.map { mark in clock.milliseconds(in: mark.id).map { abs($0 - mark.time.clampedMilliseconds) } }
      guard let worst = errors.map({ $0 ?? .max }).max(), worst <= tolerance, let last = marks.last else { continue }
      // A margin for rows whose identifier was made somewhat before or after their time.
      let margin = 2 * worst + 1000
      return clock.identifier(atMilliseconds: moment.clampedMilliseconds + margin, like: last.id)
    }
    return nil
  }

  /// How far the time in an identifier may be from that of its row, in milliseconds.
  private static var tolerance: Int { 60_000 }
  private static var maxProbes: Int { 40 }

  /// Halves the range of numbers between rows that are too new and rows that are old enough.
  private func bisection(
    before moment: Timestamp, _ marks: [TimeMark], _ cursor: @Sendable (Element) -> String,
    _ time: @Sendable (Element) -> Timestamp?
  ) async throws(FediverseError) -> PageLink? {
    guard var range = NumberRange(marks, before: moment) else { return nil }
    for probe in 0..<Self.maxProbes where range.isOpen {
      let middle = range.middle(isGuess: probe.isMultiple(of: 2))
      let page = try await response(at: place("max_id", String(middle))).page
      let found = page.elements.compactMap { row in time(row).map { TimeMark(id: cursor(row), time: $0) } }
      // A server that ignores the number or sends rows that cannot be compared leaves only the walk.
      guard page.elements.count == found.count, found.allSatisfy({ ($0.number ?? .max) < middle }) else { return nil }
      guard let first = found.first, let last = found.last else {
        guard page.next == nil, page.unreadableRows.isEmpty, page.unrequestedRows.isEmpty else { return nil }
        range.lower = middle
        continue
      }
      if first.time < moment {
        range.raise(to: middle, first)
      } else if last.time < moment {
        return place("max_id", String(middle))
      } else {
        range.sink(to: last)
      }
    }
    return place("max_id", String(range.upper))
  }
}

/// An identifier, and when its row was made.
private struct TimeMark: Sendable {
  let id: String
  let time: Timestamp

  var number: UInt64? { UInt64(id) }
}

/// The numbers between which the newest row lies that is old enough.
private struct NumberRange {
  /// Every row with a lower number is old enough.
  var lower: UInt64 = 0
  /// The row with this number is too new.
  private(set) var upper: UInt64
  private let moment: Timestamp
  /// How many seconds one number takes.
  private var pace: Double
  private var upperTime: Timestamp

  init?(_ marks: [TimeMark], before moment: Timestamp) {
    let numbers = marks.compactMap(\.number)
    guard let first = marks.first, let last = marks.last, numbers.count == marks.count,
      zip(numbers, numbers.dropFirst())
        .allSatisfy({ $0 > $1 }), let top = numbers.first, let bottom = numbers.last
    else { return nil }
    (upper, upperTime, self.moment) = (bottom, last.time, moment)
    pace = Double(first.time.seconds - last.time.seconds) / Double(max(top - bottom, 1))
  }

  var isOpen: Bool { upper > lower && upper - lower > 1 }

  /// A number within the range: where the pace so far leads, or the middle.
  func middle(isGuess: Bool) -> UInt64 {
    let middle = lower + (upper - lower) / 2
    guard isGuess, pace > 0 else { return middle }
    let distance = Double(upperTime.seconds - moment.seconds) / pace
    guard distance > 0, distance < Double(upper - lower) else { return middle }
    return min(max(upper - UInt64(distance), lower + 1), upper - 1)
  }

  mutating func raise(to number: UInt64, _ newest: TimeMark) {
    lower = number
    learn(newest, max(upper - min(newest.number ?? upper, upper), 1))
  }

  mutating func sink(to oldest: TimeMark) {
    guard let number = oldest.number else { return }
    learn(oldest, max(upper - number, 1))
    (upper, upperTime) = (number, oldest.time)
  }

  private mutating func learn(_ mark: TimeMark, _ distance: UInt64) {
    let seconds = upperTime.seconds - mark.time.seconds
    if seconds > 0 { pace = Double(seconds) / Double(distance) }
  }
}

extension Timestamp {
  fileprivate var clampedMilliseconds: Int { min(max(seconds, -1 << 50), 1 << 50) * 1000 + nanoseconds / 1_000_000 }
}

extension FediverseError {
  fileprivate static func unordered(_ server: ServerAddress, _ call: Call) -> FediverseError {
    let detail = "the list is not ordered by identifiers"
    return FediverseError(.unsupported, server: server, request: call.summary, detail: detail)
  }
}
