extension PageWalk.Direction {
  var isOlder: Bool {
    if case .older = self { true } else { false }
  }

  var field: String { isOlder ? "max_id" : "min_id" }

  /// The rows in walking order, and whether the page reaches back to the start of the walk.
  ///
  /// Servers without `min_id` return the newest page, and some of the Misskey family return the oldest row first.
  func wanted(
    of rows: [Row], by cursor: (@Sendable (Row) -> String)?
  ) -> (rows: ArraySlice<Row>, reachesBack: Bool) {
    guard case .newer(let start, let order) = self else { return (rows[...], false) }
    guard let cursor, let first = rows.first, let last = rows.last else { return (Array(rows.reversed())[...], false) }
    let isAscending = order.isNewer(cursor(last), than: cursor(first)) == true
    let rising = isAscending ? rows : rows.reversed()
    guard let start else { return (rising[...], false) }
    let old = rising.lastIndex { cursor($0) == start || order.isNewer(start, than: cursor($0)) == true }
    guard let old else { return (rising[...], false) }
    return (rising[(old + 1)...], true)
  }
}
