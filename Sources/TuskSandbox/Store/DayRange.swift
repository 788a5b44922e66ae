/// The days that a moderator asks about, counted from 1970.
struct DayRange {
  private static let day: Int64 = 86_400_000

  let first: Int64
  let last: Int64

  private init(first: Int64, last: Int64) {
    self.first = first
    self.last = last
  }

  /// Reads the first and the last day; at most the last `most` days of the range, so that no answer gets too long.
  init(_ form: Form, most: Int64, at now: Moment) throws {
    let end = try DayRange.moment("end_at", form) ?? now
    let start = try DayRange.moment("start_at", form) ?? end.adding(seconds: -29 * 86_400)
    last = end.startOfDay.milliseconds / DayRange.day
    first = max(start.startOfDay.milliseconds / DayRange.day, last - most + 1)
  }

  private static func moment(_ name: String, _ form: Form) throws -> Moment? {
    guard let text = form[name], !text.isEmpty else { return nil }
    guard let moment = Moment(parsing: text) else { throw Refusal(422, "invalid date") }
    return moment
  }

  var days: [Int64] { first <= last ? Array(first...last) : [] }

  /// The range of the same length before this one; like Mastodon's, it ends with this one's first day.
  var previous: DayRange { DayRange(first: first - (last - first), last: first) }

  static func moment(of number: Int64) -> Moment { Moment(milliseconds: number * day) }
}
