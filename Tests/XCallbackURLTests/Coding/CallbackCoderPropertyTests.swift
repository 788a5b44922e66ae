import Testing

@testable import XCallbackURL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is written is read again as the same value, in every dialect.
struct CallbackCoderPropertyTests {
  @Test(arguments: Dialect.all)
  func whatIsWrittenIsRead(dialect: Dialect) throws {
    let coder = CallbackCoder(dialect: dialect)
    for seed in 1...15 as ClosedRange<UInt64> {
      var random = URLGenerator(seed: seed)
      let value = Everything(&random, hasCommas: dialect.lists != .commas)
      let note: Comment = "seed \(seed), \(dialect): \(value)"
      let pairs = try coder.pairs(for: value)
      #expect(try coder.value(of: Everything.self, from: pairs) == value, note)
      let url = CallbackURL(scheme: "app", action: "do", pairs: pairs)
      let read = try CallbackURL(parsing: url.description, mode: .strict)
      #expect(try coder.value(of: Everything.self, from: read.pairs) == value, note)
    }
  }

  @Test(arguments: Dialect.all)
  func valuesWithoutMembersAreRead(dialect: Dialect) throws {
    let coder = CallbackCoder(dialect: dialect, valueName: "v")
    for seed in 1...8 as ClosedRange<UInt64> {
      var random = URLGenerator(seed: seed)
      try expectIdentity(random.text(), coder, seed)
      try expectIdentity(Bool.random(using: &random), coder, seed)
      try expectIdentity(random.several(0..<5) { Int(truncatingIfNeeded: $0.next()) }, coder, seed)
      try expectIdentity(random.several(0..<5) { $0.word() + "!" }, coder, seed)
      try expectIdentity([Bool?.none, true, false][Int.random(in: 0..<3, using: &random)], coder, seed)
      try expectIdentity(random.any([[Int]?.none, [], [1]]), coder, seed)
      try expectIdentity(Mood(rawValue: random.any(["glad", "so-so"])), coder, seed)
      try expectIdentity(random.dictionary(), coder, seed)
      try expectIdentity(random.date(), coder, seed)
      try expectIdentity(random.dictionary { Bool.random(using: &$0) }, coder, seed)
      try expectIdentity(random.dictionary { $0.several(0..<3) { Int($0.next() % 9) } }, coder, seed)
      try expectIdentity(random.dictionary { $0.any([[Int]?.some([]), [1], [2, 3]]) }, coder, seed)
      try expectIdentity(random.dictionary { $0.any([nil, $0.date()]) }, coder, seed)
      try expectIdentity(random.dictionary { $0.dictionary { $0.any([nil, true, false]) } }, coder, seed)
    }
  }

  /// Bytes that nobody wrote are read or refused.
  @Test(arguments: [21, 22, 23] as [UInt64])
  func nothingTraps(seed: UInt64) {
    var random = URLGenerator(seed: seed)
    let names = Everything.names
    for _ in 0..<300 {
      let dialect = random.any(Dialect.all)
      let pairs = random.several(0..<30) { random in
        CallbackURL.Pair(
          dialect.name(of: WireKey(stringValue: random.any(names))),
          random.any([nil, "", "1", "-1e400", "yes", "[", "[[1],{}]", "{\"a\":1}", "9999-99-99", random.text()]))
      }
      let coder = CallbackCoder(dialect: dialect)
      let fault = #expect(throws: CodingFault.self) { try coder.value(of: Everything.self, from: pairs) }
      #expect(fault?.key.isEmpty == false, "seed \(seed)")
      _ = try? coder.value(of: [String: [String: Int?]].self, from: pairs)
      _ = try? coder.value(of: [[Mood]?].self, from: pairs)
    }
  }

  private func expectIdentity<Value: Codable & Equatable>(
    _ value: Value, _ coder: CallbackCoder, _ seed: UInt64
  ) throws {
    let pairs = try coder.pairs(for: value)
    #expect(try coder.value(of: Value.self, from: pairs) == value, "seed \(seed), \(coder.dialect): \(pairs)")
  }
}

extension Dialect {
  /// Every dialect there is.
  static let all: [Dialect] = Booleans.allCases.flatMap { booleans in
    Dates.allCases.flatMap { dates in
      Lists.allCases.flatMap { lists in
        Keys.allCases.map { Dialect(booleans: booleans, dates: dates, lists: lists, keys: $0) }
      }
    }
  }
}

enum Mood: String, Codable, Sendable {
  case glad
  case soSo = "so-so"
}

