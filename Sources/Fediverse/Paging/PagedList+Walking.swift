extension PagedList {
  /// Walks the list from the newest row to the oldest, one page at a time.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of rows; all if `nil`.
  ///   - place: the page to start at, from `Page.next` or ``PageWalk/place``; the newest if `nil`.
  ///   - expected: the expected number of rows, if known.
  public func walk(limit: Int? = nil, from place: PageLink? = nil, expected: Int? = nil) -> PageWalk<Element> {
    PageWalk(self, .older, WalkProgress(at: place, expected: expected), limit: limit)
  }

  /// Continues an earlier walk from the newest row to the oldest, without the rows that it returned.
  ///
  /// - Parameters:
  ///   - progress: the ``PageWalk/progress`` of the earlier walk of this list.
  ///   - limit: the maximum number of further rows; all if `nil`.
  public func walk(continuing progress: WalkProgress, limit: Int? = nil) -> PageWalk<Element> {
    PageWalk(self, .older, progress, limit: limit)
  }

  /// Walks from a row toward newer rows, oldest first, in a list that is ordered by identifiers.
  ///
  /// ``PageWalk/mark`` is the start of the next such walk, and is set only when all pages are fetched. The row itself
  /// may have been deleted.
  ///
  /// - Parameters:
  ///   - id: the identifier of the row to start after.
  ///   - order: the order of the server's identifiers; by default the one of its software. It shows whether the server
  ///     sent a page in reverse.
  ///   - limit: the maximum number of rows; all if `nil`.
  /// - Throws: ``FediverseError`` of kind `unsupported` if the list is not ordered by identifiers.
  public func newer(
    than id: String, in order: IdentifierOrder? = nil, limit: Int? = nil
  ) throws(FediverseError) -> PageWalk<Element> {
    guard cursor != nil else { throw .unordered(client.server, call) }
    return PageWalk(
      self, .newer(than: id, order ?? client.identifierOrder), WalkProgress(at: place("min_id", id)), limit: limit)
  }

  /// Walks toward rows newer than those of an earlier walk, oldest first.
  ///
  /// - Parameters:
  ///   - mark: the ``PageWalk/mark`` of the earlier walk.
  ///   - order: the order of the server's identifiers; by default the one of its software. It shows whether the server
  ///     sent a page in reverse.
  ///   - limit: the maximum number of rows; all if `nil`.
  public func newer(
    at mark: PageLink, in order: IdentifierOrder? = nil, limit: Int? = nil
  ) -> PageWalk<Element> {
    let start = cursor == nil ? nil : mark.url.value(of: "min_id")
    return PageWalk(
      self, .newer(than: start, order ?? client.identifierOrder), WalkProgress(at: mark), limit: limit)
  }

  /// The pages from the newest row on, as in ``walk(limit:from:expected:)``.
  public func pages(limit: Int? = nil, from place: PageLink? = nil) -> PageSequence<Element> {
    PageSequence(start: walk(limit: limit, from: place))
  }

  /// The rows from the newest on, without repeated and unreadable ones.
  public func elements(limit: Int? = nil, from place: PageLink? = nil) -> ElementSequence<Element> {
    ElementSequence(start: walk(limit: limit, from: place))
  }

  /// Fetches the rows from the newest on, and reports whether these are all.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of rows; all if `nil`.
  ///   - place: the page to start at; the newest if `nil`.
  ///   - expected: the expected number of rows, if known.
  public func collect(
    limit: Int? = nil, from place: PageLink? = nil, expected: Int? = nil
  ) async throws(FediverseError) -> Collected<Element> {
    try await walk(limit: limit, from: place, expected: expected).collect()
  }
}

extension FediverseError {
  fileprivate static func unordered(_ server: ServerAddress, _ call: Call) -> FediverseError {
    let detail = "the list is not ordered by identifiers"
    return FediverseError(.unsupported, server: server, request: call.summary, detail: detail)
  }
}
