/// The version of a server's software, in any of the common notations.
///
/// Versions are ordered by their numbers; a pre-release (`-rc1`, `.beta2`, `-nightly`) comes before its release, and
/// any other suffix is ignored. Versions of different software cannot be compared.
public struct SoftwareVersion: Sendable, Comparable, CustomStringConvertible {
  /// The version as sent, on one line.
  public let text: String
  /// The leading numbers: major, minor and patch, or year and month.
  public let numbers: [Int]
  /// The kind of pre-release, and the numbers after it.
  private let early: (stage: Stage, numbers: [Int])?

  /// The kinds of pre-releases, earliest first.
  private enum Stage: Int {
    case nightly
    case alpha
    case beta
    case preview
    case candidate
  }

  /// Reads a version such as `4.3.0`, `v2.7.0-70-g36d469cf`, `3.5.0rc1` or `2024.1-beta2.security3+e1d25`; `nil` if the
  /// text contains no number.
  public init?(_ text: String) {
    self.text = text.oneLine(limit: 100)
    let bytes = Array(self.text.utf8)
    guard let start = bytes.firstIndex(where: \.isDigit) else { return nil }
    var scanner = NumberScanner(bytes: bytes, at: start)
    numbers = scanner.dotted()
    early = Self.early(in: scanner.rest)
  }

  /// Whether it is a pre-release.
  public var isEarly: Bool { early != nil }

  /// The version as sent, on one line.
  public var description: String { text }

  /// Whether this is the other version, one of its pre-releases, or a later version.
  func isTowards(_ other: SoftwareVersion) -> Bool {
    !Self.isBefore(numbers, other.numbers)
  }

  /// Whether the first version is older than the second.
  public static func < (left: SoftwareVersion, right: SoftwareVersion) -> Bool {
    if isBefore(left.numbers, right.numbers) { return true }
    if isBefore(right.numbers, left.numbers) { return false }
    guard let early = left.early else { return false }
    guard let other = right.early else { return true }
    guard early.stage == other.stage else { return early.stage.rawValue < other.stage.rawValue }
    return isBefore(early.numbers, other.numbers)
  }

  /// Whether neither version is older, regardless of notation.
  public static func == (left: SoftwareVersion, right: SoftwareVersion) -> Bool {
    !(left < right) && !(right < left)
  }

  /// Missing numbers count as zero: 4.3 equals 4.3.0.
  private static func isBefore(_ left: [Int], _ right: [Int]) -> Bool {
    for index in 0..<max(left.count, right.count) {
      let (one, other) = (index < left.count ? left[index] : 0, index < right.count ? right[index] : 0)
      if one != other { return one < other }
    }
    return false
  }

  /// The pre-release between the numbers and the build metadata (after `+` or a blank), if any.
  private static func early(in rest: ArraySlice<UInt8>) -> (stage: Stage, numbers: [Int])? {
    let suffix = rest.prefix { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: " ") }.drop { !$0.isLetter && !$0.isDigit }
    let word = String(decoding: suffix.prefix(while: \.isLetter), as: UTF8.self).lowercased()
    guard let stage = stages[word] else { return nil }
    var scanner = NumberScanner(bytes: Array(suffix), at: 0)
    return (stage, scanner.all())
  }

  private static let stages: [String: Stage] = [
    "dev": .nightly, "develop": .nightly, "nightly": .nightly, "snapshot": .nightly, "canary": .nightly,
    "a": .alpha, "alpha": .alpha, "b": .beta, "beta": .beta, "pre": .preview, "preview": .preview, "rc": .candidate,
  ]
}

extension SoftwareVersion: Hashable {
  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Self.withoutNoughts(numbers))
    hasher.combine(early?.stage)
    hasher.combine(Self.withoutNoughts(early?.numbers ?? []))
  }

  private static func withoutNoughts(_ numbers: [Int]) -> ArraySlice<Int> {
    let end = numbers.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return numbers[..<end]
  }
}

/// A scanner for the numbers in a version; numbers that overflow become the largest integer.
private struct NumberScanner {
  let bytes: [UInt8]
  var at: Int

  var rest: ArraySlice<UInt8> { bytes[at...] }

  /// The numbers separated by single dots.
  mutating func dotted() -> [Int] {
    var numbers = [number()]
    while at + 1 < bytes.count, bytes[at] == UInt8(ascii: "."), bytes[at + 1].isDigit {
      at += 1
      numbers.append(number())
    }
    return numbers
  }

  /// All numbers in the rest.
  mutating func all() -> [Int] {
    var numbers: [Int] = []
    while let next = rest.firstIndex(where: \.isDigit) {
      at = next
      numbers.append(number())
    }
    return numbers
  }

  private mutating func number() -> Int {
    let digits = rest.prefix(while: \.isDigit)
    at += digits.count
    return Int(String(decoding: digits, as: UTF8.self)) ?? .max
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(lowercasedASCII) }
}
