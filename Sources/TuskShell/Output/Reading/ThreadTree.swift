import JSONValue
import XCallbackURL

/// The statuses of a thread as a tree that is indented where it forks: a lone reply follows in the column of its parent.
struct ThreadTree {
  /// Branches of more forks are folded into the number of their statuses.
  private static let mostForks = 4

  /// The place of a status in the tree.
  struct Place {
    /// What its first line begins with: "├─ ".
    var lead = ""
    /// What its other lines begin with: "│  ".
    var rest = ""
    /// What stays of it on the blank line above.
    var gap = ""
    /// How many replies below it are not shown.
    var hidden = 0
    /// Whether the status that it replies to is shown above it.
    var isBelowParent = false

    /// The place without the outermost branches, where there is no room for them.
    func cut(toCells cells: Int) -> Place {
      let surplus = max(rest.count - cells, 0)
      var place = self
      (place.lead, place.rest) = (String(lead.dropFirst(surplus)), String(rest.dropFirst(surplus)))
      place.gap = String(gap.dropFirst(surplus))
      return place
    }
  }

  private let rows: [JSON.Object]
  private let replies: [Int: [Int]]
  private let roots: [Int]

  /// - Parameter rows: the statuses in the order of the server.
  init(_ rows: [JSON.Object]) {
    self.rows = rows
    var places: [String: Int] = [:]
    for (index, row) in rows.enumerated() {
      // A status that came twice, or before its parent, cannot be above itself.
      if let id = row["id"]?.string, places[id] == nil { places[id] = index }
    }
    let parents = rows.indices.map { index -> Int? in
      guard let parent = rows[index]["inReplyTo"]?.string.flatMap({ places[$0] }), parent < index else { return nil }
      return parent
    }
    replies = Dictionary(grouping: rows.indices.filter { parents[$0] != nil }) { parents[$0] ?? 0 }
    roots = rows.indices.filter { parents[$0] == nil }
  }

  /// A status that is yet to be shown, and the number of forks above it.
  private typealias Waiting = (index: Int, place: Place, forks: Int)

  /// The statuses from the first to the last branch, each with its place.
  var shown: [(row: JSON.Object, place: Place)] {
    var shown: [(JSON.Object, Place)] = []
    // Threads may be thousands of replies deep.
    var waiting: [Waiting] = roots.reversed().map { ($0, Place(), 0) }
    while let next = waiting.popLast() {
      var place = next.place
      let isFolded = next.forks == Self.mostForks && (replies[next.index]?.count ?? 0) > 1
      if isFolded { place.hidden = size(below: next.index) } else { waiting += branches(below: next).reversed() }
      shown.append((rows[next.index], place))
    }
    return shown
  }

  private func branches(below above: Waiting) -> [Waiting] {
    let (below, column) = (replies[above.index] ?? [], above.place.rest)
    guard below.count > 1 else {
      return below.map { ($0, Place(lead: column, rest: column, gap: column, isBelowParent: true), above.forks) }
    }
    return below.map { reply in
      let isLast = reply == below.last
      let place = Place(
        lead: column + (isLast ? "└─ " : "├─ "), rest: column + (isLast ? "   " : "│  "), gap: column + "│",
        isBelowParent: true)
      return (reply, place, above.forks + 1)
    }
  }

  /// How many statuses are below this one.
  private func size(below index: Int) -> Int {
    var (count, waiting) = (0, replies[index] ?? [])
    while let next = waiting.popLast() {
      count += 1
      waiting += replies[next] ?? []
    }
    return count
  }
}
