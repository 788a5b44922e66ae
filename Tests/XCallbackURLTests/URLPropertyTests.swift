import Testing

@testable import XCallbackURL

/// What holds for every URL.
struct URLPropertyTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func whatIsBuiltIsParsed(seed: UInt64) throws {
    var random = URLGenerator(seed: seed)
    for round in 0..<500 {
      let pairs = random.pairs()
      let built = CallbackURL(scheme: random.scheme(), action: random.action(), pairs: pairs)
      let parsed = try CallbackURL(parsing: built.description)
      #expect(parsed == built, "seed \(seed), round \(round)")
      #expect(parsed.scheme == built.scheme && parsed.host == built.host)
      #expect(parsed.segments == built.segments, "seed \(seed), round \(round): \(built)")
      #expect(parsed.pairs == pairs, "seed \(seed), round \(round): \(built)")
      let rest = built.description.utf8.dropFirst(built.scheme.utf8.count)
      let isPlain = rest.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "+") }
      #expect(isPlain, "seed \(seed), round \(round): \(built)")
    }
  }

  @Test(arguments: [5, 6, 7] as [UInt64])
  func appendingAddsPairsAndChangesNothingElse(seed: UInt64) throws {
    var random = URLGenerator(seed: seed)
    for round in 0..<800 {
      guard let before = try? CallbackURL(parsing: random.draft(), mode: .lenient) else { continue }
      let extra = random.pairs()
      let after = before.appending(extra)
      let parsed = try CallbackURL(parsing: after.description, mode: .lenient)
      let note: Comment = "seed \(seed), round \(round): \(before) and \(extra)"
      #expect(parsed.pairs == before.pairs + extra, note)
      #expect(after.pairs == parsed.pairs, note)
      #expect(parsed.segments == before.segments && parsed.host == before.host, note)
      let (kept, fragment) = halves(before)
      #expect(after.description.hasPrefix(kept) && after.description.hasSuffix(fragment), note)
      #expect(extra.isEmpty == (after == before), note)
    }
  }

  /// Strict mode takes less than lenient mode and reads it alike.
  @Test(arguments: [8, 9, 10] as [UInt64])
  func strictModeAgreesWithLenientMode(seed: UInt64) {
    var random = URLGenerator(seed: seed)
    var taken = 0
    for round in 0..<2000 {
      let text = random.draft()
      let note: Comment = "seed \(seed), round \(round): \(text.debugDescription)"
      do throws(CallbackURL.SyntaxError) {
        let strict = try CallbackURL(parsing: text)
        let lenient = try CallbackURL(parsing: text, mode: .lenient)
        #expect(strict.pairs == lenient.pairs && strict.segments == lenient.segments, note)
        #expect(strict.scheme == lenient.scheme && strict.host == lenient.host, note)
        #expect(strict.parameters.count + strict.extensions.count == strict.pairs.count, note)
        taken += 1
      } catch {
        #expect((0...text.utf8.count).contains(error.offset), note)
      }
    }
    #expect(taken > 100)
  }

  @Test(arguments: [11, 12] as [UInt64])
  func callbacksWithinCallbacksComeBackByteForByte(seed: UInt64) throws {
    var random = URLGenerator(seed: seed)
    for round in 0..<100 {
      var texts = [CallbackURL(scheme: "me", action: "done", pairs: random.pairs()).description]
      for _ in 0..<4 {
        let inner = CallbackURL.Pair("x-success", texts.last)
        texts.append(CallbackURL(scheme: "app", action: "go", pairs: random.pairs() + [inner]).description)
      }
      while let text = texts.popLast(), let inner = texts.last {
        let found = try CallbackURL(parsing: text).values(of: "x-success").last
        #expect(found == inner, "seed \(seed), round \(round)")
      }
    }
  }

  /// The text before the fragment, and the fragment with its `#`.
  private func halves(_ url: CallbackURL) -> (String, String) {
    let bytes = Array(url.description.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
    return (String(decoding: bytes[..<end], as: UTF8.self), String(decoding: bytes[end...], as: UTF8.self))
  }
}
