package import Fediverse
package import XCallbackURL

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

  /// The first element of a list that fits, read page by page.
  func first<Element: Sendable>(
    of list: PagedList<Element>, where fits: (Element) -> Bool
  ) async throws(Failure) -> Element? {
    var walk = list.walk()
    while let page = try await attempt(await walk.next()) {
      if let element = page.elements.first(where: fits) { return element }
    }
    return nil
  }

  /// The accounts of a list.
  package func accounts(
    in list: PagedList<Account>, _ query: ListQuery
  ) async throws(Failure) -> ResultPage<AccountView> {
    try await rows(of: list, query) { AccountView(account: $0, name: $1.name(of: $0)) }
  }

  /// The statuses of a list.
  ///
  /// - Parameter isOrdered: whether they are sorted by time, so that reading can stop at the first one that is too old.
  package func statuses(
    in list: PagedList<Status>, _ query: ListQuery, isOrdered: Bool = false
  ) async throws(Failure) -> ResultPage<StatusView> {
    try await rows(of: list, query, time: \.createdAt, isOrdered: isOrdered) { StatusView($0, names: $1) }
  }

  /// The rows of a list that one request returns whole.
  package func page<Element, Item>(
    _ call: @autoclosure () async throws(FediverseError) -> Rows<Element>, about subject: String? = nil,
    item: (Element) -> Item
  ) async throws(Failure) -> ResultPage<Item> {
    let rows = try await attempt(await call(), about: subject)
    return ResultPage(rows.elements.map(item), next: nil, shortfall: Shortfall(rows.unreadableRows))
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

extension Failure {
  fileprivate static func timeless() -> Failure {
    Failure(
      .invalidParameter, "servers do not tell the times of these rows, so 'before' and 'after' do not go with them")
  }
}
