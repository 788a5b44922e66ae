import Fediverse
import TuskCommon
import XCallbackURL

/// Reads the rows of a list that one request asks for.
struct ListReading<Element: Entity> {
  private(set) var walk: PageWalk<Element>
  private(set) var rows: [Element] = []
  /// The number of pages read.
  private(set) var pages = 0
  private let list: PagedList<Element>
  private let tell: @Sendable (String) -> Void
  private var missing = Shortfall()
  /// The range of times, if the list is ordered by them and newer rows have to be skipped.
  private var start: Start?
  /// The time of a row, if the rows are limited by it.
  private var time: (@Sendable (Element) -> Timestamp?)?
  /// When the last row that was skipped was made.
  private var reached: Timestamp?

  /// Where the rows that are wanted begin.
  private struct Start {
    let moment: Timestamp
    let time: @Sendable (Element) -> Timestamp?
    /// The number of pages that were too new.
    var pages = 0
  }

  /// - Parameter tell: reports how far a long search has come.
  init(of list: PagedList<Element>, _ walk: PageWalk<Element>, tell: @escaping @Sendable (String) -> Void) {
    self.list = list
    self.walk = walk
    self.tell = tell
  }

  /// Limits the rows to a range of times.
  mutating func select(
    within window: TimeRange.Window, time: @escaping @Sendable (Element) -> Timestamp?, isOrdered: Bool
  ) {
    guard window.isLimited else { return }
    if isOrdered, window.before != .max { start = Start(moment: Timestamp(seconds: window.before), time: time) }
    self.time = time
    walk.select = { row in
      // A time that is not known is in no range.
      switch time(row).map(window.position) {
      case .within: .taken
      case .tooOld where isOrdered: .beyond
      case .tooNew, .tooOld, nil: .skipped
      }
    }
  }

  /// Reads pages until there are enough rows or the list ends.
  mutating func read() async throws(FediverseError) {
    while let page = try await walk.next() {
      pages += 1
      rows += page.elements
      missing.unreadable += page.unreadableRows.count
      missing.reason = missing.reason ?? page.unreadableRows.first?.reason
      missing.unrequested += page.unrequestedRows.count
      noteRowsWithoutTime()
      if rows.isEmpty, let last = walk.skipped.last { try await skip(last) }
    }
  }

  /// Counts the rows of the last page that were skipped because they have no readable time.
  private mutating func noteRowsWithoutTime() {
    guard let time else { return }
    missing.note(rowsWithoutTime: walk.skipped.count { time($0) == nil })
  }

  /// Continues after a page without rows that are wanted: from its second on where the wanted ones begin, if that can
  /// be found.
  private mutating func skip(_ last: Element) async throws(FediverseError) {
    guard let start else { return tell("\(pages) pages without a matching row so far") }
    reached = start.time(last) ?? reached
    tell("looking for \(start.moment), now at \(reached.map(\.description) ?? "page \(pages)")")
    self.start?.pages += 1
    guard start.pages == 1 else { return }
    do throws(FediverseError) {
      let place = try await list.place(before: start.moment, after: walk.skipped, time: start.time)
      if let place { walk.jump(to: place) }
    } catch {
      // A server that rejects the search is read page by page.
      guard [.rejected, .notFound, .malformed].contains(error.kind) else { throw error }
    }
  }

  /// Records that the time was over before there were enough rows.
  mutating func stop() {
    let place = reached.map { ", at \($0)" } ?? ""
    missing.incomplete = Failure(.timedOut, "reading stopped after \(pages.counting("page"))\(place)")
  }

  /// What is missing from the rows.
  var shortfall: Shortfall {
    var shortfall = missing
    switch walk.completeness.ending {
    case .underway, .complete, .limited: break
    case .repeated: shortfall.incomplete = .repeating()
    case .misled: shortfall.incomplete = .misled()
    case .cut where walk.place != nil: shortfall.incomplete = .barren()
    case .cut: shortfall.mayBeCut = true
    }
    return shortfall
  }
}

extension Shortfall {
  /// Counts rows that are in no range of times because theirs cannot be read.
  mutating func note(rowsWithoutTime count: Int) {
    guard count > 0 else { return }
    unreadable += count
    reason = reason ?? "the time of the row is missing or unreadable"
  }
}

extension Failure {
  fileprivate static func repeating() -> Failure {
    Failure(.malformedAnswer, "the server repeats rows instead of going on, so the list may be incomplete")
  }

  fileprivate static func misled() -> Failure {
    Failure(.malformedAnswer, "the server's link to the next page is not a URL, so the list is incomplete")
  }

  fileprivate static func barren() -> Failure {
    Failure(.malformedAnswer, "the server sent one page after another without a new row, so the list may be incomplete")
  }
}
