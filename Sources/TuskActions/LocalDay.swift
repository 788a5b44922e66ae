import Glibc

/// The day that it is on this machine.
enum LocalDay {
  /// When it is, or was, this time today, in seconds since 1970.
  static func seconds(hour: Int, minute: Int, now: Int) -> Int {
    var seconds = time_t(now)
    var parts = tm()
    localtime_r(&seconds, &parts)
    parts.tm_hour = Int32(hour)
    parts.tm_min = Int32(minute)
    parts.tm_sec = 0
    parts.tm_isdst = -1
    return Int(mktime(&parts))
  }
}
