/// The pages of a list, each fetched on demand with one call.
public struct PageSequence<Row: Entity>: AsyncSequence, Sendable {
  /// The error of a failed call.
  public typealias Failure = FediverseError

  let start: PageWalk<Row>

  /// Starts a walk from the beginning.
  public func makeAsyncIterator() -> PageWalk<Row> { start }
}

/// The rows of a list in order, fetched page by page on demand.
public struct ElementSequence<Row: Entity>: AsyncSequence, Sendable {
  /// The error of a failed call.
  public typealias Failure = FediverseError

  let start: PageWalk<Row>

  /// Starts a walk from the beginning.
  public func makeAsyncIterator() -> Iterator { Iterator(walk: start) }

  /// An iterator over single rows.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    /// The error of a failed call.
    public typealias Failure = FediverseError

    /// The underlying walk, which is at most one page ahead of the rows.
    public private(set) var walk: PageWalk<Row>
    private var rows: ArraySlice<Row> = []

    init(walk: PageWalk<Row>) {
      self.walk = walk
    }

    /// Returns the next row, or `nil` at the end.
    public mutating func next() async throws(FediverseError) -> Row? {
      while rows.isEmpty {
        guard let page = try await walk.next() else { return nil }
        rows = page.elements[...]
      }
      return rows.popFirst()
    }
  }
}

/// The rows of a finished walk.
public struct Collected<Row: Entity>: Sendable {
  /// The rows in order, and the unreadable ones, each with its index in its own page.
  public let rows: Rows<Row>
  /// Whether these are all rows.
  public let completeness: Completeness
  /// The link to the rows that follow, if any.
  public let next: PageLink?
  /// The link to rows newer than all of these; `nil` unless the list is complete.
  public let mark: PageLink?
  /// The most recent rate-limit headers.
  public let rateLimit: RateLimit?

  /// The rows in order.
  public var elements: [Row] { rows.elements }
}

extension PageWalk {
  /// Fetches all remaining pages and returns their rows.
  public func collect() async throws(FediverseError) -> Collected<Row> {
    var walk = self
    var (elements, unreadableRows, rateLimit): ([Row], [UnreadableRow], RateLimit?) = ([], [], nil)
    while let page = try await walk.next() {
      elements += page.elements
      unreadableRows += page.unreadableRows
      rateLimit = page.rateLimit ?? rateLimit
    }
    return Collected(
      rows: Rows(elements: elements, unreadableRows: unreadableRows), completeness: walk.completeness, next: walk.place,
      mark: walk.mark, rateLimit: rateLimit)
  }
}
