/// A list that a server gives page by page.
public struct PagedList<Element: Entity>: Sendable {
  private let client: Client
  private let call: Call
  private let cursor: (@Sendable (Element) -> String)?

  /// - Parameter cursor: what of a row says where the next page begins, for lists that are ordered by it.
  init(_ client: Client, _ call: Call, cursor: (@Sendable (Element) -> String)? = nil) {
    self.client = client
    self.call = call
    self.cursor = cursor
  }

  /// The first page.
  ///
  /// - Parameters:
  ///   - limit: how many rows are wanted; servers give fewer where it is more than they like.
  ///   - query: further fields, as the server knows them.
  public func page(
    limit: Int? = nil, _ query: [(name: String, value: String)] = []
  ) async throws(FediverseError) -> Page<Element> {
    var call = call
    if let limit { call.query.append(("limit", String(limit))) }
    call.query += query
    return try page(from: try await client.perform(call))
  }

  /// The page that a link leads to, which must be one of the same server.
  public func page(at link: PageLink) async throws(FediverseError) -> Page<Element> {
    try page(from: try await client.page(at: link))
  }

  /// Sharkey names no other page, so that the last row of a full page has to do.
  private func page(from answer: Answer) throws(FediverseError) -> Page<Element> {
    let page: Page<Element> = try answer.page()
    let wanted = answer.url.value(of: "limit").flatMap { Int($0) } ?? Self.usualLimit
    guard
      !answer.hasLinks, let cursor, let last = page.elements.last, page.elements.count + page.oddRows.count >= wanted,
      case let next = answer.url.setting("max_id", to: cursor(last)), next != answer.url
    else { return page }
    return Page(rows: page.rows, next: PageLink(url: next), previous: nil, rateLimit: page.rateLimit)
  }

  private static var usualLimit: Int { 20 }
}

extension PagedList where Element: Identifiable, Element.ID == String {
  /// A list whose rows stand in the order of their identifiers.
  init(ordered client: Client, _ call: Call) {
    self.init(client, call) { $0.id }
  }
}
