/// A page with its URL, and whether more pages may exist although the server links to none.
struct PageResponse<Element: Entity>: Sendable {
  let page: Page<Element>
  let url: WebURL
  /// Whether the page is full and has no link to another one, so that there may be more rows.
  let isOpenEnded: Bool

  /// Reads a page.
  ///
  /// Sharkey sends no `Link` header, so the link is built from the last row of a full page, or from the newest row when
  /// walking forward.
  ///
  /// - Parameters:
  ///   - cursor: returns the cursor of a row, for lists that are ordered by it.
  ///   - matches: whether a row matches the query; all rows do if `nil`.
  init(
    _ response: CallResponse, cursor: (@Sendable (Element) -> String)?, matches: (@Sendable (Element) -> Bool)? = nil
  ) throws(FediverseError) {
    let page: Page<Element> = try response.page()
    url = response.url
    let isFull = Self.isFull(page.elements.count + page.unreadableRows.count, at: response.url)
    // `since_id` returns the newest page, so rows in between may be missing.
    let isNewest = response.url.value(of: "since_id") != nil && response.url.value(of: "min_id") == nil
    let hasLinks = response.hasLinks
    isOpenEnded = isFull && (!hasLinks || isNewest)
    guard isFull, !hasLinks, let cursor, let first = page.elements.first, let last = page.elements.last else {
      self.page = page.keeping(matches)
      return
    }
    let isForward = response.url.value(of: "min_id") != nil
    let older = isForward ? nil : Self.link("max_id", cursor(last), at: response.url)
    let newer = isForward ? Self.link("min_id", cursor(first), at: response.url) : nil
    self.page = Page(rows: page.rows, next: older, previous: newer, rateLimit: page.rateLimit).keeping(matches)
  }

  /// The page of a list without rows.
  init(emptyAt url: WebURL) {
    self.url = url
    page = Page(rows: Rows(elements: [], unreadableRows: []), next: nil, previous: nil, rateLimit: nil)
    isOpenEnded = false
  }

  private static func link(_ field: String, _ cursor: String, at url: WebURL) -> PageLink? {
    let link = url.setting(field, to: cursor)
    return link == url ? nil : PageLink(url: link)
  }

  /// Whether a page has as many rows as requested, or one of the usual maximum sizes.
  private static func isFull(_ count: Int, at url: WebURL) -> Bool {
    let wanted = url.value(of: "limit").flatMap { Int($0) } ?? usualLimit
    return count >= wanted || [20, 40, 80, 100].contains(count)
  }

  private static var usualLimit: Int { 20 }
}

extension Page {
  /// The page with the rows that do not match set apart.
  fileprivate func keeping(_ matches: (@Sendable (Element) -> Bool)?) -> Page {
    guard let matches, !elements.allSatisfy(matches) else { return self }
    let rows = Rows(elements: elements.filter(matches), unreadableRows: unreadableRows)
    return Page(
      rows: rows, next: next, previous: previous, rateLimit: rateLimit,
      unrequestedRows: elements.filter { !matches($0) }, hasUnusableNext: hasUnusableNext)
  }
}
