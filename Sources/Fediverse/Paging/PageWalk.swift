/// An iterator over the pages of a list that removes duplicates and reports how it ended.
///
/// The walk ends when the server links to no further page or to one that was already fetched, sends a page with known
/// rows only, sends ten pages without a new row, or when the requested number of rows is reached. An empty page with a
/// link is not the end, because some servers filter rows after cutting a list into pages.
///
/// Each row is returned once: the walk keeps a 64-bit hash of each identifier, less than 32 bytes per row, and for a
/// million rows the probability of a collision is below one in ten million. A failed call leaves the walk unchanged, so
/// it can be repeated.
public struct PageWalk<Row: Entity>: AsyncIteratorProtocol, Sendable {
  /// The direction of the walk.
  enum Direction: Sendable {
    case older
    /// Toward newer rows, starting after this row, with the order of the server's identifiers.
    case newer(than: String?, IdentifierOrder)
  }

  /// The error of a failed call.
  public typealias Failure = FediverseError

  /// The progress of the walk, and how it ended.
  public private(set) var completeness: Completeness
  /// The link at which another walk can continue; `nil` before the first page and when no rows are left.
  ///
  /// If a limit ends the walk inside a page of a list that is not ordered by identifiers, this is the same page again:
  /// repeating some rows is better than losing them.
  public private(set) var place: PageLink?
  /// The link to rows newer than all of these; `nil` until all pages are fetched.
  public var mark: PageLink? { completeness.isComplete ? newest : nil }
  private let list: PagedList<Row>
  private let direction: Direction
  private let limit: Int?
  private let isFromTop: Bool
  private var newest: PageLink?
  private var rows: Set<Int> = []
  private var links: Set<Int> = []
  private var barrenPages = 0

  init(_ list: PagedList<Row>, _ direction: Direction, from place: PageLink?, limit: Int?, expected: Int? = nil) {
    self.list = list
    self.direction = direction
    self.place = place
    self.limit = limit.map { max($0, 0) }
    isFromTop = place == nil
    completeness = Completeness(expected: expected)
    if !direction.isOlder { newest = place }
  }

  /// Fetches the next page, without repeated rows and rows beyond the limit; returns `nil` at the end.
  ///
  /// - Throws: ``FediverseError`` if the call fails; the walk is then unchanged.
  public mutating func next() async throws(FediverseError) -> Page<Row>? {
    guard completeness.ending == .underway else { return nil }
    return take(try await fetch())
  }

  private func fetch() async throws(FediverseError) -> PageResponse<Row> {
    if let place { return try await list.response(at: place) }
    let size = min(max(limit ?? Int.max, 1), list.largestPage)
    do throws(FediverseError) {
      return try await list.response(limit: size)
    } catch  where size > Self.safePageSize && [400, 422, 500].contains(error.status) && error.kind == .rejected {
      // Some servers reject a limit above their maximum instead of capping it.
      return try await list.response(limit: nil)
    }
  }

  private mutating func take(_ response: PageResponse<Row>) -> Page<Row> {
    let page = response.page
    links.insert(response.url.target.hashValue)
    let (wanted, reachesBack) = direction.wanted(of: page.elements, by: list.cursor)
    let fresh = wanted.filter { isNew($0) }
    let kept = Array(fresh.prefix(limit.map { $0 - completeness.fetched } ?? fresh.count))
    barrenPages = fresh.isEmpty ? barrenPages + 1 : 0
    completeness.pages += 1
    completeness.fetched += kept.count
    completeness.unreadableRows += page.unreadableRows.count
    completeness.repeats += wanted.count - fresh.count
    note(page, newest: direction.isOlder ? kept.first : fresh.last)
    let onward = reachesBack ? nil : direction.isOlder ? page.next : page.previous
    if kept.count < fresh.count {
      end(.limited, at: (kept.last).flatMap { list.link(direction.field, $0) } ?? PageLink(url: response.url))
    } else if fresh.isEmpty, !wanted.isEmpty, page.unreadableRows.isEmpty {
      end(.repeated)
    } else {
      go(to: onward, from: response, isLast: reachesBack)
    }
    let rows = Rows(elements: kept, unreadableRows: page.unreadableRows)
    return Page(
      rows: rows, next: direction.isOlder ? place : page.next, previous: page.previous, rateLimit: page.rateLimit)
  }

  private mutating func go(to onward: PageLink?, from response: PageResponse<Row>, isLast: Bool) {
    let isEmpty = response.page.elements.isEmpty && response.page.unreadableRows.isEmpty
    guard let onward else { return end(response.isOpenEnded && !isLast ? .cut : .complete) }
    guard links.insert(onward.url.target.hashValue).inserted else { return end(isEmpty ? .complete : .repeated) }
    if completeness.fetched == limit { return end(.limited, at: onward) }
    if barrenPages >= Self.maxBarrenPages { return end(.cut, at: onward) }
    place = onward
  }

  private mutating func end(_ ending: Completeness.Ending, at place: PageLink? = nil) {
    completeness.ending = ending
    self.place = place
  }

  private mutating func isNew(_ element: Row) -> Bool {
    list.identity.map { rows.insert($0(element).hashValue).inserted } ?? true
  }

  /// Remembers the link to newer rows; walking toward older rows, only the first page has it.
  private mutating func note(_ page: Page<Row>, newest row: Row?) {
    if direction.isOlder, !isFromTop || completeness.pages > 1 { return }
    let said = page.previous.flatMap { links.contains($0.url.target.hashValue) ? nil : $0 }
    newest = said ?? row.flatMap { list.link("min_id", $0) } ?? newest
  }

  /// The maximum number of consecutive pages without a new row.
  private static var maxBarrenPages: Int { 10 }
  /// A page size that every server accepts.
  private static var safePageSize: Int { 20 }
}

extension PageWalk.Direction {
  fileprivate var isOlder: Bool {
    if case .older = self { true } else { false }
  }

  fileprivate var field: String { isOlder ? "max_id" : "min_id" }

  /// The rows in walking order, and whether the page reaches back to the start of the walk.
  ///
  /// Servers without `min_id` return the newest page, and some of the Misskey family return the oldest row first.
  fileprivate func wanted(
    of rows: [Row], by cursor: (@Sendable (Row) -> String)?
  ) -> (rows: ArraySlice<Row>, reachesBack: Bool) {
    guard case .newer(let start, let order) = self else { return (rows[...], false) }
    guard let cursor, let first = rows.first, let last = rows.last else { return (Array(rows.reversed())[...], false) }
    let isAscending = order.isNewer(cursor(last), than: cursor(first)) == true
    let rising = isAscending ? rows : rows.reversed()
    guard let start else { return (rising[...], false) }
    let old = rising.lastIndex { cursor($0) == start || order.isNewer(start, than: cursor($0)) == true }
    guard let old else { return (rising[...], false) }
    return (rising[(old + 1)...], true)
  }
}
