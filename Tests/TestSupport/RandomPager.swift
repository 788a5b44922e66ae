/// A server whose lists are cut into random pages, and the truth about them.
///
/// It sends pages of any size, empty ones too, rows again that it had sent on the page before, rows that cannot be
/// read, and links with and without the filter of the request. At a random row, it may stop making sense. The same
/// request always has the same answer.
package struct RandomPager: Sendable {
  /// How the list stops making sense.
  package enum Fault: CaseIterable, Sendable {
    case none, loop, endlessEmptyPages, endlessRepeats, unusableLink
  }

  /// What the rows are.
  package enum Kind: Sendable {
    /// Notifications, in the order of their identifiers, of two types between which a filter chooses.
    case notifications
    /// Accounts, in no order.
    case accounts
  }

  private struct Row {
    let id: Int
    let isWanted: Bool
    let broken: String?
  }

  package let fault: Fault
  package let path: String
  private let kind: Kind
  private let seed: UInt64
  private let rows: [Row]
  /// The number of rows before the fault.
  private let whole: Int

  package init(seed: UInt64, kind: Kind) {
    var random = Lehmer(seed: seed)
    self.seed = seed
    self.kind = kind
    path = kind == .notifications ? "/api/v1/notifications" : "/api/v1/accounts/1/followers"
    fault = random.oneOf(Fault.allCases)
    var rows: [Row] = []
    var useless = 0
    for index in 0..<random.below(60) {
      // Ten pages without a row that is wanted would end a walk.
      let isUseful = useless >= 3
      let isWanted = isUseful || random.below(3) > 0 || kind == .accounts
      let broken = isUseful || random.below(8) > 0 ? nil : random.oneOf(["7", "null", #""x""#, "{}", #"{"id":null}"#])
      useless = isWanted && broken == nil ? 0 : useless + 1
      let id = kind == .notifications ? 10_000 - index * 7 : (index * 7919) % 10_007 + 1
      rows.append(Row(id: id, isWanted: isWanted, broken: broken))
    }
    self.rows = rows
    whole = fault == .none ? rows.count : random.below(rows.count + 1)
  }

  /// The identifiers of the rows that a client must tell, in order.
  package var truth: [String] { rows[..<whole].filter { $0.isWanted && $0.broken == nil }.map { String($0.id) } }

  /// The number of rows that were asked for and cannot be read.
  package var unreadable: Int { rows[..<whole].count { $0.isWanted && $0.broken != nil } }

  /// The answer to a request.
  ///
  /// - Parameter target: the path and query.
  package func answer(to target: String) -> (link: String, body: String) {
    let query = Query(target)
    let place = query["cursor"].flatMap(Place.init) ?? query["max_id"].map { Place(row: row(after: $0), turn: 0) }
    let (page, next, link) = page(at: place ?? Place(row: 0, turn: 0))
    let hasFilter = kind == .accounts || query.names.contains { $0.hasPrefix("types") }
    let shown = page.filter { !hasFilter || $0.isWanted }
    let forward = link ?? next.map { self.link(to: $0) }
    let links = [forward.map { "<\($0)>; rel=\"next\"" }, "<\(path)?min_id=99999>; rel=\"prev\""].compactMap(\.self)
    return (links.joined(separator: ", "), "[\(shown.map(json).joined(separator: ","))]")
  }

  /// Where a page begins, and which of the pages that begin there it is.
  private struct Place {
    var row: Int
    var turn: Int

    init(row: Int, turn: Int) {
      self.row = row
      self.turn = turn
    }

    init?(_ text: String) {
      let parts = text.split(separator: ".").compactMap { Int($0) }
      guard parts.count == 2 else { return nil }
      self.init(row: parts[0], turn: parts[1])
    }
  }

  private static let faultyTurn = 100

  private func page(at place: Place) -> (rows: [Row], next: Place?, link: String?) {
    let start = min(max(place.row, 0), whole)
    var random = Lehmer(seed: seed ^ UInt64(start * 1000 + place.turn + 1))
    if place.turn >= Self.faultyTurn {
      let next = Place(row: start, turn: place.turn + 1)
      return (fault == .endlessRepeats ? Array(rows[..<whole].suffix(2)) : [], next, nil)
    }
    if place.turn == 0, start < whole, random.below(4) == 0 { return ([], Place(row: start, turn: 1), nil) }
    let end = min(start + 1 + random.below(6), whole)
    // A page with nothing new but rows of the page before looks like a loop.
    let isNew = rows[start..<end].contains { $0.isWanted && $0.broken == nil }
    let again = isNew ? max(0, start - random.below(3)) : start
    let page = Array(rows[again..<end])
    guard end == whole else { return (page, Place(row: end, turn: 0), nil) }
    switch fault {
    case .none: return (page, nil, nil)
    case .loop: return (page, Place(row: 0, turn: 0), nil)
    case .endlessEmptyPages, .endlessRepeats: return (page, Place(row: end, turn: Self.faultyTurn), nil)
    case .unusableLink: return (page, nil, random.oneOf(["javascript:alert(1)", "http://[x", "ftp://a.example/b"]))
    }
  }

  private func link(to place: Place) -> String {
    var random = Lehmer(seed: seed ^ UInt64(place.row * 77 + place.turn))
    let filter = kind == .notifications && random.below(3) == 0 ? "types%5B%5D=follow&" : ""
    let limit = random.below(2) == 0 ? "limit=40&" : ""
    let start = random.below(2) == 0 ? path : String("?")
    return (start == "?" ? "?" : start + "?") + filter + limit + "cursor=\(place.row).\(place.turn)"
  }

  private func row(after id: String) -> Int {
    (rows.firstIndex { String($0.id) == id } ?? -1) + 1
  }

  private func json(_ row: Row) -> String {
    guard row.broken == nil else { return row.broken ?? "" }
    let type = row.isWanted ? "follow" : "mention"
    return kind == .accounts
      ? #"{"id":"\#(row.id)","username":"u\#(row.id)","acct":"u\#(row.id)"}"#
      : #"{"id":"\#(row.id)","type":"\#(type)","created_at":"2026-01-01T00:00:00Z"}"#
  }

  /// The items of a query.
  private struct Query {
    private let items: [(name: String, value: String)]

    init(_ target: String) {
      let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
      items = query.split(separator: "&").map { item in
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
      }
    }

    var names: [String] { items.map(\.name) }

    subscript(name: String) -> String? { items.first { $0.name == name }?.value }
  }
}

/// A small random generator that a seed starts.
package struct Lehmer: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to but not including a bound; 0 if the bound is 0.
  package mutating func below(_ bound: Int) -> Int {
    bound > 0 ? Int(next() % UInt64(bound)) : 0
  }

  package mutating func oneOf<Choice>(_ choices: [Choice]) -> Choice {
    choices[below(choices.count)]
  }
}
