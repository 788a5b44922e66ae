import Fediverse
import XCallbackURL

/// The row up to which a timeline is read.
struct MarkedRow: Sendable {
  /// Its kind, if it is given.
  let kind: ReferenceKind?
  let id: String

  /// Refuses a row of another timeline.
  func check(_ timelines: [MarkedTimeline]) throws(Failure) {
    let other: ReferenceKind = timelines == [.home] ? .notification : .status
    guard timelines.count == 1, kind != other else { throw .otherTimeline(self, timelines) }
  }
}

extension Argument where Value == MarkedRow? {
  /// The row up to which a timeline is read, as `status:9`, `notification:77` or a plain identifier.
  static var markedRow: Argument {
    let parameter = Parameter(
      "upto", .anything, "the last status or notification that is read (default: the newest one now)")
    return Argument([parameter]) { inputs throws(Failure) in
      guard let text = try inputs.nonempty("upto") else { return nil }
      let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
      let kind = parts.count > 1 ? ReferenceKind(rawValue: parts[0]) : nil
      let isRow = parts.count == 1 ? text.contains(where: \.isNumber) : kind == .status || kind == .notification
      guard isRow else {
        throw inputs.refusal(of: "upto", "must be status:ID or notification:ID, not '\(text)'")
      }
      return MarkedRow(kind: kind, id: try Identifier.checked(parts[parts.count - 1], "upto", inputs))
    }
  }
}

extension Failure {
  fileprivate static func otherTimeline(_ row: MarkedRow, _ timelines: [MarkedTimeline]) -> Failure {
    let text =
      timelines.count > 1
      ? "'upto' is a row of one timeline; mark 'home' and 'notifications' one by one"
      : "'upto' must be a row of '\(timelines[0].rawValue)', not a \(row.kind?.rawValue ?? "row")"
    return Failure(.invalidParameter, text)
  }
}
