import XCallbackURL

extension ActionResult {
  /// What was left out of the answer, in words.
  var losses: [String] {
    let rows = signature.items?.record.kind?.plural ?? "rows"
    var losses: [String] = []
    if shortfall.unreadable > 0 {
      let total = shortfall.unreadable + (items?.count ?? 0)
      let reason = shortfall.reason.map { " (\(shortfall.unreadable > 1 ? "the first: " : "")\($0))" } ?? ""
      losses.append("\(shortfall.unreadable) of \(total) \(rows) could not be read\(reason)")
    }
    if shortfall.unrequested > 0 {
      losses.append("\(rows) that were not asked for, and so were dropped: \(shortfall.unrequested)")
    }
    if shortfall.mayBeCut {
      losses.append("the server sent a full page without a link to the next one, so there may be more \(rows)")
    }
    return losses
  }

  /// The answer with at most this many items.
  func limited(to limit: Int) -> ActionResult {
    guard let items, items.count > limit else { return self }
    return ActionResult(self, items: Array(items.prefix(limit)))
  }
}
