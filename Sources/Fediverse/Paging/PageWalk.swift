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

  /// How far the walk has come; another walk can continue from it.
  public private(set) var progress: WalkProgress
  /// The progress of the walk, and how it ended.
  public var completeness: Completeness { progress.completeness }
  /// The link at which another walk can continue; `nil` before the first page and when no rows are left.
  ///
  /// If a limit ends the walk inside a page of a list that is not ordered by identifiers, this is the same page again:
  /// repeating some rows is better than losing them. A walk that continues from ``progress`` repeats none.
  public var place: PageLink? { progress.place }
  /// The link to rows newer than all of these; `nil` until all pages are fetched.
  public var mark: PageLink? { completeness.isComplete ? progress.newest : nil }
  /// The rows to return; all if `nil`.
  public var select: (@Sendable (Row) -> RowSelection)?
  /// The rows of the last page that the selection skipped.
  public private(set) var skipped: [Row] = []
  private let list: PagedList<Row>
  private let direction: Direction
  /// The number of rows at which the walk ends, with those of earlier walks.
  private let limit: Int?

  init(_ list: PagedList<Row>, _ direction: Direction, _ progress: WalkProgress, limit: Int?) {
    self.list = list
    self.direction = direction
    self.progress = progress.resumed
    self.limit = limit.map { count in
      let (sum, isTooLarge) = progress.completeness.fetched.addingReportingOverflow(max(count, 0))
      return isTooLarge ? .max : sum
    }
    if !direction.isOlder { self.progress.newest = progress.place }
  }

  /// Fetches the next page, without repeated rows and rows beyond the limit; returns `nil` at the end.
  ///
  /// - Throws: ``FediverseError`` if the call fails; the walk is then unchanged.
  public mutating func next() async throws(FediverseError) -> Page<Row>? {
    guard completeness.ending == .underway else { return nil }
    return take(try await fetch())
  }

  /// Continues at another page of the same list; only while the walk is underway.
  public mutating func jump(to place: PageLink) {
    if completeness.ending == .underway { progress.place = place }
  }

  private func fetch() async throws(FediverseError) -> PageResponse<Row> {
    if let place { return try await list.response(at: place) }
    // A selection can skip any number of rows, so small pages would be many.
    let wanted = select == nil ? limit ?? Int.max : Int.max
    let size = min(max(wanted, 1), list.largestPage)
    do throws(FediverseError) {
      return try await list.response(limit: size)
    } catch  where size > Self.safePageSize && [400, 422, 500].contains(error.status) && error.kind == .rejected {
      // Some servers reject a limit above their maximum instead of capping it.
      return try await list.response(limit: nil)
    }
  }

  /// The rows of a page that are returned, and what else was found.
  private struct Harvest {
    var kept: [Row] = []
    var skipped: [Row] = []
    var fresh = 0
    var hasMore = false
    var isBeyond = false
  }

  private mutating func take(_ response: PageResponse<Row>) -> Page<Row> {
    let page = response.page
    let rereads = progress.rereads
    progress.rereads = false
    progress.visit(response.url)
    let (wanted, reachesBack) = direction.wanted(of: page.elements, by: list.cursor)
    let harvest = harvest(wanted, strays: page.unrequestedRows)
    progress.completeness.pages += 1
    progress.completeness.fetched += harvest.kept.count
    progress.completeness.unreadableRows += page.unreadableRows.count
    progress.completeness.unrequestedRows += page.unrequestedRows.count
    skipped = harvest.skipped
    note(page, newest: direction.isOlder ? harvest.kept.first : harvest.kept.last)
    let onward = reachesBack ? nil : direction.isOlder ? page.next : page.previous
    if harvest.hasMore {
      let onward = harvest.kept.last.flatMap { list.link(direction.field, $0) }
      end(.limited, at: onward ?? PageLink(url: response.url))
      progress.rereads = onward == nil
    } else if harvest.isBeyond {
      end(.complete)
    } else if harvest.fresh == 0, !wanted.isEmpty, page.unreadableRows.isEmpty, !rereads {
      end(.repeated)
    } else {
      go(to: onward, from: response, isLast: reachesBack)
    }
    return Page(
      rows: Rows(elements: harvest.kept, unreadableRows: page.unreadableRows),
      next: direction.isOlder ? place : page.next, previous: page.previous, rateLimit: page.rateLimit,
      unrequestedRows: page.unrequestedRows)
  }

  private mutating func harvest(_ wanted: ArraySlice<Row>, strays: [Row]) -> Harvest {
    var harvest = Harvest()
    let room = limit.map { $0 - completeness.fetched } ?? .max
    var selections: [RowSelection] = []
    for row in wanted {
      let identity = list.identity?(row)
      guard !progress.knows(identity) else {
        progress.completeness.repeats += 1
        continue
      }
      let selection = select?(row) ?? .taken
      harvest.hasMore = selection == .taken && harvest.kept.count >= room
      guard !harvest.hasMore else { break }
      progress.remember(identity)
      harvest.fresh += 1
      selections.append(selection)
      switch selection {
      case .taken: harvest.kept.append(row)
      case .skipped: harvest.skipped.append(row)
      case .beyond: break
      }
    }
    harvest.isBeyond = selections.hasPassed { $0 == .beyond }
    // A page of rows that were not requested is still a step forward.
    for identity in strays.map({ list.identity?($0) }) where !progress.knows(identity) {
      progress.remember(identity)
      harvest.fresh += 1
    }
    progress.count(freshRows: harvest.fresh)
    return harvest
  }

  private mutating func go(to onward: PageLink?, from response: PageResponse<Row>, isLast: Bool) {
    let page = response.page
    let isEmpty = page.elements.isEmpty && page.unreadableRows.isEmpty && page.unrequestedRows.isEmpty
    guard let onward else {
      if direction.isOlder, page.hasUnusableNext { return end(.misled) }
      return end(response.isOpenEnded && !isLast ? .cut : .complete)
    }
    guard progress.visit(onward.url) else {
      // Friendica's last page is empty and links to itself.
      return end(isEmpty && onward.url == response.url ? .complete : .repeated)
    }
    if completeness.fetched == limit { return end(.limited, at: onward) }
    if progress.barrenPages >= Self.maxBarrenPages { return end(.cut, at: onward) }
    progress.place = onward
  }

  private mutating func end(_ ending: Completeness.Ending, at place: PageLink? = nil) {
    progress.completeness.ending = ending
    progress.place = place
  }

  /// Remembers the link to newer rows; walking toward older rows, only the first page has it.
  private mutating func note(_ page: Page<Row>, newest row: Row?) {
    if direction.isOlder, !progress.isFromTop || completeness.pages > 1 { return }
    let said = page.previous.flatMap { progress.hasVisited($0.url) ? nil : $0 }
    progress.newest = said ?? row.flatMap { list.link("min_id", $0) } ?? progress.newest
  }

  /// The maximum number of consecutive pages without a new row.
  private static var maxBarrenPages: Int { 10 }
  /// A page size that every server accepts.
  private static var safePageSize: Int { 20 }
}

extension PageWalk.Direction {
  var isOlder: Bool {
    if case .older = self { true } else { false }
  }

  var field: String { isOlder ? "max_id" : "min_id" }

  /// The rows in walking order, and whether the page reaches back to the start of the walk.
  ///
  /// Servers without `min_id` return the newest page, and some of the Misskey family return the oldest row first.
  func wanted(
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
