/// A list that a server returns in pages.
public struct PagedList<Element: Entity>: Sendable {
  let client: Client
  let call: Call
  let cursor: (@Sendable (Element) -> String)?
  let identity: (@Sendable (Element) -> String)?
  /// Whether a row matches the query; all rows do if `nil`.
  private(set) var matches: (@Sendable (Element) -> Bool)?
  /// The software that answers "not found" when the list is empty.
  private(set) var softwareWithoutEmptyList: Flavor?

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - cursor: returns the cursor of a row, for lists that are ordered by it; `nil` otherwise.
  ///   - identity: returns what distinguishes a row from others, to drop repeated rows; `nil` if nothing does.
  init(
    _ client: Client, _ call: Call, cursor: (@Sendable (Element) -> String)? = nil,
    identity: (@Sendable (Element) -> String)?
  ) {
    self.client = client
    self.call = call
    self.cursor = cursor
    self.identity = identity
  }

  /// Creates a list whose rows are identified by their cursor, if they have one.
  init(_ client: Client, _ call: Call, cursor: (@Sendable (Element) -> String)? = nil) {
    self.init(client, call, cursor: cursor, identity: cursor)
  }

  /// The path and query of the list, which tell it from others of the same server.
  public var address: String { call.target }

  /// Returns the list that drops rows which do not match its query.
  ///
  /// Some servers forget a filter on later pages or do not know it.
  func matching(_ matches: @escaping @Sendable (Element) -> Bool) -> PagedList {
    var list = self
    list.matches = matches
    return list
  }

  /// Returns the list that is empty if a server with this software does not find it.
  func emptyIfMissing(on flavor: Flavor) -> PagedList {
    var list = self
    list.softwareWithoutEmptyList = flavor
    return list
  }

  /// Fetches the first page.
  ///
  /// - Parameters:
  ///   - limit: the number of rows; servers cap it at their own maximum.
  ///   - query: further query parameters of the endpoint.
  public func page(
    limit: Int? = nil, _ query: [(name: String, value: String)] = []
  ) async throws(FediverseError) -> Page<Element> {
    try await response(limit: limit, query).page
  }

  /// Fetches the page at a link, which must be on the same server.
  public func page(at link: PageLink) async throws(FediverseError) -> Page<Element> {
    try await response(at: link).page
  }

  /// The maximum page size of this list on Mastodon; other servers may return fewer rows.
  public var largestPage: Int { call.path.largestPage }

  func response(
    limit: Int?, _ query: [(name: String, value: String)] = []
  ) async throws(FediverseError) -> PageResponse<Element> {
    var call = call
    if let limit { call.query.append(("limit", String(limit))) }
    call.query += query
    do throws(FediverseError) {
      return try PageResponse(try await client.perform(call), cursor: cursor, matches: matches)
    } catch  where error.status == 404 && softwareWithoutEmptyList != nil {
      guard let profile = try? await client.profile(), profile.flavor == softwareWithoutEmptyList else { throw error }
      return PageResponse(emptyAt: WebURL(origin: client.server, target: call.target))
    }
  }

  /// Fetches the page at a link, with the list's own query: only the cursor is taken from the link.
  func response(at link: PageLink) async throws(FediverseError) -> PageResponse<Element> {
    let own = WebURL(origin: client.server, target: call.path.text)
    let url = link.url.segments == own.segments ? link.url.keeping(call.query) : link.url
    return try PageResponse(try await client.page(at: PageLink(url: url)), cursor: cursor, matches: matches)
  }

  /// The link to the rows on one side of a row, for a list that is ordered by a cursor.
  func link(_ field: String, _ element: Element) -> PageLink? {
    cursor.map { place(field, $0(element)) }
  }

  /// The link to the rows on one side of a cursor.
  func place(_ field: String, _ cursor: String) -> PageLink {
    var call = call
    call.query += [(field, cursor), ("limit", String(largestPage))]
    return PageLink(url: WebURL(origin: client.server, target: call.target))
  }
}

extension PagedList where Element: Identifiable, Element.ID == String {
  /// Creates a list that is not ordered by the identifiers of its rows.
  init(_ client: Client, _ call: Call) {
    self.init(client, call, identity: { $0.id })
  }

  /// Creates a list that is ordered by the identifiers of its rows.
  init(ordered client: Client, _ call: Call) {
    self.init(client, call, cursor: { $0.id }, identity: { $0.id })
  }
}

extension Path {
  /// The maximum page size of the list at this path, from Mastodon's documentation.
  var largestPage: Int {
    if text.hasPrefix("/api/v1/timelines/") { return Self.ofStatuses }
    return Self.sizes[String(text.split(separator: "/").last ?? "")] ?? Self.ofStatuses
  }

  private static let ofStatuses = 40

  /// Page sizes by the last segment of the path.
  private static let sizes = [
    "followers": 80, "following": 80, "blocks": 80, "mutes": 80, "follow_requests": 80, "reblogged_by": 80,
    "favourited_by": 80, "accounts": 80, "endorsements": 80, "directory": 80, "suggestions": 80, "notifications": 80,
    "requests": 80, "domain_blocks": 200, "followed_tags": 200, "reports": 200, "domain_allows": 200, "tags": 20,
    "links": 20,
  ]
}
