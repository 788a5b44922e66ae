import Glibc
import SystemPackage
package import TuskCommon
package import XCallbackURL

/// The UTC offsets of a region over time, from the time zone database.
package struct TimeZoneRules: Sendable, Hashable {
  /// The times at which the offset changed, ascending, each with the new offset in seconds east of UTC.
  let transitions: [Transition]
  /// The offset before the first change.
  let firstOffset: Int
  /// The rule for times after the last change; `nil` if the last offset stays.
  let footer: PosixTimeZone?

  struct Transition: Sendable, Hashable {
    let seconds: Int
    let offset: Int
  }

  init(transitions: [Transition], firstOffset: Int, footer: PosixTimeZone?) {
    self.transitions = transitions
    self.firstOffset = firstOffset
    self.footer = footer
  }

  /// UTC, which needs no database.
  package static let utc = TimeZoneRules(transitions: [], firstOffset: 0, footer: nil)

  /// The rules of a region such as `Europe/Berlin`; `UTC` is always known.
  ///
  /// - Parameter folder: the database's directory; `nil` for the system's, which `TZDIR` can name.
  /// - Throws: ``Failure`` if the database has no such region, or is not installed.
  package init(named name: String, in folder: String? = nil) throws(Failure) {
    guard !["UTC", "Etc/UTC", "GMT", "Z"].contains(name) else {
      self = .utc
      return
    }
    let folder = folder ?? Self.systemFolder
    guard Self.isName(name) else { throw .badName(name) }
    let path = "\(folder)/\(name)"
    guard let bytes = Self.bytes(of: path) else {
      throw access("\(folder)/Etc", F_OK) == 0 ? .unknownZone(name) : .noDatabase(name)
    }
    guard let rules = TimeZoneFile.rules(from: bytes) else { throw .damaged(path) }
    self = rules
  }

  /// The rules of this process's local time: the variable `TZ`, or else `/etc/localtime`, or else UTC.
  ///
  /// - Throws: ``Failure`` if `TZ` has an unknown value.
  package static func local() throws(Failure) -> TimeZoneRules {
    guard let variable = getenv("TZ").map({ String(cString: $0) }) else {
      return bytes(of: "/etc/localtime").flatMap(TimeZoneFile.rules(from:)) ?? .utc
    }
    return try rules(forVariable: variable)
  }

  /// The rules for a value of `TZ`: `Europe/Berlin`, `:Europe/Berlin`, a path, or `CET-1CEST,M3.5.0,M10.5.0/3`.
  static func rules(forVariable value: String) throws(Failure) -> TimeZoneRules {
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    guard !name.isEmpty else { return .utc }
    if name.hasPrefix("/") {
      guard let rules = bytes(of: name).flatMap(TimeZoneFile.rules(from:)) else { throw .damaged(name) }
      return rules
    }
    do {
      return try TimeZoneRules(named: name)
    } catch {
      guard let rule = PosixTimeZone(name) else { throw error }
      return TimeZoneRules(transitions: [], firstOffset: rule.standard, footer: rule)
    }
  }

  /// The offset from UTC at a time, in seconds.
  ///
  /// - Parameter seconds: the time in seconds since 1970-01-01 00:00 UTC.
  package func offset(at seconds: Int) -> Int {
    guard let last = transitions.last, seconds < last.seconds else {
      return footer?.offset(at: seconds) ?? transitions.last?.offset ?? firstOffset
    }
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].seconds <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? firstOffset : transitions[low - 1].offset
  }

  /// The first time at which the clocks show `civil`, or the end of the gap if they skip it.
  package func moment(of civil: CivilTime) -> Int {
    let wall = civil.secondsSince1970
    // Offsets are shorter than a day, and two relevant changes are never within a day of each other.
    let (before, after) = (offset(at: wall - 86_400), offset(at: wall + 86_400))
    let candidates = [wall - before, wall - after].filter { $0 + offset(at: $0) == wall }
    if let first = candidates.min() { return first }
    return firstMoment(from: wall - max(before, after), to: wall - min(before, after), showing: wall)
  }

  /// Finds the end of a gap by bisection: before it the clocks show less than the wanted time, after it more.
  private func firstMoment(from start: Int, to end: Int, showing wall: Int) -> Int {
    var (low, high) = (start, end)
    while low < high {
      let middle = low + (high - low) / 2
      if middle + offset(at: middle) >= wall { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The local time at a time.
  package func civilTime(at seconds: Int) -> CivilTime {
    CivilTime(secondsSince1970: seconds + offset(at: seconds))
  }

  private static var systemFolder: String {
    getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
  }

  /// Names are paths relative to the database's directory and must not leave it.
  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isWritten = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "_-+/".utf8.contains(byte)
    }
    return isWritten && parts.allSatisfy { !$0.isEmpty }
  }

  /// The bytes of a regular file of plausible size.
  private static func bytes(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return try? FileDescriptor(rawValue: descriptor).readAll(atMost: 1 << 20)
  }
}

extension Failure {
  fileprivate static func badName(_ name: String) -> Failure {
    Failure(.invalidParameter, "'\(name)' is not the name of a time zone; use a name such as Europe/Berlin")
  }

  fileprivate static func unknownZone(_ name: String) -> Failure {
    Failure(.invalidParameter, "unknown time zone '\(name)'; use a name such as Europe/Berlin")
  }

  fileprivate static func noDatabase(_ name: String) -> Failure {
    Failure(.unsupported, "the time zone '\(name)' is not known here; install the package tzdata")
  }

  fileprivate static func damaged(_ path: String) -> Failure {
    Failure(.badSettings, "'\(path)' is not a time zone file")
  }
}
