package import Fediverse
import XCallbackURL

/// Which part of a list is wanted.
package struct Extent: Sendable, Hashable {
  /// How many rows, from one.
  package let count: Int
  /// Where the rows begin, as the answer before gave it; the newest where it is not given.
  package let page: PageLink?
  package let times: TimeRange

  package init(count: Int, page: PageLink? = nil, times: TimeRange = TimeRange()) {
    self.count = count
    self.page = page
    self.times = times
  }
}

extension Server {
  /// The most rows that servers give at once.
  private static let largestPage = 40
  /// How many pages without a row that is wanted are gone through before the caller is told how far it went.
  private static let patience = 25

  /// The rows of a list that are wanted.
  ///
  /// - Parameters:
  ///   - time: when a row came about.
  ///   - isOrdered: whether the rows stand in the order of their times, so that the list can be left early.
  func listing<Element, Item: Sendable>(
    _ list: PagedList<Element>, _ extent: Extent, time: ((Element) -> Timestamp?)? = nil, isOrdered: Bool = true,
    item: (Element, Names) -> Item
  ) async throws(Failure) -> Listing<Item> {
    let names = try await asking { () async throws(FediverseError) in try await self.names() }
    let window = extent.times.window(now: now())
    var items: [Item] = []
    var place = extent.page
    var seen = Set([place])
    for _ in 0..<Self.patience {
      let page = try await page(of: list, at: place, count: extent.count - items.count)
      // A server that leads back to where one was would be asked for ever.
      place = page.next.flatMap { seen.insert($0).inserted ? $0 : nil }
      for element in page.elements {
        switch time?(element).map(window.position) ?? .within {
        case .within: items.append(item(element, names))
        case .tooNew: continue
        case .tooOld where isOrdered: return Listing(items, next: nil)
        case .tooOld: continue
        }
      }
      guard items.count < extent.count, place != nil else { break }
    }
    return Listing(items, next: place?.description)
  }

  private func page<Element>(
    of list: PagedList<Element>, at place: PageLink?, count: Int
  ) async throws(Failure) -> Page<Element> {
    try await asking { () async throws(FediverseError) in
      guard let place else { return try await list.page(limit: min(count, Self.largestPage)) }
      return try await list.page(at: place)
    }
  }

  /// What the server answers; what goes wrong is told as a callback tells it.
  ///
  /// - Parameter subject: what was asked for by its identifier.
  func asking<Value>(
    about subject: String? = nil, _ work: () async throws(FediverseError) -> Value
  ) async throws(Failure) -> Value {
    do { return try await work() } catch { throw failure(error, about: subject) }
  }
}
