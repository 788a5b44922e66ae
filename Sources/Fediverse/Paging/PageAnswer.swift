/// A page, where it came from, and whether it says what comes beside it.
struct PageAnswer<Element: Entity>: Sendable {
  let page: Page<Element>
  let url: WebURL
  /// Whether the server named no other page although this one is as full as can be, so that there may be more.
  let isOpenEnded: Bool

  /// Sharkey names no other page, so that the last row of a full page has to do, or the newest on the way to newer ones.
  ///
  /// - Parameter cursor: what of a row says where the next page begins, for lists that are ordered by it.
  init(_ answer: CallResponse, cursor: (@Sendable (Element) -> String)?) throws(FediverseError) {
    let page: Page<Element> = try answer.page()
    url = answer.url
    let isFull = Self.isFull(page.elements.count + page.oddRows.count, at: answer.url)
    // A page by `since_id` is the newest one, so that what lies between may be missing.
    let isNewest = answer.url.value(of: "since_id") != nil && answer.url.value(of: "min_id") == nil
    isOpenEnded = isFull && (!answer.hasLinks || isNewest)
    guard isFull, !answer.hasLinks, let cursor, let first = page.elements.first, let last = page.elements.last else {
      self.page = page
      return
    }
    let isForward = answer.url.value(of: "min_id") != nil
    let older = isForward ? nil : Self.link("max_id", cursor(last), at: answer.url)
    let newer = isForward ? Self.link("min_id", cursor(first), at: answer.url) : nil
    self.page = Page(rows: page.rows, next: older, previous: newer, rateLimit: page.rateLimit)
  }

  private static func link(_ field: String, _ cursor: String, at url: WebURL) -> PageLink? {
    let link = url.setting(field, to: cursor)
    return link == url ? nil : PageLink(url: link)
  }

  /// Whether a page has as many rows as were asked for, or as many as servers give at most.
  private static func isFull(_ count: Int, at url: WebURL) -> Bool {
    let wanted = url.value(of: "limit").flatMap { Int($0) } ?? usualLimit
    return count >= wanted || [20, 40, 80, 100].contains(count)
  }

  private static var usualLimit: Int { 20 }
}
