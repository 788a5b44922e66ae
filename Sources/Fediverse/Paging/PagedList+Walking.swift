extension PagedList {
  /// The way through the list, newest row first, a page at a time.
  ///
  /// - Parameters:
  ///   - limit: how many rows are wanted in all; every one where not given.
  ///   - place: where the way begins, as a page's `next` or an earlier walk's `place` has it; the newest where not given.
  ///   - expected: how many rows there should be, where that is known.
  public func walk(limit: Int? = nil, from place: PageLink? = nil, expected: Int? = nil) -> PageWalk<Element> {
    PageWalk(self, .older, from: place, limit: limit, expected: expected)
  }

  /// The way to what is newer than a row, oldest row first, for a list that is ordered by identifiers.
  ///
  /// Its ``PageWalk/mark`` is where the next such way begins, and is given only once all pages are in. A row that is
  /// gone by now can be the beginning too.
  ///
  /// - Parameters:
  ///   - id: the row after which the way begins.
  ///   - order: how identifiers stand to time, by which a page is known that the server gave the wrong way round.
  ///   - limit: how many rows are wanted in all; every one where not given.
  public func newer(
    than id: String, in order: IdentifierSorting = .lengthThenText, limit: Int? = nil
  ) throws(FediverseError) -> PageWalk<Element> {
    guard cursor != nil else { throw .unordered(client.server, call) }
    return PageWalk(self, .newer(than: id, order), from: place("min_id", id), limit: limit)
  }

  /// The way to what is newer than the rows of an earlier walk, oldest row first.
  ///
  /// - Parameters:
  ///   - mark: the ``PageWalk/mark`` of the earlier walk.
  ///   - order: how identifiers stand to time, by which a page is known that the server gave the wrong way round.
  ///   - limit: how many rows are wanted in all; every one where not given.
  public func newer(
    at mark: PageLink, in order: IdentifierSorting = .lengthThenText, limit: Int? = nil
  ) -> PageWalk<Element> {
    let start = cursor == nil ? nil : mark.url.value(of: "min_id")
    return PageWalk(self, .newer(than: start, order), from: mark, limit: limit)
  }

  /// The pages from the newest row on, as ``walk(limit:from:expected:)`` gives them.
  public func pages(limit: Int? = nil, from place: PageLink? = nil) -> PageSequence<Element> {
    PageSequence(start: walk(limit: limit, from: place))
  }

  /// The rows from the newest on, each once; those that cannot be read are left out.
  public func elements(limit: Int? = nil, from place: PageLink? = nil) -> ElementSequence<Element> {
    ElementSequence(start: walk(limit: limit, from: place))
  }

  /// The rows from the newest on, and whether these are all.
  ///
  /// - Parameters:
  ///   - limit: how many rows are wanted in all; every one where not given.
  ///   - place: where the rows begin; the newest where not given.
  ///   - expected: how many rows there should be, where that is known.
  public func collect(
    limit: Int? = nil, from place: PageLink? = nil, expected: Int? = nil
  ) async throws(FediverseError) -> Collected<Element> {
    try await walk(limit: limit, from: place, expected: expected).collect()
  }
}

extension FediverseError {
  fileprivate static func unordered(_ server: ServerAddress, _ call: Call) -> FediverseError {
    let detail = "the list is not in the order of its identifiers"
    return FediverseError(.unsupported, server: server, request: call.summary, detail: detail)
  }
}
