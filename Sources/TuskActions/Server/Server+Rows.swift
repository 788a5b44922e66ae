package import Fediverse
import XCallbackURL

/// Which rows of a list to return.
package struct ListQuery: Sendable, Hashable {
  /// The number of rows, at least one.
  package let count: Int
  /// Where to start, from an earlier result's `next`; `nil` for the newest row.
  package let page: Cursor?
  package let times: TimeRange

  /// The `next` of an earlier result, and the page that it leads to.
  package struct Cursor: Sendable, Hashable {
    package let text: String
    package let link: PageLink

    package init?(_ text: String) {
      guard let link = PageLink(text) else { return nil }
      self.text = text
      self.link = link
    }
  }

  package init(count: Int, page: Cursor? = nil, times: TimeRange = TimeRange()) {
    self.count = count
    self.page = page
    self.times = times
  }
}

extension Server {
  /// The rows of a list that match the query: as many as it asks for, unless the list ends before.
  ///
  /// - Parameters:
  ///   - time: the time of a row, to compare with the query's range.
  ///   - isOrdered: whether rows are sorted by time, so that reading can stop at the first row that is too old.
  func rows<Element, Item: Sendable>(
    of list: PagedList<Element>, _ query: ListQuery, time: (@Sendable (Element) -> Timestamp?)? = nil,
    isOrdered: Bool = true, item: (Element, QualifiedNames) -> Item
  ) async throws(Failure) -> ResultPage<Item> {
    guard time != nil || query.times == TimeRange() else { throw .timeless() }
    let names = try await names()
    let name = "\(list.address) \(query.times)"
    let kept = query.page.flatMap { walks.take($0.text, of: name) }
    let walk =
      kept.map { list.walk(continuing: $0, limit: query.count) }
      ?? list.walk(limit: query.count, from: query.page?.link)
    var reading = ListReading(of: list, walk, tell: { tell(.progress($0)) })
    if let time {
      reading.select(within: await query.times.window(now: currentTime()), time: time, isOrdered: isOrdered)
    }
    do throws(FediverseError) {
      try await reading.read()
    } catch {
      if reading.pages == 0, let kept, let page = query.page { walks.restore(kept, of: name, at: page.text) }
      // What was read until the timeout is returned, with the place where it can continue.
      guard reading.pages > 0, Task.isCancelled else { throw failure(error) }
      reading.stop()
    }
    let next = walks.keep(reading.walk.progress, of: name, since: query.page?.text)
    return ResultPage(reading.rows.map { item($0, names) }, next: next, shortfall: reading.shortfall)
  }
}

extension Failure {
  fileprivate static func timeless() -> Failure {
    Failure(
      .invalidParameter, "servers do not tell the times of these rows, so 'before' and 'after' do not go with them")
  }
}

extension Shortfall {
  /// The rows of a list that is read at once and that could not be read.
  init(_ rows: [UnreadableRow]) {
    self.init()
    unreadable = rows.count
    reason = rows.first?.reason
  }
}
