import Glibc
import TestSupport
import Testing
import TuskActions
import TuskLanguage
import XCallbackURL

@testable import TuskShell

/// The script that the prompt runs before the first line: what it may contain, and who may have written it.
@Suite(.serialized)
struct StartScriptTests {
  private let home: TemporaryFolder
  private var folder: String { home.path + "/.config/tusk" }
  private var path: String { folder + "/init.tsk" }

  init() throws {
    home = try TemporaryFolder()
  }

  private func script(_ text: String, other: String = "def other\n  post a\nend\n") throws -> StartScript {
    try PrivateFile(path).write(text)
    try PrivateFile(folder + "/other.tsk").write(other)
    return try #require(try StartScript(in: folder))
  }

  @Test func withoutAFileThereIsNone() throws {
    #expect(try StartScript(in: folder) == nil)
  }

  @Test(arguments: [
    "", "# nothing\n", "def hi name\n  post \"Hi $name\"\nend\n", "let x = 1\n", "let x = [1 2]\nlet y = \"$x\"\n",
    "let t = (lower ABC)\n", "let t = split \"a b\" | take 1\n", "\\set hints off\n", "\\set pager less -S\n",
    "source other.tsk\n", "let s = status:1\n", "def a\n  run ls\nend\n",
  ])
  func linesThatOnlyDefineAreAllowed(text: String) throws {
    #expect(try script(text).mistakes == [])
  }

  @Test(arguments: [
    "fav status:1\n", "home\n", "let h = home\n", "let h = (home)\n", "let h = [(post a)]\n",
    "run ls\n", "attempt ls\n", "let x = run ls\n", "let x = [1] > out.txt\n", "let x = split \"a b\" | wc\n",
    "wait 1s\n", "print a\n", "exit\n", "set rate throw\n", "for x in [1 2]\n  fav status:1\nend\n",
    "if 1 == 1\n  let x = 1\nend\n", "every 1h\n  let x = 1\nend\n", "once k\n  post a\nend\n", "let x = $me.acct\n",
    "def lower x\n  post $x\nend\nlet y = lower A\n", "def a\n  post b\nend\na\n", "\\q\n", "\\url fav status:1\n",
    "\\set\n", "\\set hints\n", "\\set hints off --save\n", "\\set hints yes\n", "\\set zz 1\n",
    "source other.tsk (post a)\n", "source $x\n", "source missing.tsk\n", "open tusker://x-callback-url/postStatus\n",
  ])
  func linesThatActAreRefused(text: String) throws {
    let script = try script("let before = 1\n" + text)
    guard case .success = script.program.statements else { return }
    let mistake = try #require(script.mistakes.first, "\(text)")
    #expect((mistake.source ?? script.program.source).name == path)
  }

  @Test(arguments: ["post a\n", "let x = home\n", "source third.tsk\n", "\\set hints off\n"])
  func sourcedScriptsFollowTheSameRules(other: String) throws {
    #expect(try !script("source other.tsk\n", other: other).mistakes.isEmpty)
  }

  private func expectRefused(_ message: String) {
    let failure = #expect(throws: Failure.self) { _ = try StartScript(in: folder) }
    #expect(failure?.message.contains(message) == true)
  }

  @Test func whatOthersCanWriteIsRefusedWhole() throws {
    _ = try script("source other.tsk\n")
    chmod(path, 0o620)
    expectRefused("\(path) is ignored: others can write it")
    chmod(path, 0o644)
    chmod(folder + "/other.tsk", 0o602)
    expectRefused("other.tsk is ignored: others can write it")
    chmod(folder + "/other.tsk", 0o600)
    chmod(folder, 0o770)
    expectRefused("\(folder) is ignored: others can write it")
    chmod(folder, 0o700)
    #expect(try StartScript(in: folder) != nil)
  }

  private func prompt(_ arguments: [String] = []) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProgram.tusk, arguments, environment: TuskRun.environment(home: home) + ["TERM=xterm-256color", "PAGER="])
  }

  @Test func itsVerbsAndSettingsHoldAtThePrompt() throws {
    _ = try script("def hi\n  print hello there\nend\n\\set prompt \"mine>\"\nsource other.tsk\n")
    let terminal = try prompt()
    try terminal.expect("mine")
    terminal.type("hi\r")
    try terminal.expect("\u{1B}[?2004l")
    try terminal.expect("hello there\r\n")
  }

  @Test func aScriptThatActsIsNotRunAtAll() throws {
    _ = try script("\\set prompt \"mine>\"\nprint acted\n")
    let terminal = try prompt()
    try terminal.expect("the start script only defines verbs, names and settings")
    try terminal.expect("\u{1B}[?2004h")
    try terminal.expect("> ")
    #expect(!terminal.transcript.contains("mine> "))
  }

  @Test func itIsLeftOutOnRequest() throws {
    _ = try script("print acted\n")
    let terminal = try prompt(["--no-init"])
    try terminal.expect("\u{1B}[?2004h")
    #expect(!terminal.transcript.contains("start script"))
  }

  @Test func onlyThePromptRunsIt() async throws {
    _ = try script("zz\n")
    let run = try await TuskRun.of(["-c", "print a"], home: home)
    #expect(run.output == "a\n" && run.errors.isEmpty && run.exit == 0)
  }
}
