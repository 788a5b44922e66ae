package import Fediverse
package import TuskCommon
import XCallbackURL

/// A point in time as a request gives it.
package enum TimePoint: Sendable, Hashable {
  /// A number of seconds ago.
  case ago(Int)
  case at(Timestamp)
  /// Today at this time.
  case today(TimeOfDay)
  /// The start of this day.
  case day(CivilTime)

  /// Reads a duration, an RFC 3339 time, `YYYY-MM-DD` or `HH:MM`.
  package init?(_ text: String) {
    if let time = TimeOfDay(text) {
      self = .today(time)
    } else if let day = CivilTime(date: text) {
      self = .day(day)
    } else if let seconds = Duration(written: text)?.wholeSeconds {
      self = .ago(seconds)
    } else if text.contains("T") || text.contains("t"), let time = Timestamp(text) {
      self = .at(time)
    } else {
      return nil
    }
  }

  /// The seconds since 1970.
  package func seconds(now: Int) -> Int {
    switch self {
    case .ago(let seconds): now - seconds
    case .at(let time): time.seconds
    case .today(let time): LocalTime.seconds(of: time, onDayOf: now)
    case .day(let day): LocalTime.seconds(ofDay: day)
    }
  }
}

/// A range of times that limits the rows of a list.
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

    /// Whether some time is outside.
    var isLimited: Bool { before != .max || after != .min }

    /// The position of a time relative to the range.
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
  /// The range of times.
  package static var times: Argument {
    let parameters = [
      Parameter("before", .time, "only older rows; 90d means more than 90 days ago"),
      Parameter("after", synonyms: ["since"], .time, "only newer rows; 2d means within the last two days"),
    ]
    return Argument(parameters) { inputs throws(Failure) in
      TimeRange(before: try point("before", inputs), after: try point("after", inputs))
    }
  }

  private static func point(_ name: String, _ inputs: Inputs) throws(Failure) -> TimePoint? {
    guard let text = try inputs.nonempty(name) else { return nil }
    guard let point = TimePoint(text) else {
      throw inputs.refusal(
        of: name, "must be a time such as 09:00, 2026-12-24, 2026-12-24T09:00:00Z or 2d, not '\(text)'")
    }
    return point
  }
}

extension Argument where Value == ListQuery {
  /// The number of rows, the page to start at, and the range of times.
  package static func query(standard: Int = 20) -> Argument {
    let count = Argument<Int>.count("count", default: standard, "the number of rows (default: \(standard))")
    let page = Parameter("page", .text, "where to start: 'next' of an earlier result")
    let times = Argument<TimeRange>.times
    return Argument(count.parameters + times.parameters + [page]) { inputs throws(Failure) in
      ListQuery(count: try count.read(inputs), page: try place(inputs), times: try times.read(inputs))
    }
  }

  private static func place(_ inputs: Inputs) throws(Failure) -> ListQuery.Cursor? {
    guard let text = try inputs.nonempty("page") else { return nil }
    guard let cursor = ListQuery.Cursor(text) else {
      throw inputs.refusal(of: "page", "must be 'next' of an earlier result, not '\(text)'")
    }
    return cursor
  }
}
