import JSONValue
import TestSupport
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// With `mentions=defuse`, only what stands in the script notifies anybody.
struct DefusedTextTests {
  private static let text = "a @victim #tag"
  private static let defused = "a @\u{2060}victim #\u{2060}tag"

  private func told(_ script: String) async throws -> [String] {
    let surroundings = Scene.Surroundings(
      scripts: ["b.tsk": "tell \"@bob $1\" mentions=defuse"], environment: ["NEWS": Self.text],
      files: ["feed.txt": Self.text], answering: { _, _ in Self.text })
    let scene = Scene([:], surroundings)
    try await scene.run(script, arguments: [Self.text])
    return scene.urls.filter { $0.action == "tellThing" }.flatMap { $0.told.map { "\($0.name)=\($0.value ?? "")" } }
  }

  /// A source of text, and the lines that post it.
  private static let cases = [
    "tell \"@bob $1\"", "let x = \"@bob $1\"\ntell $x", "source b.tsk $1", "for x in $@\ntell \"@bob $1\"\nstop\nend",
    "tell \"@bob $env.NEWS\"", "let a = ask What?\ntell \"@bob $a\"", "let c = run echo \"$1\"\ntell \"@bob $c\"",
    "let c = run echo \"a @victim #tag\"\ntell \"@bob $c\"",
    "let c = attempt echo \"a @victim #tag\"\ntell \"@bob $c.text\"",
    "try\nexpect 1 == 2 \"$1\"\ncatch e\ntell \"@bob $e.message\"\nend",
  ]

  @Test(arguments: cases)
  func textThatTheScriptDidNotWriteIsDefused(lines: String) async throws {
    let defusing = lines.replacing(#/(tell [^\n]*)/#) { "\($0.output.1) mentions=defuse" }
    #expect(try await told(defusing) == ["text=@bob \(Self.defused)"], "\(lines)")
  }

  @Test(arguments: cases.filter { !$0.hasPrefix("source") })
  func localTextMayMentionOtherwise(lines: String) async throws {
    #expect(try await told(lines) == ["text=@bob \(Self.text)"], "\(lines)")
  }

  @Test(arguments: ["tell file:feed.txt", "tell text=file:feed.txt"])
  func theContentsOfAFileAreDefused(line: String) async throws {
    #expect(try await told("\(line) cw=@bob mentions=defuse") == ["text=\(Self.defused)", "cw=@bob"], "\(line)")
  }

  @Test func rowsOfAFileAreDefused() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/feed"
    let file = try OutputFile(path, .replacing)
    try file.write(Array("\(Self.text)\n".utf8)[...])
    try file.commit()
    let loop = "for l in (read lines file:\(path))\ntell \"@bob $l\" mentions=defuse\nend"
    #expect(try await told(loop) == ["text=@bob \(Self.defused)"])
  }
}
