/// The spellings of a time of day and of an instant.
enum ClockTime {
  /// `HH:MM`
  static func isClock(_ text: Substring) -> Bool {
    let parts = numbers(text, separator: ":", lengths: [2, 2])
    return parts.map { $0[0] < 24 && $0[1] < 60 } ?? false
  }

  /// `2026-12-24T09:00:00Z`, as RFC 3339 section 5.6 has it, fractions and offsets included.
  static func isTimestamp(_ text: String) -> Bool {
    let halves = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == "t" }
    guard halves.count == 2, isDate(halves[0]) else { return false }
    guard let mark = halves[1].firstIndex(where: { "Zz+-".contains($0) }) else { return false }
    return isTimeOfDay(halves[1][..<mark]) && isOffset(halves[1][mark...])
  }

  private static func isDate(_ text: Substring) -> Bool {
    guard let date = numbers(text, separator: "-", lengths: [4, 2, 2]), (1...12).contains(date[1]) else { return false }
    let isLeap = date[0] % 4 == 0 && (date[0] % 100 != 0 || date[0] % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[date[1] - 1]).contains(date[2])
  }

  private static func isTimeOfDay(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let time = numbers(parts[0], separator: ":", lengths: [2, 2, 2]) else { return false }
    guard time[0] < 24, time[1] < 60, time[2] <= 60 else { return false }
    switch parts.count {
    case 1: return true
    case 2: return !parts[1].isEmpty && parts[1].utf8.allSatisfy(Lexer.isDigit)
    default: return false
    }
  }

  private static func isOffset(_ text: Substring) -> Bool {
    guard text.first == "+" || text.first == "-" else { return text.utf8.count == 1 }
    return isClock(text.dropFirst())
  }

  /// The numbers of a text that consists of so many digits each between separators.
  private static func numbers(_ text: Substring, separator: Character, lengths: [Int]) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == lengths.count else { return nil }
    var numbers: [Int] = []
    for (part, length) in zip(parts, lengths) {
      guard part.utf8.count == length, part.utf8.allSatisfy(Lexer.isDigit), let number = Int(part) else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
