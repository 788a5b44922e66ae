import Glibc
import JSONValue
import TestSupport
import Testing
import TuskLanguage
import TuskRuntime
import XCallbackURL

@testable import TuskShell

/// Lines that are repeated at the prompt, and the marks of their new rows.
struct RepeatedLineTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/output" }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    arguments: [
      ("home", nil), ("home | take 2", nil), ("for x in [status:1 status:2]\n  get $x\nend", nil),
      ("fav status:1", "does 'fav'"), ("home | fav", "does 'fav'"), ("gone status:1", "does 'delete'"),
      ("home > rows.txt", "writes rows.txt"), ("undo", "performs an action that is known only when it runs: undo"),
      ("quit", "is the command 'quit' of the prompt"), ("every 6h\n  home\nend", "runs every 6h"),
    ] as [(String, String?)])
  func onlyReadingIsRepeated(line: String, reason: String?) throws {
    let earlier = try ParsedSource(Source("def gone x\n  delete $x\nend"), mode: .repl).statements.get()
    let known = earlier.compactMap { statement -> Definition? in
      guard case .definition(let definition) = statement.form else { return nil }
      return definition
    }
    let input = ParsedSource(Source(line), mode: .repl, defined: ["gone"])
    #expect(RepeatedLine.refusal(of: try input.statements.get(), in: input, known: known) == reason)
  }

  /// What is shown of rounds with these rows; a round without rows fails.
  private func shown(_ rounds: [[String]], as format: Renderer.Format) throws -> String {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let display = Display(
      streams: StandardStreams(output: descriptor),
      terminal: Terminal(terminals: [], environment: { _ in nil }), format: format, wantsJSON: false)
    display.numberRows()
    display.markNewRows(true)
    let shape = RecordShape("row", kind: .list, fields: [Signature.ResultField("id", .text, "")])
    for ids in rounds {
      display.startCommand()
      let rows = ids.map { id -> JSON.Object in ["id": .string(id)] }
      if !ids.isEmpty { display.show(.rows(RowPage(shape, rows), continues: false)) }
      display.endRound(hasFailed: ids.isEmpty)
    }
    return try text(ofFile: path)
  }

  @Test func newRowsHaveAMark() throws {
    let text = try shown([["a", "b"], ["c", "a"], [], ["c", "d"]], as: .human)
    let rows = text.split(separator: "\n").filter { $0.contains(where: \.isNumber) }.map(String.init)
    #expect(rows == [" 1  a", " 2  b", " 1+ c", " 2  a", " 1  c", " 2+ d"])
  }

  @Test func programsGetNewRecordsOnly() throws {
    let rounds = [["a", "b"], ["c", "a"], ["a", "c"], ["d"]]
    #expect(try shown(rounds, as: .json) == ["a", "b", "c", "d"].map { #"{"id":"\#($0)"}"# + "\n" }.joined())
  }
}
