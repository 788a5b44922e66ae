import JSONValue

/// A row as people read it: it may be there for several that boost the same status, or have a place in a thread.
struct ReadingRow {
  let row: JSON.Object
  /// Who boosted it, the first one first.
  var boosters: [String] = []
  /// Where it is in its thread.
  var place: ThreadTree.Place?

  /// The rows in the order in which they are shown.
  static func all(in rows: [JSON.Object]) -> [ReadingRow] {
    let isThread = rows.contains { $0["depth"] != nil }
    guard !isThread else { return ThreadTree(rows).shown.map { ReadingRow(row: $0.row, place: $0.place) } }
    var folded: [ReadingRow] = []
    var places: [String: Int] = [:]
    for row in rows {
      guard let boosted = row["boost"]?["id"]?.string else {
        folded.append(ReadingRow(row: row))
        continue
      }
      let boosters = [row["account"]?.handle].compactMap(\.self)
      if let place = places[boosted] {
        folded[place].boosters += boosters
      } else {
        places[boosted] = folded.count
        folded.append(ReadingRow(row: row, boosters: boosters))
      }
    }
    return folded
  }
}

extension Int {
  /// The number of a row in front of it; those of the first 99 are in one column.
  var asRowMargin: String { rowMargin(isNew: false) }

  /// The same with a mark, if the row is new since a line was last repeated.
  func rowMargin(isNew: Bool) -> String { (self < 10 ? " " : "") + "\(self)" + (isNew ? "+ " : "  ") }

  /// The number of a row where nothing is drawn.
  func plainMargin(isNew: Bool) -> String { "\(self). " + (isNew ? "new: " : "") }
}
