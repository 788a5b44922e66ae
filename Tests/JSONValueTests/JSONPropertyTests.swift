import JSONValue
import Testing

/// What holds for every value and every text.
struct JSONPropertyTests {
  @Test(arguments: [1, 2, 3, 5, 8] as [UInt64])
  func whatIsWrittenIsRead(seed: UInt64) throws {
    var random = JSONGenerator(seed: seed)
    for round in 0..<400 {
      let value = try random.value()
      let text = value.text
      let back = try JSON(parsing: text)
      #expect(back == value, "seed \(seed), round \(round): \(text)")
      #expect(back.hashValue == value.hashValue)
      #expect(Array(back.text.utf8) == Array(text.utf8))
    }
  }

  @Test(arguments: [13, 21, 34, 55] as [UInt64])
  func everySpellingOfAValueIsRead(seed: UInt64) throws {
    var random = JSONGenerator(seed: seed)
    for round in 0..<300 {
      let value = try random.value()
      let spelling = random.spelling(of: value)
      #expect(try JSON(parsing: spelling) == value, "seed \(seed), round \(round): \(spelling)")
    }
  }

  /// No proper prefix of an array or object is a whole text, and the mistake is where the text breaks off: at its
  /// end, or at the start of the word or escape that is cut.
  @Test(arguments: [89, 144] as [UInt64])
  func whatBreaksOffIsRefusedAtItsEnd(seed: UInt64) throws {
    var random = JSONGenerator(seed: seed)
    for round in 0..<60 {
      let bytes = Array(JSON.array([try random.value(depth: 3)]).text.utf8)
      for length in 0..<bytes.count {
        let error = #expect(throws: JSONSyntaxError.self, "seed \(seed), round \(round), \(length) bytes") {
          try JSON(parsing: Array(bytes.prefix(length)))
        }
        guard let offset = error?.offset else { continue }
        #expect(offset <= length && offset >= length - 4, "seed \(seed), round \(round), \(length) bytes: \(offset)")
      }
    }
  }

  @Test(arguments: [233, 377, 610] as [UInt64])
  func changedBytesNeverTrap(seed: UInt64) throws {
    var random = JSONGenerator(seed: seed)
    let telling = Array("\"\\{}[]:,-+.eEu0129 \n\ttfn".utf8) + [0, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xFF]
    for round in 0..<1500 {
      var bytes = Array(random.spelling(of: try random.value(depth: 2)).utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...2, using: &random))
        bytes.replaceSubrange(place..<end, with: random.any([[], [random.any(telling)], [random.any(telling)]]))
      }
      do throws(JSONSyntaxError) {
        let value = try JSON(parsing: bytes)
        #expect(try JSON(parsing: value.text) == value, "seed \(seed), round \(round)")
      } catch {
        #expect((0...bytes.count).contains(error.offset), "seed \(seed), round \(round)")
      }
    }
  }

  /// A sample of texts longer than a small string, whose reading must not depend on how they are stored.
  @Test(arguments: [1, 15, 16, 17, 63, 64, 1023, 100_000])
  func lengthChangesNothing(count: Int) throws {
    for filler in ["a", "é", "😀", "\"", "\u{1}"] {
      let text = String(repeating: filler, count: count)
      #expect(try JSON(parsing: JSON.string(text).text).string == text)
    }
  }
}
