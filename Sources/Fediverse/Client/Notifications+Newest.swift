extension Client.Notifications {
  /// The newest notifications, newest first, from as many pages as it takes.
  ///
  /// The page's `next` is set where the server has older ones. It ends early where the server begins to repeat itself.
  public func newest(
    _ count: Int, kinds: [NotificationKind] = []
  ) async throws(FediverseError) -> Page<Notification> {
    var walk = PageWalk<Notification>(wanted: count)
    var answer = try await answer(limit: min(max(count, 1), 80), after: nil, kinds: kinds)
    while true {
      let page: Page<Notification> = try answer.page()
      walk.add(page)
      guard !walk.isFull else { return walk.result(next: page.next) }
      if let next = page.next, walk.isNew(next), walk.hasGrownLately {
        answer = try await client.page(at: next)
      } else if !answer.hasLinks, let last = page.elements.last, walk.hasGrownLately {
        // Sharkey names no other page, so that the last row's identifier has to do.
        answer = try await self.answer(limit: min(max(count, 1), 80), after: last.id, kinds: kinds)
      } else {
        return walk.result(next: nil)
      }
    }
  }
}

/// The way through the pages of one list: what was seen, and whether it still leads anywhere.
private struct PageWalk<Element: Entity & Identifiable> where Element.ID == String {
  private let wanted: Int
  private var elements: [Element] = []
  private var oddRows: [OddRow] = []
  private var ids: Set<String> = []
  private var links: Set<PageLink> = []
  private var rateLimit: RateLimit?
  private var barrenPages = 0

  /// How many pages without a row a server may send, because some filter after they cut the list into pages.
  private static var patience: Int { 10 }

  init(wanted: Int) {
    self.wanted = wanted
  }

  var isFull: Bool { elements.count >= wanted }

  /// Whether the last pages brought anything that was not there before.
  var hasGrownLately: Bool { barrenPages < Self.patience }

  mutating func add(_ page: Page<Element>) {
    let fresh = page.elements.filter { ids.insert($0.id).inserted }
    let isRepeated = fresh.isEmpty && !page.elements.isEmpty
    barrenPages = isRepeated ? Self.patience : fresh.isEmpty ? barrenPages + 1 : 0
    elements += fresh
    oddRows += page.oddRows
    rateLimit = page.rateLimit ?? rateLimit
  }

  mutating func isNew(_ link: PageLink) -> Bool {
    links.insert(link).inserted
  }

  func result(next: PageLink?) -> Page<Element> {
    let rows = Rows(elements: Array(elements.prefix(wanted)), oddRows: oddRows)
    return Page(rows: rows, next: next, previous: nil, rateLimit: rateLimit)
  }
}
