extension PagedList {
  /// Finds the place in a list, newest first, at which the rows made before a time begin.
  ///
  /// Identifiers that are made of the time give the place at once; in a list ordered by numbers it is found by
  /// bisection, with up to 40 calls. Rows at the place may be a little newer than the time, but none older are missed.
  ///
  /// - Parameters:
  ///   - moment: the time.
  ///   - rows: adjacent rows of the list, all of them newer than the time.
  ///   - time: returns when a row was made.
  /// - Returns: the place; `nil` if only a walk can find it.
  public func place(
    before moment: Timestamp, after rows: [Element], time: @Sendable (Element) -> Timestamp?
  ) async throws(FediverseError) -> PageLink? {
    guard let cursor else { return nil }
    let marks = rows.compactMap { row in time(row).map { TimeMark(id: cursor(row), time: $0) } }
    guard let last = marks.last else { return nil }
    if let id = Self.identifier(at: moment, by: marks), isOlder(id, than: last.id) { return place("max_id", id) }
    return try await bisection(before: moment, marks, cursor, time)
  }

  private func isOlder(_ id: String, than other: String) -> Bool {
    client.identifierOrder.isNewer(other, than: id) == true
  }

  /// The identifier of a time, if the identifiers of all these rows agree with their times.
  private static func identifier(at moment: Timestamp, by marks: [TimeMark]) -> String? {
    for clock in IdentifierClock.allCases {
      let errors = marks.map { mark in clock.milliseconds(in: mark.id).map { abs($0 - mark.time.clampedMilliseconds) } }
      guard let worst = errors.map({ $0 ?? .max }).max(), worst <= tolerance, let last = marks.last else { continue }
      // A margin for rows whose identifier was made somewhat before or after their time.
      let margin = 2 * worst + 1000
      return clock.identifier(atMilliseconds: moment.clampedMilliseconds + margin, like: last.id)
    }
    return nil
  }

  /// How far the time in an identifier may be from that of its row, in milliseconds.
  private static var tolerance: Int { 60_000 }
  private static var maxProbes: Int { 40 }

  /// Halves the range of numbers between rows that are too new and rows that are old enough.
  private func bisection(
    before moment: Timestamp, _ marks: [TimeMark], _ cursor: @Sendable (Element) -> String,
    _ time: @Sendable (Element) -> Timestamp?
  ) async throws(FediverseError) -> PageLink? {
    guard var range = NumberRange(marks, before: moment) else { return nil }
    for probe in 0..<Self.maxProbes where range.isOpen {
      let middle = range.middle(isGuess: probe.isMultiple(of: 2))
      let page = try await response(at: place("max_id", String(middle))).page
      let found = page.elements.compactMap { row in time(row).map { TimeMark(id: cursor(row), time: $0) } }
      // A server that ignores the number or sends rows that cannot be compared leaves only the walk.
      guard page.elements.count == found.count, found.allSatisfy({ ($0.number ?? .max) < middle }) else { return nil }
      guard let first = found.first, let last = found.last else {
        guard page.next == nil, page.unreadableRows.isEmpty, page.unrequestedRows.isEmpty else { return nil }
        range.lower = middle
        continue
      }
      if first.time < moment {
        range.raise(to: middle, first)
      } else if last.time < moment {
        return place("max_id", String(middle))
      } else {
        range.sink(to: last)
      }
    }
    return place("max_id", String(range.upper))
  }
}

/// An identifier, and when its row was made.
private struct TimeMark: Sendable {
  let id: String
  let time: Timestamp

  var number: UInt64? { UInt64(id) }
}

/// The numbers between which the newest row lies that is old enough.
private struct NumberRange {
  /// Every row with a lower number is old enough.
  var lower: UInt64 = 0
  /// The row with this number is too new.
  private(set) var upper: UInt64
  private let moment: Timestamp
  /// How many seconds one number takes.
  private var pace: Double
  private var upperTime: Timestamp

  init?(_ marks: [TimeMark], before moment: Timestamp) {
    let numbers = marks.compactMap(\.number)
    guard let first = marks.first, let last = marks.last, numbers.count == marks.count,
      zip(numbers, numbers.dropFirst())
        .allSatisfy({ $0 > $1 }), let top = numbers.first, let bottom = numbers.last
    else { return nil }
    (upper, upperTime, self.moment) = (bottom, last.time, moment)
    pace = Double(first.time.seconds - last.time.seconds) / Double(max(top - bottom, 1))
  }

  var isOpen: Bool { upper > lower && upper - lower > 1 }

  /// A number within the range: where the pace so far leads, or the middle.
  func middle(isGuess: Bool) -> UInt64 {
    let middle = lower + (upper - lower) / 2
    guard isGuess, pace > 0 else { return middle }
    let distance = Double(upperTime.seconds - moment.seconds) / pace
    guard distance > 0, distance < Double(upper - lower) else { return middle }
    return min(max(upper - UInt64(distance), lower + 1), upper - 1)
  }

  mutating func raise(to number: UInt64, _ newest: TimeMark) {
    lower = number
    learn(newest, max(upper - min(newest.number ?? upper, upper), 1))
  }

  mutating func sink(to oldest: TimeMark) {
    guard let number = oldest.number else { return }
    learn(oldest, max(upper - number, 1))
    (upper, upperTime) = (number, oldest.time)
  }

  private mutating func learn(_ mark: TimeMark, _ distance: UInt64) {
    let seconds = upperTime.seconds - mark.time.seconds
    if seconds > 0 { pace = Double(seconds) / Double(distance) }
  }
}

extension Timestamp {
  fileprivate var clampedMilliseconds: Int { min(max(seconds, -1 << 50), 1 << 50) * 1000 + nanoseconds / 1_000_000 }
}
