extension LocalTime {
  /// How long ago something was, as people say it: `now`, `5 m`, `2 h`, `yesterday`, `3 Nov`, `3 Nov 2025`.
  package static func age(of seconds: Int, now: Int) -> String {
    let (distance, isTooFar) = now.subtractingReportingOverflow(seconds)
    guard !isTooFar else { return text(seconds) }
    if (-minute..<minute).contains(distance) { return "now" }
    if (0..<day).contains(distance) { return span(distance) }
    let (then, today) = (civil(seconds), civil(now))
    if distance >= 0, then.dayNumber == today.dayNumber - 1 { return "yesterday" }
    return date(then) + (then.year == today.year ? "" : " \(then.year)")
  }

  /// When something ended, behind "ended": `5 m ago`, `yesterday`, `3 Nov`.
  package static func past(_ seconds: Int, now: Int) -> String {
    let age = age(of: seconds, now: now)
    return age.last?.isLetter == true && age.first?.isNumber == true && age.split(separator: " ").last?.count == 1
      ? age + " ago" : age
  }

  /// How far ahead something is, to the nearest unit: `5 m`, `2 h`, `3 d`.
  package static func distance(to seconds: Int, now: Int) -> String {
    let (distance, isTooFar) = seconds.subtractingReportingOverflow(now)
    guard !isTooFar else { return text(seconds) }
    let unit = distance < hour ? minute : distance < 2 * day - hour / 2 ? hour : day
    return span((max(distance, minute) / unit + (distance % unit * 2 >= unit ? 1 : 0)) * unit)
  }

  private static let (minute, hour, day) = (60, 3600, 86_400)
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func span(_ seconds: Int) -> String {
    switch seconds {
    case ..<hour: "\(seconds / minute) m"
    case ..<(2 * day): "\(seconds / hour) h"
    default: "\(seconds / day) d"
    }
  }

  private static func date(_ time: CivilTime) -> String { "\(time.day) \(months[time.month - 1])" }
}