/// A value with a member of every kind.
private struct Everything: Codable, Equatable {
  var title: String
  var isOpen: Bool
  var isRead: Bool?
  var count: Int8
  var largest: UInt64
  var ratio: Double
  var share: Float?
  var printedAt: Date
  var soldAt: Date?
  var homeURL: URL?
  var rawData: Data
  var mood: Mood
  var tagList: [String]
  var optionalTags: [String]?
  var numbers: [Int]
  var flags: [Bool]
  var moods: [Mood]?
  var days: [Date]
  var author: Author?
  var byName: [String: Author]
  var choice: Choice
  var id: UUID

  struct Author: Codable, Equatable {
    var fullName: String
    var isAlive: Bool?
    var born: Date?
    var sites: [URL]
    var pen: [String?]
    var matrix: [[Double]]

    enum CodingKeys: String, CodingKey {
      case fullName = "FullName"
      case isAlive, born, sites, pen, matrix
    }
  }

  enum Choice: Codable, Equatable {
    case nothingAtAll
    case someOf(Int, label: String?)
  }

  static let names = [
    "title", "isOpen", "isRead", "count", "largest", "ratio", "share", "printedAt", "soldAt", "homeURL", "rawData",
    "mood", "tagList", "optionalTags", "numbers", "flags", "moods", "days", "author", "byName", "choice", "id",
  ]

  init(_ random: inout URLGenerator, hasCommas: Bool) {
    let element: (inout URLGenerator) -> String = { hasCommas ? $0.text() : "." + $0.text().filter { $0 != "," } }
    title = random.text()
    isOpen = Bool.random(using: &random)
    isRead = random.any([nil, true, false])
    count = Int8.random(in: .min ... .max, using: &random)
    largest = random.any([0, .max, random.next()])
    ratio = random.any([0, -0.0, 1e300, .leastNonzeroMagnitude, Double.random(in: -1...1, using: &random)])
    share = random.any([nil, Float.random(in: -9...9, using: &random)])
    printedAt = random.date()
    soldAt = random.any([nil, random.date()])
    homeURL = random.any([nil, URL(string: "https://a.example/%C3%A9?b=c%26d#e")])
    rawData = Data(random.several(0..<9) { UInt8(truncatingIfNeeded: $0.next()) })
    mood = random.any([.glad, .soSo])
    tagList = random.several(0..<4, element)
    optionalTags = random.any([nil, [], random.several(1..<4, element)])
    numbers = random.several(0..<4) { Int(truncatingIfNeeded: $0.next()) }
    flags = random.several(0..<4) { Bool.random(using: &$0) }
    moods = random.any([nil, [], [.glad], [.soSo, .glad]])
    days = random.several(0..<3) { $0.date() }
    author = random.any([nil, random.author()])
    byName = Dictionary(random.several(0..<3) { ($0.word() + "Key", $0.author()) }) { $1 }
    choice = random.any([.nothingAtAll, .someOf(1, label: nil), .someOf(-1, label: random.text())])
    id = UUID(uuidString: "00000000-0000-4000-8000-\(random.any(["0123456789AB", "FFFFFFFFFFFF"]))") ?? UUID()
    if !hasCommas, tagList == [""] { tagList = [] }
  }
}

extension URLGenerator {
  fileprivate mutating func author() -> Everything.Author {
    Everything.Author(
      fullName: text(), isAlive: any([nil, true, false]), born: any([nil, date()]),
      sites: URL(string: "me:a,b").map { [$0] } ?? [], pen: any([[], [nil], ["", nil, text()]]),
      matrix: any([[], [[]], [[1.5], [], [-2, 3]]]))
  }

  mutating func dictionary() -> [String: String?] {
    dictionary { $0.any([nil, "", $0.text()]) }
  }

  mutating func dictionary<Value>(of value: (inout URLGenerator) -> Value) -> [String: Value] {
    Dictionary(several(0..<4) { ("k\($0.next() % 100)eyName", value(&$0)) }) { $1 }
  }

  mutating func word() -> String { any(["a", "BIG", "camelCase", "with-dash", "é", "under_score"]) }

  /// A date between the years 1 and 9000, with any fraction of a second that a date there can have.
  mutating func date() -> Date {
    let fraction = any([0, 0.5, 0.25, 1.0.nextDown, Double.random(in: 0..<1, using: &self)])
    return Date(timeIntervalSinceReferenceDate: Double.random(in: -6e10...2e11, using: &self).rounded() + fraction)
  }
}
