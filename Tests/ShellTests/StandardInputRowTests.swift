import TestSupport
import Testing

/// Commands that read the standard input of a script one after another: each goes on where the one before stopped.
struct StandardInputRowTests {
  private static func numbers(_ range: ClosedRange<Int>) -> [String] { range.map(String.init) }

  private func run(_ script: String, input: [String], _ options: String...) async throws -> TuskRun {
    let home = try TemporaryFolder()
    try TuskRun.write(Array(script.utf8), to: home.path + "/a.tsk")
    return try await TuskRun.of(
      options + ["a.tsk"], home: home, server: try LoopbackServer(),
      input: Array(input.map { $0 + "\n" }.joined().utf8))
  }

  private static func loop(_ format: String, _ limit: String = "", shown: String = "$x") -> String {
    "for x in (read \(format) file:-)\(limit)\nprint \(shown)\nend\n"
  }

  @Test func aSecondLoopGoesOnWithTheRows() async throws {
    let rows = Self.numbers(100_000...110_000)
    for formats in [["lines", "lines"], ["lines", "jsonl"], ["jsonl", "lines"], ["paragraphs", "lines"]] {
      let input = formats[0] == "paragraphs" ? rows.map { $0 + "\n" } : rows
      let script = Self.loop(formats[0], " limit=2") + Self.loop(formats[1])
      let run = try await run(script, input: input)
      #expect(run.exit == 0 && run.lines.filter { !$0.isEmpty } == rows, "\(formats) \(run.errors)")
    }
  }

  @Test func rowsWithNamesAndInArraysGoOn() async throws {
    let rows = Self.numbers(1...12_000)
    let table = try await run(
      Self.loop("csv", " limit=2", shown: "$x.n") + Self.loop("csv", shown: "$x.n"), input: ["n"] + rows)
    #expect(table.exit == 0 && table.lines == rows, "\(table.errors)")
    let array = try await run(
      Self.loop("json", " limit=2") + Self.loop("json"), input: ["[" + rows.joined(separator: ",") + "]"])
    #expect(array.exit == 0 && array.lines == rows, "\(array.errors)")
  }

  @Test func loopsWithinLoopsShareTheRows() async throws {
    let rows = Self.numbers(1...9)
    let inner = Self.loop("lines", " limit=2")
    let run = try await run("for y in (read lines file:-)\nprint $y\n\(inner)end", input: rows)
    #expect(run.exit == 0 && run.lines == rows, "\(run.errors)")
  }

  @Test func aTextIsTheRestOfTheInput() async throws {
    let rows = Self.numbers(100_000...100_050)
    let run = try await run(
      "\(Self.loop("lines", " limit=2"))post text=file:-\n", input: rows, "--rehearse")
    let rest = rows.dropFirst(2).joined(separator: "%0A")
    #expect(run.exit == 0 && run.output.contains("text=\(rest)"), "\(run)")
  }
}
