/// How far a walk has come, so that a later walk of the same list in this process can continue it.
///
/// It keeps a 64-bit hash of each row and page, so that no row is returned again and no page is fetched twice.
public struct WalkProgress: Sendable {
  /// The numbers of the walk, and how it ended.
  public internal(set) var completeness: Completeness
  /// The link at which the walk continues; `nil` before the first page and when no rows are left.
  public internal(set) var place: PageLink?
  /// The link to newer rows, as far as it is known.
  var newest: PageLink?
  let isFromTop: Bool
  private var rows: Set<Int> = []
  private var links: Set<Int> = []
  private(set) var barrenPages = 0
  /// Whether the next page was fetched before, and some of its rows are left.
  var rereads = false

  init(at place: PageLink?, expected: Int? = nil) {
    self.place = place
    isFromTop = place == nil
    completeness = Completeness(expected: expected)
  }

  /// The number of rows that the progress remembers.
  public var rowCount: Int { rows.count }

  /// Whether the row with this identity was returned or skipped before; rows without an identity never were.
  func knows(_ identity: String?) -> Bool {
    identity.map { rows.contains($0.hashValue) } ?? false
  }

  mutating func remember(_ identity: String?) {
    if let identity { rows.insert(identity.hashValue) }
  }

  /// Records that a page was fetched or will be.
  ///
  /// - Returns: whether it is new.
  @discardableResult
  mutating func visit(_ url: WebURL) -> Bool {
    links.insert(url.target.hashValue).inserted
  }

  func hasVisited(_ url: WebURL) -> Bool {
    links.contains(url.target.hashValue)
  }

  /// Counts the pages without a new row since the last one with some.
  mutating func count(freshRows: Int) {
    barrenPages = freshRows == 0 ? barrenPages + 1 : 0
  }

  /// The progress with the walk underway again, if it ended where it can continue.
  var resumed: WalkProgress {
    guard place != nil, [.limited, .cut].contains(completeness.ending) else { return self }
    var progress = self
    progress.completeness.ending = .underway
    progress.barrenPages = 0
    return progress
  }
}

/// What becomes of a row that a walk comes to.
public enum RowSelection: Sendable, Hashable {
  /// It is returned.
  case taken
  /// It is not wanted, but later ones may be.
  case skipped
  /// It is not wanted, and neither is any later one unless the list is out of order. The walk ends as complete at the end
  /// of a page whose last rows are all beyond.
  case beyond
}

extension BidirectionalCollection {
  /// Whether the rows of a page have passed a place in the list: the last five are behind it, or all of fewer.
  ///
  /// Single rows are out of order: servers put pinned statuses first, and sort statuses that arrive late by their arrival.
  func hasPassed(_ isBehind: (Element) -> Bool) -> Bool {
    !isEmpty && suffix(5).allSatisfy(isBehind)
  }
}
