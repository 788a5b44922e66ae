package import Fediverse
package import TuskCommon
import XCallbackURL

/// A point in time as a request names it.
package enum TimePoint: Sendable, Hashable {
  /// So many seconds ago.
  case ago(Int)
  case at(Timestamp)
  /// Today at this time.
  case today(TimeOfDay)

  /// Reads a duration, an RFC 3339 time or `HH:MM`.
  package init?(_ text: String) {
    if let time = TimeOfDay(text) {
      self = .today(time)
    } else if let seconds = Duration(written: text)?.wholeSeconds {
      self = .ago(seconds)
    } else if text.contains("T") || text.contains("t"), let time = Timestamp(text) {
      self = .at(time)
    } else {
      return nil
    }
  }

  /// The seconds since 1970.
  func seconds(now: Int) -> Int {
    switch self {
    case .ago(let seconds): now - seconds
    case .at(let time): time.seconds
    case .today(let time): LocalTime.seconds(of: time, onDayOf: now)
    }
  }
}

/// The times between which the rows of a list are wanted.
package struct TimeRange: Sendable, Hashable {
  package let before: TimePoint?
  package let after: TimePoint?

  package init(before: TimePoint? = nil, after: TimePoint? = nil) {
    self.before = before
    self.after = after
  }

  /// The range in seconds since 1970.
  struct Window {
    let before: Int
    let after: Int

    /// Where a time lies.
    enum Position {
      case tooNew, within, tooOld
    }

    func position(of time: Timestamp) -> Position {
      time.seconds >= before ? .tooNew : time.seconds < after ? .tooOld : .within
    }
  }

  func window(now: Int) -> Window {
    Window(before: before?.seconds(now: now) ?? .max, after: after?.seconds(now: now) ?? .min)
  }
}

extension Argument where Value == TimeRange {
  /// The times between which rows are wanted.
  package static var times: Argument {
    let parameters = [
      Parameter("before", .time, "only what is older; 90d means more than 90 days ago"),
      Parameter("after", synonyms: ["since"], .time, "only what is newer; 2d means not more than two days ago"),
    ]
    return Argument(parameters) { inputs throws(Failure) in
      TimeRange(before: try point("before", inputs), after: try point("after", inputs))
    }
  }

  private static func point(_ name: String, _ inputs: Inputs) throws(Failure) -> TimePoint? {
    guard let text = try inputs.nonempty(name) else { return nil }
    guard let point = TimePoint(text) else {
      throw inputs.refusal(of: name, "wants a time such as 09:00, 2026-12-24T09:00:00Z or 2d, not '\(text)'")
    }
    return point
  }
}

extension Argument where Value == ListQuery {
  /// How many rows of a list are wanted, where they begin, and between which times.
  package static func query(standard: Int = 20) -> Argument {
    let count = Argument<Int>.count("count", default: standard, "how many, \(standard) where it is not given")
    let page = Parameter("page", .text, "where to begin, as the answer before said")
    let times = Argument<TimeRange>.times
    return Argument(count.parameters + times.parameters + [page]) { inputs throws(Failure) in
      ListQuery(count: try count.read(inputs), page: try place(inputs), times: try times.read(inputs))
    }
  }

  private static func place(_ inputs: Inputs) throws(Failure) -> PageLink? {
    guard let text = try inputs.nonempty("page") else { return nil }
    guard let link = PageLink(text) else {
      throw inputs.refusal(of: "page", "wants what an answer before gave as 'next', not '\(text)'")
    }
    return link
  }
}
