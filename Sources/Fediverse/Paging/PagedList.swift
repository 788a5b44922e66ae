/// A list that a server gives page by page.
public struct PagedList<Element: Entity>: Sendable {
  let client: Client
  let call: Call
  let cursor: (@Sendable (Element) -> String)?
  let identity: (@Sendable (Element) -> String)?

  /// - Parameters:
  ///   - cursor: what of a row says where the next page begins, for lists that are ordered by it.
  ///   - identity: what of a row tells it from others, so that it is given once; none where rows have no name.
  init(
    _ client: Client, _ call: Call, cursor: (@Sendable (Element) -> String)? = nil,
    identity: (@Sendable (Element) -> String)?
  ) {
    self.client = client
    self.call = call
    self.cursor = cursor
    self.identity = identity
  }

  /// A list of rows that nothing tells apart.
  init(_ client: Client, _ call: Call, cursor: (@Sendable (Element) -> String)? = nil) {
    self.init(client, call, cursor: cursor, identity: cursor)
  }

  /// The first page.
  ///
  /// - Parameters:
  ///   - limit: how many rows are wanted; servers give fewer where it is more than they like.
  ///   - query: further fields, as the server knows them.
  public func page(
    limit: Int? = nil, _ query: [(name: String, value: String)] = []
  ) async throws(FediverseError) -> Page<Element> {
    try await answer(limit: limit, query).page
  }

  /// The page that a link leads to, which must be one of the same server.
  public func page(at link: PageLink) async throws(FediverseError) -> Page<Element> {
    try await answer(at: link).page
  }

  /// The most rows that Mastodon gives in one page of this list; other servers give fewer where they like.
  public var largestPage: Int { call.path.largestPage }

  func answer(
    limit: Int?, _ query: [(name: String, value: String)] = []
  ) async throws(FediverseError) -> PageAnswer<Element> {
    var call = call
    if let limit { call.query.append(("limit", String(limit))) }
    call.query += query
    return try PageAnswer(try await client.perform(call), cursor: cursor)
  }

  func answer(at link: PageLink) async throws(FediverseError) -> PageAnswer<Element> {
    try PageAnswer(try await client.page(at: link), cursor: cursor)
  }

  /// Where the rows before or after a row are, for a list that is ordered by what rows say of themselves.
  func link(_ field: String, _ element: Element) -> PageLink? {
    cursor.map { place(field, $0(element)) }
  }

  /// Where the rows on one side of a cursor are.
  func place(_ field: String, _ cursor: String) -> PageLink {
    var call = call
    call.query += [(field, cursor), ("limit", String(largestPage))]
    return PageLink(url: WebURL(origin: client.server, target: call.target))
  }
}

extension PagedList where Element: Identifiable, Element.ID == String {
  /// A list whose rows stand in the order of something else than their identifiers.
  init(_ client: Client, _ call: Call) {
    self.init(client, call, identity: { $0.id })
  }

  /// A list whose rows stand in the order of their identifiers.
  init(ordered client: Client, _ call: Call) {
    self.init(client, call, cursor: { $0.id }, identity: { $0.id })
  }
}
