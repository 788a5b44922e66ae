import Glibc
import JSONValue
import TestSupport
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// Programs and files at the end of a line: what they are given, what becomes of it, and what may name them.
@Suite(.timeLimit(.minutes(5)))
struct PipelineTests {
  private let folder: TemporaryFolder

  init() throws {
    ignoreBrokenPipes()
    folder = try TemporaryFolder()
  }

  private func scene() -> Scene {
    Scene { url in
      switch url.action {
      case "listMany": .page(of: url, count: 25)
      case "setThing": .item(.thing)
      case "dropThing": .failure(Failure(.notFound, "gone"))
      default: .success([CallbackURL.Pair("name", "n")])
      }
    }
  }

  private func content(_ name: String) throws -> String { try text(ofFile: "\(folder.path)/\(name)") }

  @Test(arguments: [
    ("run printf '<%s>' a 'b c' \"\"", "<a><b c><>"), ("run printf '<%s>' $1 $@", "<one><one><two words>"),
    ("run printf '<%s>' [a [b c] 'd e']", nil), ("run printf '<%s>' [a 'd e'] f", "<a><d e><f>"),
    (
      "let x = set a\nrun printf '<%s>' $x $x.id $x.count $x.loud $x.by $x.tags",
      "<a thing><status:7><7><true><ann@a.example><x><y>"
    ),
    ("run printf '<%s>' null 1.50 007 true", "<null><1.50><007><true>"),
    ("run printf '<%s>' @bob@b.example", "<@bob@b.example>"),
    ("run printf '<%s>' '$1' '*' ';' '`id`' '$(id)' '|' '>' x", "<$1><*><;><`id`><$(id)><|><>><x>"),
    ("run printf '<%s>' pre$1 \"$2\"", "<preone><two words>"), ("run printf '<%s>' -- -x", "<--><-x>"),
    ("let p = printf\nrun $p", nil), ("let p = 'printf'\nrun $p '%s' x", "x"), ("run [printf '%s' y]", "y"),
    ("let d = '%s'\nrun printf \"$d\" (run printf z)", "z"),
  ])
  func eachWordIsOneArgument(script: String, output: String?) async throws {
    let scene = scene()
    let lines = script.split(separator: "\n")
    let captured = (lines.dropLast() + ["let out = \(lines[lines.count - 1])", "print $out"]).joined(separator: "\n")
    let failure = await scene.failure(captured, arguments: ["one", "two words"])
    guard let output else { return #expect(failure != nil) }
    #expect(failure == nil, "\(failure?.message ?? "")")
    #expect(scene.printed == [output])
  }

  @Test(arguments: [
    ("many limit=2 | cat", #"{"id":"0","text":"text 0","count":0}"# + "\n" + #"{"id":"1","text":"text 1","count":1}"#),
    ("set a | tr a-z A-Z", nil), ("thing status:1 | cat", #"{"name":"n"}"#), ("many --all | wc -l", "25"),
    ("many --all | head -n 1 | wc -l", "1"), ("thing status:1 status:2 | wc -l", "2"),
    ("read lines file:in.txt | cat", "\"a\"\n\"b\""),
    ("run printf 'b\\na\\n' | sort", "a\nb"), ("run printf 'x\\r\\n'", "x"), ("run printf 'x\\n\\n'", "x\n"),
    ("run true", ""),
    ("give | cat", "5"), ("read csv file:rows.csv | tail -n 1", #"{"a":"1","b":"x y"}"#),
  ])
  func aProgramReadsALineOfJSONForEachItem(line: String, output: String?) async throws {
    try write("a\nb\n", toFile: "\(folder.path)/in.txt")
    try write("A,B\n1,x y\n", toFile: "\(folder.path)/rows.csv")
    let scene = scene()
    let placed = line.replacing("file:", with: "file:\(folder.path)/")
    try await scene.run("def give\nreturn 5\nend\nlet out = \(placed)\nprint $out")
    if let output { #expect(scene.printed == [output]) }
  }

  @Test(arguments: [
    ("many limit=3 > f", "0\n1\n2\n"),
    (
      "many limit=3 --json > f",
      (0..<3).map { #"{"id":"\#($0)","text":"text \#($0)","count":\#($0)}"# + "\n" }.joined()
    ),
    ("print a > f\nprint b >> f\nprint c >> f", "a\nb\nc\n"),
    ("print a > f\nprint b > f", "b\n"), ("many --all | wc -l > f", "25\n"),
    ("run printf x > f\nrun printf y >> f", "xy"),
    ("say > f", "one\nprogram\ntwo\n"), ("many --all > f", (0..<25).map { "\($0)\n" }.joined()),
    ("let x = print a > f\nprint b >> f", "a\nb\n"), ("read lines file:/dev/null > f", ""),
  ])
  func aFileHoldsWhatALineShows(script: String, content: String) async throws {
    let placed = script.replacing("> f", with: "> \(folder.path)/f")
    let scene = scene()
    let failure = await scene.failure(
      "def say\nprint one\nrun echo program\nprint two\nprint err to=stderr\nend\n" + placed, arguments: ["arg"])
    #expect(failure == nil, "\(failure?.message ?? "")")
    #expect(try self.content("f") == content)
    #expect(scene.seen == (script.contains("say") ? ["stderr err"] : []))
  }

  @Test(arguments: [
    "drop status:1 > f", "run false > f", "run sh -c 'echo half; exit 3' > f", "many --all | false > f", "fails > f",
    "zz > f",
    "run no-such-program-here > f", "many --all | sh -c 'cat; kill -9 $$' > f", "broken --all > f",
  ])
  func aFileIsReplacedOnlyWhenAllWentWell(line: String) async throws {
    try write("old", toFile: "\(folder.path)/f")
    let scene = Scene { url in
      url.action == "listMany" && url.values(of: "page") == ["20"]
        || url.action == "dropThing" ? .failure(Failure(.network, "gone")) : .page(of: url, count: 25)
    }
    let script = "def fails\nprint half\nexpect 1 == 2\nend\n" + line.replacing("broken", with: "many")
    #expect(await scene.failure(script.replacing("> f", with: "> \(folder.path)/f")) != nil)
    #expect(try content("f") == "old")
    #expect(try names(inFolder: folder.path) == ["f"])
  }

  @Test func whatWasAppendedBeforeAMistakeStays() async throws {
    try write("old\n", toFile: "\(folder.path)/f")
    let scene = scene()
    #expect(await scene.failure("def fails\nprint half\nexpect 1 == 2\nend\nfails >> \(folder.path)/f") != nil)
    #expect(try content("f") == "old\nhalf\n")
  }

  @Test(
    arguments: [
      ("many --all > /dev/null/f", 73), ("many --all > /", 73), ("let x = []\nmany > $x", 65), ("many > \"\"", 65),
      ("run \"\"", 65), ("let x = null\nrun $x", 65), ("let x = null\nrun echo $x", 65),
      ("let x = set a\nrun echo $x.parts.0", 65), ("run sh -c 'kill -9 $$'", 69),
      ("run printf '\\377' > /dev/null", nil),
      ("let x = run printf '\\377'", 65),
    ] as [(String, Int32?)])
  func whatCannotBeRunOrWrittenIsAnErrorWithItsCode(script: String, code: Int32?) async throws {
    #expect(await scene().failure(script, arguments: ["a"])?.exitCode.rawValue == code)
  }

  @Test func nothingIsAskedOfTheServerForAFileThatCannotBeWritten() async throws {
    let scene = scene()
    #expect(await scene.failure("many --all > /dev/null/f") != nil)
    #expect(scene.urls.isEmpty)
  }

  @Test func aRehearsalStartsNothingAndWritesNothing() async throws {
    try write("old", toFile: "\(folder.path)/f")
    let path = folder.path
    try await scene().run(
      "many > \(path)/f\nrun touch \(path)/g\nlet x = run touch \(path)/h\nprint a >> \(path)/f\nset a | tee \(path)/i",
      rehearses: true)
    #expect(try names(inFolder: path) == ["f"])
    #expect(try content("f") == "old")
  }

  @Test func programsOfALoopWriteWhereItWrites() async throws {
    let scene = scene()
    try await scene.run(
      "def all\nfor x in [1 2 3] parallel=3\nrun printf \"%s\\n\" $x\nend\nend\nall > \(folder.path)/f")
    #expect(try content("f").split(separator: "\n") == ["1", "2", "3"])
  }

  @Test func theServerIsAskedForNoMorePagesThanAProgramReads() async throws {
    let scene = Scene { url in .page(of: url, count: 1_000_000) }
    try await scene.run("let n = many --all | head -n 15 | wc -l\nprint $n")
    #expect(scene.printed == ["15"])
    #expect(scene.urls.count < 5_000)
  }

  /// The second page is still on its way when the program ends, if it was asked for by then.
  @Test func aProgramThatWantsNoMoreInterruptsNothing() async throws {
    let scene = Scene { url in
      guard url.values(of: "page").isEmpty else {
        while !Task.isCancelled { sched_yield() }
        return .canceled
      }
      return .page(of: url, count: 1_000_000)
    }
    try await scene.run("let n = many --all | head -n 1\nprint done")
    #expect(scene.printed == ["done"])
    #expect(scene.urls.count <= 2)
  }
}
