package import Fediverse
import XCallbackURL

/// Which rows of a list to return.
package struct ListQuery: Sendable, Hashable {
  /// The number of rows, at least one.
  package let count: Int
  /// Where to start, from an earlier result's `next`; `nil` for the newest row.
  package let page: PageLink?
  package let times: TimeRange

  package init(count: Int, page: PageLink? = nil, times: TimeRange = TimeRange()) {
    self.count = count
    self.page = page
    self.times = times
  }
}

extension Server {
  /// The most rows that servers return per page.
  private static let largestPage = 40
  /// How many pages are read before the rows found so far are returned, so that a narrow time range cannot read on
  /// without end.
  private static let mostPages = 25

  /// The rows of a list that match the query.
  ///
  /// - Parameters:
  ///   - time: the time of a row, to compare with the query's range.
  ///   - isOrdered: whether rows are sorted by time, so that reading can stop at the first row that is too old.
  func rows<Element, Item: Sendable>(
    of list: PagedList<Element>, _ query: ListQuery, time: ((Element) -> Timestamp?)? = nil, isOrdered: Bool = true,
    item: (Element, QualifiedNames) -> Item
  ) async throws(Failure) -> ResultPage<Item> {
    let names = try await names()
    let window = query.times.window(now: now())
    var items: [Item] = []
    var place = query.page
    var seen = Set([place])
    for _ in 0..<Self.mostPages {
      let page = try await page(of: list, at: place, count: query.count - items.count)
      // A server that links back to an earlier page would be asked forever.
      place = page.next.flatMap { seen.insert($0).inserted ? $0 : nil }
      for element in page.elements {
        switch time?(element).map(window.position) ?? .within {
        case .within: items.append(item(element, names))
        case .tooNew: continue
        case .tooOld where isOrdered: return ResultPage(items, next: nil)
        case .tooOld: continue
        }
      }
      guard items.count < query.count, place != nil else { break }
    }
    return ResultPage(items, next: place?.description)
  }

  private func page<Element>(
    of list: PagedList<Element>, at place: PageLink?, count: Int
  ) async throws(Failure) -> Page<Element> {
    guard let place else { return try await attempt(await list.page(limit: min(count, Self.largestPage))) }
    return try await attempt(await list.page(at: place))
  }
}
