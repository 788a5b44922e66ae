/// How a time is written: text with the conversions of strftime(3) that need no locale, and English names.
package struct TimePattern: Sendable, Hashable {
  private let pieces: [Piece]

  private enum Piece: Sendable, Hashable {
    case literal(String)
    case field(Field)
  }

  /// A part of a time, by its letter.
  private enum Field: Character {
    case year = "Y"
    case shortYear = "y"
    case month = "m"
    case day = "d"
    case blankDay = "e"
    case hour = "H"
    case halfHour = "I"
    case half = "p"
    case minute = "M"
    case second = "S"
    case dayOfYear = "j"
    case weekdayNumber = "u"
    case weekday = "A"
    case shortWeekday = "a"
    case monthName = "B"
    case shortMonthName = "b"
    case weekYear = "G"
    case week = "V"
    case offset = "z"
    case epoch = "s"
  }

  /// `nil` if a `%` is followed by a letter that is no conversion.
  package init?(_ text: String) {
    var pieces: [Piece] = []
    var rest = Substring(text)
    while let character = rest.popFirst() {
      guard character == "%" else {
        pieces.append(.literal(String(character)))
        continue
      }
      guard let letter = rest.popFirst() else { return nil }
      if let longer = Self.abbreviations[letter] {
        rest = Substring(longer) + rest
      } else if letter == "%" {
        pieces.append(.literal("%"))
      } else {
        guard let field = Field(rawValue: letter) else { return nil }
        pieces.append(.field(field))
      }
    }
    self.pieces = pieces
  }

  /// `%F` and others, which stand for several conversions.
  private static let abbreviations: [Character: String] = [
    "F": "%Y-%m-%d", "T": "%H:%M:%S", "R": "%H:%M", "h": "%b", "n": "\n", "t": "\t",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// Whether a text of this form says a day, so that it can be read.
  package var saysDay: Bool {
    let fields = pieces.compactMap { if case .field(let field) = $0 { field } else { nil } }
    func has(_ wanted: Field...) -> Bool { fields.contains(where: wanted.contains) }
    return has(.epoch) || has(.year, .shortYear) && has(.month, .monthName, .shortMonthName) && has(.day, .blankDay)
  }

  /// The time as a text.
  ///
  /// - Parameters:
  ///   - seconds: the time in seconds since 1970.
  ///   - offset: by how many seconds its clock is ahead of UTC.
  package func text(of seconds: Int, offset: Int) -> String {
    let local = seconds + offset
    let civil = CivilTime(secondsSince1970: local)
    return pieces.map { piece in
      switch piece {
      case .literal(let text): text
      case .field(let field): Self.text(of: field, civil, seconds, offset)
      }
    }.joined()
  }

  private static func text(of field: Field, _ civil: CivilTime, _ seconds: Int, _ offset: Int) -> String {
    let thursday = CivilTime(dayNumber: civil.dayNumber - civil.weekday.rawValue + 4)
    return switch field {
    case .year: civil.year.padded(to: 4)
    case .shortYear: civil.year.remainder(flooringBy: 100).padded(to: 2)
    case .month: civil.month.padded(to: 2)
    case .day: civil.day.padded(to: 2)
    case .blankDay: (civil.day < 10 ? " " : "") + String(civil.day)
    case .hour: civil.hour.padded(to: 2)
    case .halfHour: ((civil.hour + 11) % 12 + 1).padded(to: 2)
    case .half: civil.hour < 12 ? "AM" : "PM"
    case .minute: civil.minute.padded(to: 2)
    case .second: (seconds + offset).remainder(flooringBy: 60).padded(to: 2)
    case .dayOfYear: civil.dayOfYear.padded(to: 3)
    case .weekdayNumber: String(civil.weekday.rawValue)
    case .weekday: civil.weekday.name
    case .shortWeekday: String(civil.weekday.name.prefix(3))
    case .monthName: months[civil.month - 1]
    case .shortMonthName: String(months[civil.month - 1].prefix(3))
    case .weekYear: thursday.year.padded(to: 4)
    case .week: thursday.weekOfThursday.padded(to: 2)
    case .offset: text(ofOffset: offset)
    case .epoch: String(seconds)
    }
  }

  private static func text(ofOffset offset: Int) -> String {
    let minutes = abs(offset) / 60
    return (offset < 0 ? "-" : "+") + (minutes / 60).padded(to: 2) + (minutes % 60).padded(to: 2)
  }

  /// What a text says of a time.
  package struct Reading: Sendable, Hashable {
    package var civil: CivilTime
    package var second = 0
    /// By how many seconds its clock is ahead of UTC; `nil` if the text does not say it.
    package var offset: Int?
    /// The time in seconds since 1970, if the text says that itself.
    package var epoch: Int?
  }

  /// Reads a text that is written like this; `nil` if it is not, or names no day of the calendar.
  package func reading(_ text: String) -> Reading? {
    var reader = Reader(rest: Substring(text))
    for piece in pieces {
      switch piece {
      case .literal(let text): guard reader.take(text) else { return nil }
      case .field(let field): guard reader.take(field, of: self) else { return nil }
      }
    }
    return reader.rest.isEmpty ? reader.reading : nil
  }

  private struct Reader {
    var rest: Substring
    var (year, month, day, hour, minute, second) = (1970, 1, 1, 0, 0, 0)
    var isAfternoon: Bool?
    var offset: Int?
    var epoch: Int?
    var weekday: Int?

    init(rest: Substring) {
      self.rest = rest
    }

    mutating func take(_ text: String) -> Bool {
      guard rest.hasPrefix(text) else { return false }
      rest = rest.dropFirst(text.count)
      return true
    }

    mutating func take(_ field: Field, of pattern: TimePattern) -> Bool {
      switch field {
      case .year: return number(4, 0...9999, \.year)
      case .shortYear:
        guard number(2, 0...99, \.year) else { return false }
        year += year < 69 ? 2000 : 1900
        return true
      case .month: return number(2, 1...12, \.month)
      case .day: return number(2, 1...31, \.day)
      case .blankDay:
        _ = take(" ")
        return number(2, 1...31, \.day)
      case .hour: return number(2, 0...23, \.hour)
      case .halfHour: return number(2, 1...12, \.hour)
      case .half:
        isAfternoon = rest.lowercased().hasPrefix("pm")
        guard rest.lowercased().hasPrefix("am") || isAfternoon == true else { return false }
        rest = rest.dropFirst(2)
        return true
      case .minute: return number(2, 0...59, \.minute)
      case .second: return number(2, 0...60, \.second)
      case .monthName, .shortMonthName:
        guard let number = name(among: TimePattern.months) else { return false }
        month = number
        return true
      case .weekday, .shortWeekday:
        weekday = name(among: Weekday.allCases.map(\.name))
        return weekday != nil
      case .offset: return takeOffset()
      case .epoch:
        let isNegative = take("-")
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard let value = Int(digits) else { return false }
        rest = rest.dropFirst(digits.count)
        epoch = isNegative ? -value : value
        return true
      case .dayOfYear, .weekdayNumber, .weekYear, .week: return false
      }
    }

    private mutating func number(_ most: Int, _ range: ClosedRange<Int>, _ part: WritableKeyPath<Reader, Int>) -> Bool {
      let digits = rest.prefix(most).prefix { $0.isASCII && $0.isNumber }
      guard let value = Int(digits), range.contains(value) else { return false }
      rest = rest.dropFirst(digits.count)
      self[keyPath: part] = value
      return true
    }

    /// Takes a name, whole or its first three letters, in any case; its number from 1.
    private mutating func name(among names: [String]) -> Int? {
      let text = rest.lowercased()
      for (index, name) in names.enumerated() {
        for spelling in [name.lowercased(), name.prefix(3).lowercased()] where text.hasPrefix(spelling) {
          rest = rest.dropFirst(spelling.count)
          return index + 1
        }
      }
      return nil
    }

    private mutating func takeOffset() -> Bool {
      if take("Z") {
        offset = 0
        return true
      }
      let isWest = take("-")
      guard isWest || take("+") else { return false }
      let hours = rest.prefix(2)
      let after = rest.dropFirst(2)
      let minutes = (after.first == ":" ? after.dropFirst() : after).prefix(2)
      guard (hours + minutes).allSatisfy({ $0.isASCII && $0.isNumber }), hours.count == 2, minutes.count == 2,
        let hour = Int(hours), let minute = Int(minutes), hour < 24, minute < 60
      else { return false }
      rest = rest[minutes.endIndex...]
      offset = (isWest ? -1 : 1) * (hour * 3600 + minute * 60)
      return true
    }

    /// `nil` if the calendar has no such day.
    var reading: Reading? {
      var hour = hour
      if let isAfternoon { hour = hour % 12 + (isAfternoon ? 12 : 0) }
      let civil = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute)
      guard civil.isDayOfCalendar, weekday.map({ $0 == civil.weekday.rawValue }) ?? true else { return nil }
      return Reading(civil: civil, second: second, offset: offset, epoch: epoch)
    }
  }
}

extension CivilTime {
  /// 1 to 366.
  fileprivate var dayOfYear: Int { dayNumber - CivilTime(year: year, month: 1, day: 1).dayNumber + 1 }

  /// The number of the week of a Thursday, by ISO 8601.
  var weekOfThursday: Int { (dayOfYear - 1) / 7 + 1 }
}

extension Weekday {
  fileprivate var name: String { "\(self)".prefix(1).uppercased() + "\(self)".dropFirst() }
}
