import JSONValue
import Testing
import TuskLanguage

@Suite struct FuzzTests {
  /// Reads a source in every way there is; whatever it holds, nothing may trap or turn in circles.
  private func readEverything(_ bytes: [UInt8]) {
    let source = Source(name: "x", bytes: bytes)
    for diagnostic in Parser.check(source).prefix(3) {
      #expect(diagnostic.span.start >= 0 && diagnostic.span.start <= diagnostic.span.end)
      #expect(diagnostic.span.end <= bytes.count)
      #expect(!diagnostic.rendered(in: source).isEmpty)
      #expect(!diagnostic.json(in: source).text.isEmpty)
    }
    guard let statements = try? Parser.parse(source, mode: .repl) else { return }
    let printed = statements.source
    let again = try? Parser.parse(Source(printed), mode: .repl)
    #expect(again?.json == statements.json, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    var checker = Checker(resolver: .checked)
    for diagnostic in checker.check(statements, in: source) { #expect(!diagnostic.rendered(in: source).isEmpty) }
    guard let once = try? Formatter.formatted(source) else { return }
    #expect((try? Parser.parse(Source(once)))?.json == statements.json)
    #expect((try? Formatter.formatted(Source(once))) == once)
  }

  @Test func randomBytesNeverTrap() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<10_000 {
      let length = Int.random(in: 0..<40, using: &random)
      readEverything((0..<length).map { _ in random.byte() })
    }
  }

  @Test func mutatedCasesNeverTrap() throws {
    var random = SeededGenerator(seed: 11)
    let inputs = try CaseFile.rows("language.jsonl").compactMap { $0["in"]?.string }.map { Array($0.utf8) }
    for _ in 0..<10_000 {
      var bytes = inputs.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1..<4, using: &random) { random.mutate(&bytes) }
      readEverything(bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      _ = try? Sample.invocation(text)
      _ = Completion(of: text, at: Int.random(in: 0...bytes.count, using: &random), resolver: Sample.resolver)
    }
  }

  @Test func everyPrefixOfAScriptIsWholeOrSaysWhy() throws {
    let bytes = try CaseFile.bytes("scripts/15-mirror.tsk")
    for length in 0...bytes.count { readEverything(Array(bytes.prefix(length))) }
  }
}

extension SeededGenerator {
  /// A byte, most often one that means something to the language.
  fileprivate mutating func byte() -> UInt8 {
    let telling = Array("\"'()[]{}|<>`\\$@#=-:;&,.?! \n\t\r/aenotdif01".utf8)
    guard Int.random(in: 0..<5, using: &self) > 0 else { return UInt8.random(in: .min ... .max, using: &self) }
    return telling.randomElement(using: &self) ?? 0
  }

  /// Changes, adds or takes away a byte.
  fileprivate mutating func mutate(_ bytes: inout [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &self)
    switch Int.random(in: 0..<3, using: &self) {
    case 0 where place < bytes.count: bytes[place] = byte()
    case 1 where place < bytes.count: bytes.remove(at: place)
    default: bytes.insert(byte(), at: place)
    }
  }
}
