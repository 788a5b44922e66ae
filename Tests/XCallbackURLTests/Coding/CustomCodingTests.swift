import Testing

@testable import XCallbackURL

/// Types that write and read themselves in ways of their own.
struct CustomCodingTests {
  /// A point whose parts stand in containers that it asks for by hand.
  private struct Point: Codable, Equatable {
    var x: Int
    var y: Int?
    var names: [String]

    enum CodingKeys: CodingKey { case place, names, note }
    enum PlaceKeys: CodingKey { case x, y }

    init(x: Int, y: Int?, names: [String]) {
      (self.x, self.y, self.names) = (x, y, names)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let place = try container.nestedContainer(keyedBy: PlaceKeys.self, forKey: .place)
      x = try place.decode(Int.self, forKey: .x)
      y = try place.decode(Int?.self, forKey: .y)
      var list = try container.nestedUnkeyedContainer(forKey: .names)
      names = []
      while !list.isAtEnd { names.append(try list.decode(String.self)) }
      guard try container.decodeNil(forKey: .note), container.contains(.note) else {
        throw Failure(.defect, "the note is not nil")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var place = container.nestedContainer(keyedBy: PlaceKeys.self, forKey: .place)
      try place.encode(x, forKey: .x)
      try place.encode(y, forKey: .y)
      var list = container.nestedUnkeyedContainer(forKey: .names)
      for name in names { try list.encode(name) }
      try container.encodeNil(forKey: .note)
    }
  }

  /// Lists in lists, asked for by hand.
  private struct Grid: Codable, Equatable {
    var rows: [[Int?]]

    init(rows: [[Int?]]) { self.rows = rows }

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      rows = []
      while !list.isAtEnd {
        var inner = try list.nestedUnkeyedContainer()
        var row: [Int?] = []
        while !inner.isAtEnd { row.append(try inner.decodeNil() ? nil : try inner.decode(Int.self)) }
        rows.append(row)
      }
      #expect(throws: DecodingError.self) { try list.decode(Int.self) }
      #expect(list.count == rows.count)
    }

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for row in rows {
        var inner = list.nestedUnkeyedContainer()
        for cell in row {
          if let cell { try inner.encode(cell) } else { try inner.encodeNil() }
        }
      }
      #expect(list.count == rows.count)
    }
  }

  private class Animal: Codable {
    var legs: Int

    init(legs: Int) { self.legs = legs }
  }

  private final class Dog: Animal {
    var name: String

    init(name: String) {
      self.name = name
      super.init(legs: 4)
    }

    enum CodingKeys: CodingKey { case name }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try super.encode(to: container.superEncoder())
    }
  }

  private struct Wrapped: Codable, Equatable {
    var text: String

    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  /// Optionals that are written without a look at whether they are there, and read in either way.
  private struct Plain: Codable, Equatable {
    var tags: [String]?
    var isOpen: Bool?
    var count: Int?

    enum CodingKeys: CodingKey { case tags, isOpen, count }

    init(tags: [String]?, isOpen: Bool?, count: Int?) {
      (self.tags, self.isOpen, self.count) = (tags, isOpen, count)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tags = try container.decode([String]?.self, forKey: .tags)
      isOpen = try container.decode(Bool?.self, forKey: .isOpen)
      count = try container.decode(Int?.self, forKey: .count)
      #expect(try container.decodeIfPresent([String].self, forKey: .tags) == tags)
      #expect(try container.decodeIfPresent(Bool.self, forKey: .isOpen) == isOpen)
      #expect(try container.decodeIfPresent(Int.self, forKey: .count) == count)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tags, forKey: .tags)
      try container.encode(isOpen, forKey: .isOpen)
      try container.encode(count, forKey: .count)
    }
  }

  @Test(arguments: Dialect.all)
  func optionalsWrittenByHandAreReadAgain(dialect: Dialect) throws {
    let coder = CallbackCoder(dialect: dialect)
    for tags in [nil, [], ["a"], ["a", "b"]] as [[String]?] {
      for isOpen in [nil, true, false] as [Bool?] {
        let value = Plain(tags: tags, isOpen: isOpen, count: isOpen.map { $0 ? 1 : 0 })
        #expect(try coder.value(of: Plain.self, from: coder.pairs(for: value)) == value)
        #expect(try coder.value(of: [String: Plain].self, from: coder.pairs(for: ["k": value])) == ["k": value])
      }
    }
  }

  @Test(arguments: Dialect.Lists.allCases)
  func containersAskedForByHandAreReadAgain(lists: Dialect.Lists) throws {
    let coder = CallbackCoder(dialect: Dialect(lists: lists))
    for point in [Point(x: 1, y: nil, names: ["a", "b"]), Point(x: -1, y: 2, names: [])] {
      let pairs = try coder.pairs(for: point)
      #expect(pairs.last == CallbackURL.Pair("note", nil))
      #expect(try coder.value(of: Point.self, from: pairs) == point)
    }
  }

  @Test func listsInListsAreReadAgain() throws {
    let coder = CallbackCoder()
    for grid in [Grid(rows: []), Grid(rows: [[1, nil], [], [2]])] {
      #expect(try coder.value(of: Grid.self, from: coder.pairs(for: grid)) == grid)
    }
  }

  @Test func aSuperclassIsOneParameter() throws {
    let pairs = try CallbackCoder().pairs(for: Dog(name: "Rex"))
    #expect(pairs == [CallbackURL.Pair("name", "Rex"), CallbackURL.Pair("super", #"{"legs":4}"#)])
    let dog = try CallbackCoder().value(of: Dog.self, from: pairs)
    #expect(dog.name == "Rex" && dog.legs == 4)
  }

  @Test func aValueThatIsOneOtherValueIsWrittenAsThat() throws {
    let pairs = try CallbackCoder().pairs(for: [Wrapped("a,b"), Wrapped("")])
    #expect(pairs.map(\.value) == ["a,b", ""])
    #expect(try CallbackCoder().value(of: [Wrapped].self, from: pairs) == [Wrapped("a,b"), Wrapped("")])
  }

  @Test func nothingIsNoPairs() throws {
    #expect(try CallbackCoder().pairs(for: NoValue()) == [])
    #expect(try CallbackCoder().value(of: NoValue.self, from: [CallbackURL.Pair("x", "y")]) == NoValue())
    #expect(try CallbackCoder().value(of: Point?.self, from: []) == nil)
  }

  @Test func dictionariesOfNumbersAndOfEnumerationsAreReadAgain() throws {
    let numbers = [1: "a", -2: "b"]
    let moods = [Mood.glad: [1], .soSo: []]
    let coder = CallbackCoder(dialect: Dialect(keys: .snakeCase))
    #expect(try coder.value(of: [Int: String].self, from: coder.pairs(for: numbers)) == numbers)
    #expect(try coder.value(of: [Mood: [Int]].self, from: coder.pairs(for: moods)) == moods)
  }
}
