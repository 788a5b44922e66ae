import Glibc

/// Formats times for people, in the time zone of the machine.
enum LocalTime {
  /// The date and time, to the minute.
  static func text(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return String(seconds) }
    let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map(twoDigits)
    let clock = [Int(parts.tm_hour), Int(parts.tm_min)].map(twoDigits)
    return date.joined(separator: "-") + " " + clock.joined(separator: ":")
  }

  /// A time to wait until: the time of day with seconds if it is less than half a day away.
  static func ahead(_ seconds: Int, now: Int = time(nil)) -> String {
    guard seconds - now < 43_200 else { return text(seconds) }
    return text(seconds).suffix(5) + ":" + twoDigits((seconds % 60 + 60) % 60)
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
