/// The way through the pages of one list: where it goes on, what was seen, and how it ended.
///
/// It ends where the server names no further page, names one that was seen before, sends a page of known rows only or
/// ten pages without a new row, or where as many rows were given as were wanted. A page without rows that names a new
/// one is not the end, because some servers filter after they cut a list into pages. Each row is given once: the walk
/// remembers 64 bits of each identifier, which takes less than 32 bytes a row, and takes two rows for one with a
/// probability of less than one in ten million for a million rows. A call that fails leaves the walk where it was.
public struct PageWalk<Row: Entity>: AsyncIteratorProtocol, Sendable {
  /// Which way the walk goes.
  enum Heading: Sendable {
    case older
    /// From a row on, in the order of identifiers that the server has.
    case newer(than: String?, IdentifierSorting)
  }

  /// What the walk throws.
  public typealias Failure = FediverseError

  /// How far the walk has come.
  public private(set) var completeness: Completeness
  /// Where the walk goes on, to be kept for another one; `nil` before it begins and where nothing is left.
  ///
  /// Where a limit ends the walk inside a page of a list in another order than that of identifiers, it is this page
  /// again, so that some rows come twice rather than never.
  public private(set) var place: PageLink?
  /// Where rows begin that are newer than all of these; given only once all pages are in.
  public var mark: PageLink? { completeness.isComplete ? newest : nil }
  private let list: PagedList<Row>
  private let heading: Heading
  private let limit: Int?
  private let isFromTop: Bool
  private var newest: PageLink?
  private var rows: Set<Int> = []
  private var links: Set<Int> = []
  private var barrenPages = 0

  init(_ list: PagedList<Row>, _ heading: Heading, from place: PageLink?, limit: Int?, expected: Int? = nil) {
    self.list = list
    self.heading = heading
    self.place = place
    self.limit = limit.map { max($0, 0) }
    isFromTop = place == nil
    completeness = Completeness(expected: expected)
    if !heading.isOlder { newest = place }
  }

  /// The next page, without the rows that were given before and those beyond the limit; `nil` at the end.
  public mutating func next() async throws(FediverseError) -> Page<Row>? {
    guard completeness.ending == .underway else { return nil }
    return take(try await fetch())
  }

  private func fetch() async throws(FediverseError) -> PageAnswer<Row> {
    if let place { return try await list.answer(at: place) }
    let size = min(max(limit ?? Int.max, 1), list.largestPage)
    do throws(FediverseError) {
      return try await list.answer(limit: size)
    } catch  where size > Self.harmlessSize && [400, 422, 500].contains(error.status) && error.kind == .rejected {
      // Some servers refuse more than they like instead of giving fewer.
      return try await list.answer(limit: nil)
    }
  }

  private mutating func take(_ answer: PageAnswer<Row>) -> Page<Row> {
    let page = answer.page
    links.insert(answer.url.target.hashValue)
    let (wanted, reachesBack) = heading.wanted(of: page.elements, by: list.cursor)
    let fresh = wanted.filter { isNew($0) }
    let kept = Array(fresh.prefix(limit.map { $0 - completeness.fetched } ?? fresh.count))
    barrenPages = fresh.isEmpty ? barrenPages + 1 : 0
    completeness.pages += 1
    completeness.fetched += kept.count
    completeness.oddRows += page.oddRows.count
    completeness.repeats += wanted.count - fresh.count
    note(page, newest: heading.isOlder ? kept.first : fresh.last)
    let onward = reachesBack ? nil : heading.isOlder ? page.next : page.previous
    if kept.count < fresh.count {
      end(.limited, at: (kept.last).flatMap { list.link(heading.field, $0) } ?? PageLink(url: answer.url))
    } else if fresh.isEmpty, !wanted.isEmpty, page.oddRows.isEmpty {
      end(.repeated)
    } else {
      go(to: onward, from: answer, isLast: reachesBack)
    }
    let rows = Rows(elements: kept, oddRows: page.oddRows)
    return Page(
      rows: rows, next: heading.isOlder ? place : page.next, previous: page.previous, rateLimit: page.rateLimit)
  }

  private mutating func go(to onward: PageLink?, from answer: PageAnswer<Row>, isLast: Bool) {
    let isEmpty = answer.page.elements.isEmpty && answer.page.oddRows.isEmpty
    guard let onward else { return end(answer.isOpenEnded && !isLast ? .cut : .complete) }
    guard links.insert(onward.url.target.hashValue).inserted else { return end(isEmpty ? .complete : .repeated) }
    if completeness.fetched == limit { return end(.limited, at: onward) }
    if barrenPages >= Self.patience { return end(.cut, at: onward) }
    place = onward
  }

  private mutating func end(_ ending: Completeness.Ending, at place: PageLink? = nil) {
    completeness.ending = ending
    self.place = place
  }

  private mutating func isNew(_ element: Row) -> Bool {
    list.identity.map { rows.insert($0(element).hashValue).inserted } ?? true
  }

  /// Remembers where rows begin that are newer: on the way to older ones, those newer than the first of all.
  private mutating func note(_ page: Page<Row>, newest row: Row?) {
    if heading.isOlder, !isFromTop || completeness.pages > 1 { return }
    let said = page.previous.flatMap { links.contains($0.url.target.hashValue) ? nil : $0 }
    newest = said ?? row.flatMap { list.link("min_id", $0) } ?? newest
  }

  /// How many pages without a new row a server may send.
  private static var patience: Int { 10 }
  /// What no server refuses.
  private static var harmlessSize: Int { 20 }
}

extension PageWalk.Heading {
  fileprivate var isOlder: Bool {
    if case .older = self { true } else { false }
  }

  fileprivate var field: String { isOlder ? "max_id" : "min_id" }

  /// The rows in the order of the way, and whether the page reaches back to where the way began.
  ///
  /// Some servers know no `min_id` and give the newest page, and some of the Misskey family give the oldest row first.
  fileprivate func wanted(
    of rows: [Row], by cursor: (@Sendable (Row) -> String)?
  ) -> (rows: ArraySlice<Row>, reachesBack: Bool) {
    guard case .newer(let start, let order) = self else { return (rows[...], false) }
    guard let cursor, let first = rows.first, let last = rows.last else { return (Array(rows.reversed())[...], false) }
    let isAscending = order.isIncreasing(cursor(first), cursor(last)) == true
    let rising = isAscending ? rows : rows.reversed()
    guard let start else { return (rising[...], false) }
    let old = rising.lastIndex { cursor($0) == start || order.isIncreasing(cursor($0), start) == true }
    guard let old else { return (rising[...], false) }
    return (rising[(old + 1)...], true)
  }
}
