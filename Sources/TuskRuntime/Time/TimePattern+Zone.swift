import TuskCommon

extension TimePattern {
  /// The time as the clocks of a zone show it.
  func text(of seconds: Int, in zone: TimeZoneRules) -> String { text(of: seconds, offset: zone.offset(at: seconds)) }

  /// The time that a text says, in seconds since 1970; `nil` if it is not written like this.
  ///
  /// - Parameter zone: whose clocks show it, unless the text says that itself.
  func seconds(in text: String, _ zone: TimeZoneRules) -> Int? {
    guard let reading = reading(text) else { return nil }
    if let epoch = reading.epoch { return epoch }
    guard let offset = reading.offset else { return zone.moment(of: reading.civil) + reading.second }
    return reading.civil.secondsSince1970 + reading.second - offset
  }

  /// The time of a text in one of the spellings that need no pattern.
  static func seconds(in text: String, _ zone: TimeZoneRules) -> Int? {
    if let instant = Instant(rfc3339: text) { return instant.seconds }
    return ["%F", "%F %R", "%F %T", "%FT%R", "%FT%T"].lazy.compactMap { TimePattern($0)?.seconds(in: text, zone) }.first
  }
}
