import JSONValue
import Testing
import TuskLanguage

/// Sources that come in pieces, end too early or hold several mistakes.
@Suite struct StreamTests {
  /// Lines of one mistake each that leaves nothing open behind it.
  private static let mistakes = (Mistake.characters + Mistake.words + Mistake.statements).filter { mistake in
    let found = Parser.check(Source(mistake.source))
    return found.count == 1 && !found[0].isIncomplete && !mistake.source.contains("\n")
      && !mistake.source.contains("\r")
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func checkFindsEachMistakeOnceInItsPlace(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    #expect(Self.mistakes.count > 100)
    for round in 0..<100 {
      var text = ""
      var expected: [Diagnostic] = []
      for _ in 0..<Int.random(in: 1..<8, using: &random) {
        guard Bool.random(using: &random), let mistake = Self.mistakes.randomElement(using: &random) else {
          text +=
            ["me\n", "\n", "# it's [fine (\n", "if $a\n  me\nend\n", "x [\n  a\n]\r\n"].randomElement(using: &random)
            ?? ""
          continue
        }
        for var diagnostic in Parser.check(Source(mistake.source)) {
          diagnostic.span = Span(diagnostic.span.start + text.utf8.count, diagnostic.span.end + text.utf8.count)
          expected.append(diagnostic)
        }
        text += mistake.source + "\n"
      }
      let found = Parser.check(Source(text))
      #expect(found.map(\.kind) == expected.map(\.kind), "seed \(seed), round \(round): \(text)")
      #expect(found.map(\.span) == expected.map(\.span), "seed \(seed), round \(round): \(text)")
    }
  }

  /// A block's mistakes are found inside of it, and its `end` still closes it.
  @Test(arguments: [
    "if $a\n  §\nend\nme", "for x in $l\n  if $x\n    §\n  else\n    §\n  end\nend", "try\n§\ncatch e\n§\nend",
    "def f\n  §\n  §\nend",
  ])
  func aMistakeDoesNotCloseItsBlock(_ frame: String) {
    for mistake in Self.mistakes {
      let kinds = Parser.check(Source(frame.replacing("§", with: mistake.source))).map(\.kind)
      let isStray = [.strayEnd, .strayElse, .strayCatch].contains(mistake.kind)
      // Indented, a backslash alone joins its line to the next.
      if !isStray && mistake.source != "\\" {
        #expect(kinds == Array(repeating: mistake.kind, count: frame.count { $0 == "§" }), "\(mistake.source)")
      }
    }
  }

  /// At the prompt every first part of a script is whole or asks for more.
  @Test(arguments: [4, 5, 6] as [UInt64])
  func everyLineOfAScriptIsWholeOrAsksForMore(seed: UInt64) {
    var random = ScriptGenerator(seed: seed)
    for round in 0..<150 {
      let bytes = Array(random.script().utf8)
      for end in bytes.indices.filter({ bytes[$0] == UInt8(ascii: "\n") }) {
        let isPair = end > 0 && bytes[end - 1] == UInt8(ascii: "\r")
        let source = Source(bytes: Array(bytes[..<(isPair ? end - 1 : end)]))
        do throws(Diagnostic) {
          _ = try Parser.parse(source, mode: .repl)
        } catch {
          #expect(error.isIncomplete, "seed \(seed), round \(round): \(error.rendered(in: source))")
        }
      }
    }
  }

  /// A script read statement by statement, each time by a new parser, is the script read at once.
  @Test(arguments: [7, 8] as [UInt64])
  func aParserMayBeReplacedBetweenStatements(seed: UInt64) throws {
    var random = ScriptGenerator(seed: seed)
    for round in 0..<200 {
      let source = Source(random.script())
      var pieces: [Statement] = []
      var offset = 0
      while offset < source.bytes.count {
        var parser = Parser(source, at: offset)
        if let statement = try parser.next() { pieces.append(statement) }
        #expect(parser.offset > offset, "seed \(seed), round \(round)")
        offset = parser.offset
      }
      #expect(try Parser.parse(source) == pieces, "seed \(seed), round \(round)")
    }
  }

  /// Ends of lines, blank lines and comments between statements change no statement.
  @Test(arguments: [9, 10] as [UInt64])
  func lineEndsMeanTheSame(seed: UInt64) throws {
    var random = ScriptGenerator(seed: seed)
    for round in 0..<200 {
      let text = random.script().replacing("\r\n", with: "\n")
      let tree = try Parser.parse(Source(text)).json
      for other in [
        text.replacing("\n", with: "\r\n"), "\u{FEFF}" + text, "# c\n\n" + text, text + "\n  # c",
        String(text.dropLast()),
      ] {
        #expect(try Parser.parse(Source(other)).json == tree, "seed \(seed), round \(round): \(other)")
      }
    }
  }

  /// A name is given to a file's mistakes and to none of a typed line.
  @Test(
    arguments: [
      ("a.tsk", "   --> a.tsk:2:3\n"), (nil, nil), ("\u{1B}é.tsk", "   --> ␛é.tsk:2:3\n"), ("", "   --> :2:3\n"),
    ] as [(String?, String?)])
  func aFileIsNamedAndALineIsNot(_ name: String?, _ place: String?) throws {
    let source = Source(name: name, "me\nx ]")
    let error = try #require(throws: Diagnostic.self) { try Parser.parse(source) }
    let shown = error.rendered(in: source)
    #expect(shown.contains("-->") == (place != nil))
    if let place { #expect(shown.contains(place)) }
    #expect(error.json(in: source)["error"]?["file"]?.string == name)
  }
}
