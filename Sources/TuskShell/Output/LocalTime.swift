import Glibc

/// Times as a person reads them: in the time zone of the machine, to the minute.
enum LocalTime {
  static func text(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return String(seconds) }
    let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map(twoDigits)
    let clock = [Int(parts.tm_hour), Int(parts.tm_min)].map(twoDigits)
    return date.joined(separator: "-") + " " + clock.joined(separator: ":")
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
