/// The pages of a list, one call each, fetched as they are asked for.
public struct PageSequence<Row: Entity>: AsyncSequence, Sendable {
  /// What a call throws.
  public typealias Failure = FediverseError

  let start: PageWalk<Row>

  /// A walk from the beginning.
  public func makeAsyncIterator() -> PageWalk<Row> { start }
}

/// The rows of a list in order, fetched page by page as they are asked for.
public struct ElementSequence<Row: Entity>: AsyncSequence, Sendable {
  /// What a call throws.
  public typealias Failure = FediverseError

  let start: PageWalk<Row>

  /// A walk from the beginning.
  public func makeAsyncIterator() -> Iterator { Iterator(walk: start) }

  /// A walk that gives one row at a time.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    /// What a call throws.
    public typealias Failure = FediverseError

    /// The walk through the pages that the rows come from, which is a page ahead of them at most.
    public private(set) var walk: PageWalk<Row>
    private var rows: ArraySlice<Row> = []

    init(walk: PageWalk<Row>) {
      self.walk = walk
    }

    /// The next row; `nil` at the end.
    public mutating func next() async throws(FediverseError) -> Row? {
      while rows.isEmpty {
        guard let page = try await walk.next() else { return nil }
        rows = page.elements[...]
      }
      return rows.popFirst()
    }
  }
}

/// The rows of a walk that has ended.
public struct Collected<Row: Entity>: Sendable {
  /// The rows in order, and those that could not be read, each at its place in the page that it came with.
  public let rows: Rows<Row>
  /// Whether these are all.
  public let completeness: Completeness
  /// Where the rows go on, where they do.
  public let next: PageLink?
  /// Where rows begin that are newer than all of these; `nil` where these are not all.
  public let mark: PageLink?
  /// What the server last said about its limits.
  public let rateLimit: RateLimit?

  /// The rows in order.
  public var elements: [Row] { rows.elements }
}

extension PageWalk {
  /// Walks on to the end, and gives every row on the way.
  public func collect() async throws(FediverseError) -> Collected<Row> {
    var walk = self
    var (elements, oddRows, rateLimit): ([Row], [OddRow], RateLimit?) = ([], [], nil)
    while let page = try await walk.next() {
      elements += page.elements
      oddRows += page.oddRows
      rateLimit = page.rateLimit ?? rateLimit
    }
    return Collected(
      rows: Rows(elements: elements, oddRows: oddRows), completeness: walk.completeness, next: walk.place,
      mark: walk.mark, rateLimit: rateLimit)
  }
}
