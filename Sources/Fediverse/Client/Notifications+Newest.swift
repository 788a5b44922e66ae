extension Client.Notifications {
  /// The newest notifications, newest first, from as many pages as it takes.
  ///
  /// The page's `next` is set where the server has older ones, and leads on after the last row of this page. It ends
  /// early where the server begins to repeat itself.
  public func newest(
    _ count: Int, kinds: [NotificationKind] = []
  ) async throws(FediverseError) -> Page<Notification> {
    var walk = PageWalk<Notification>(wanted: count)
    var answer = try await answer(limit: min(max(count, 1), 80), after: nil, kinds: kinds)
    while true {
      let page: Page<Notification> = try answer.page()
      walk.add(page)
      guard !walk.isFull else {
        return walk.result(next: walk.lastBeforeSurplus.map { link(after: $0, kinds) } ?? page.next)
      }
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

  /// The link to what is older than a notification, for where the server gave more rows than were wanted.
  private func link(after id: String, _ kinds: [NotificationKind]) -> PageLink {
    PageLink(url: WebURL(origin: client.server, target: call(limit: nil, after: id, kinds: kinds).target))
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
    self.wanted = max(wanted, 0)
  }

  var isFull: Bool { elements.count >= wanted }

  /// The last row that is wanted, where rows after it came too.
  var lastBeforeSurplus: String? {
    wanted > 0 && elements.count > wanted ? elements[wanted - 1].id : nil
  }

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
