import Testing

@testable import TuskLanguage

/// Scripts with more mistakes than anybody reads: each is found, and none makes the next one slower.
struct LongMistakeTests {
  private func tried(_ text: String) -> (mistakes: [Diagnostic], source: Source) {
    let source = Source(name: "a.tsk", text)
    let mistakes = Parser.check(source)
    return (Checker(resolver: .checked).tried(mistakes, in: source), source)
  }

  @Test(arguments: ["end\n", "else\n", "if true\nend\nend\n", "x )\n"])
  func thousandsOfMistakesAreShown(line: String) {
    let count = 10_000
    let (mistakes, source) = tried(String(repeating: line, count: count))
    #expect(mistakes.count == count)
    let lines = Set(mistakes.map { source.line(at: $0.span.start) })
    #expect(lines.count == count)
  }

  /// The others of a line are told as a count.
  @Test func oneLineHasTwentyMistakes() {
    let source = Source("print " + String(repeating: "$zzzzz ", count: 100) + "\nprint $zzzzz")
    var checker = Checker(resolver: .checked)
    let found = (try? Parser.parse(source)).map { checker.check($0, in: source) } ?? []
    #expect(found.count == 22)
    #expect(found.dropLast().last?.message == "80 more mistakes on this line")
  }

  /// Neither a comma, a parenthesis nor a joint makes the next one slower.
  @Test(
    .timeLimit(.minutes(3)),
    arguments: [
      ("print [", "a,", "]"), ("if ", "($me.bot) and ", "($me.bot)"), ("if ", "(", "$me.bot" + close),
      ("print ", "(", "5 6" + close),
    ])
  func longLinesAreReadOnce(start: String, part: String, end: String) {
    #expect(!tried(start + String(repeating: part, count: Self.parts) + end).mistakes.isEmpty)
  }

  private static let parts = 50_000
  private static let close = String(repeating: ")", count: parts)

  @Test func deepBlocksAreChecked() {
    let count = 10_000
    let text = String(repeating: "if true\n", count: count) + String(repeating: "end\n", count: count)
    #expect(tried(text).mistakes.count >= count)
  }

  /// The rest of the line is not read again for each of the parentheses around a value.
  @Test(arguments: ["if ", "let x = "], ["(", "( "])
  func deepParenthesesTakeNoLonger(start: String, open: String) {
    let group = String(repeating: open, count: 60) + "5 6" + String(repeating: ")", count: 60)
    let line = start + Array(repeating: group, count: 400).joined(separator: " and ")
    #expect(!tried(line).mistakes.isEmpty)
  }

  /// The word of another language that a stray 'end' is explained by is that of the last line that starts with one.
  @Test func aStrayEndIsExplainedByTheLastForeignWord() {
    var random = SeededGenerator(seed: 67)
    for _ in 0..<300 {
      let lines = (0..<Int.random(in: 1..<12, using: &random)).map { _ in
        ["end", "loop x", "foreach y", "print a", "", "  end", "until z"].randomElement(using: &random) ?? ""
      }
      let (mistakes, source) = tried(lines.joined(separator: "\n"))
      for mistake in mistakes where source.text(mistake.span) == "end" {
        let before = lines.prefix(source.line(at: mistake.span.start) - 1)
        #expect(!before.contains { line in ["loop", "foreach", "until"].contains { line.hasPrefix($0) } }, "\(lines)")
      }
    }
  }
}
