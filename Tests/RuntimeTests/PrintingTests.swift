import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// `print`, and what stands for what in any command: `$1`, `$@` and `file:`.
struct PrintingTests {
  @Test(
    arguments: [
      ("print", ""), ("print hello", "hello"), ("print a  b   c", "a b c"), ("print 'a  b' \"c\\td\"", "a  b c\td"),
      ("print \"\\u{1F418}\\n\"", "\u{1F418}\n"),
      ("print status:9 @bob@b.example #cats", "status:9 @bob@b.example #cats"),
      ("print https://a.example/?a=b", "https://a.example/?a=b"),
      ("print tusker://x-callback-url/x", "tusker://x-callback-url/x"),
      ("print 1 true null", "1 true null"), ("print $1 $2", "one two words"), ("print $@", "one two words"),
      ("print \"<$1|${2}>\"", "<one|two words>"), ("print '$1'", "$1"), ("print a$1", "aone"), ("print [$1?]", "one?"),
      ("print ${9?}", ""), ("print \"\"\"\n  a\n    b\n  \"\"\"", "a\n  b"),
      ("print status:$1", "status:one"),
    ])
  func aLineIsPrintedAsItIs(line: String, printed: String) async {
    let scene = Scene()
    let failure = await scene.failure(line, arguments: ["one", "two words"])
    #expect(failure == nil)
    #expect(scene.seen == ["printed \(printed)"])
    #expect(scene.urls.isEmpty)
  }

  @Test(arguments: ["print a --yes", "print a key=value", "print --json", "print a to=nowhere"])
  func whatIsNoValueIsNotPrinted(line: String) async {
    let scene = Scene()
    #expect(await scene.failure(line)?.exitCode == .usage)
    #expect(scene.seen.isEmpty)
  }

  @Test(arguments: [
    ("print [a [b 1]] null x", "a b 1 null x"), ("print $1 to=stdout", "one"), ("print (thing status:1)", "{}"),
    ("print [status:1 @bob]", "status:1 @bob"), ("print \"${9?}|\"", "|"),
  ])
  func listsAndRecordsArePrintedToo(line: String, printed: String) async throws {
    let scene = Scene()
    try await scene.run(line, arguments: ["one"])
    #expect(scene.printed == [printed])
  }

  @Test func errorsArePrintedElsewhere() async throws {
    let scene = Scene()
    try await scene.run("print careful to=stderr")
    #expect(scene.seen == ["stderr careful"])
  }

  @Test func aCommandInParenthesesRunsOnce() async throws {
    let scene = Scene(["setThing": .item(["id": "7", "text": "done"])])
    try await scene.run("print (set a) [(set b)]\nprint $me", arguments: [])
    #expect(scene.calls == ["setThing a", "setThing b", "getCurrentUser"])
    #expect(scene.printed.first == "done done")
  }

  @Test(arguments: ["$3", "$0", "$99999999999999999999", "$name", "\"$3\"", "${name}", "$env.HOME", "$_"])
  func whatIsNotGivenIsAnErrorWhereItStands(word: String) async throws {
    for verb in ["print", "set"] {
      let scene = Scene()
      let diagnostic = try #require(
        await scene.failure("\(verb) \(word)", arguments: ["one", "two"]), "\(verb) \(word) ran")
      #expect(diagnostic.exitCode == .data && diagnostic.kind == .unknownName)
      #expect(diagnostic.span.start >= verb.utf8.count + 1)
      #expect(scene.seen.isEmpty && scene.urls.isEmpty)
    }
  }

  @Test(arguments: ["$1.field", "$@.x", "$@.7", "$@.99999999999999999999"])
  func aFieldThatIsNotThereIsAnError(word: String) async throws {
    let scene = Scene()
    let diagnostic = try #require(await scene.failure("set \(word)", arguments: ["one", "two"]))
    #expect(diagnostic.exitCode == .data && diagnostic.kind == .unknownField)
    #expect(scene.urls.isEmpty)
  }

  @Test(arguments: [
    "a b", "--yes", "text=x", "status:1", "'", "\"", "$2", "# no comment", "a\nset b", "", "\u{0}", "(x)", "| cat",
    "file:here.txt", "\u{202E}", "@bob", "tusker://x-callback-url/setThing?text=y",
  ])
  func anArgumentIsOneTextAndNothingElse(argument: String) async throws {
    let scene = Scene()
    try await scene.run("set $1", arguments: [argument, "other"])
    #expect(scene.urls.count == 1)
    #expect(scene.urls[0].values(of: "text") == [argument])
    #expect(scene.allOptions == [Dispatcher.RequestOptions()])
  }

  @Test func anArgumentNamesASubjectOnlyByItsKind() async throws {
    let scene = Scene()
    try await scene.run("thing status:$1", arguments: ["77"])
    #expect(scene.requests == ["tusker://x-callback-url/getThing?statusID=77"])
    #expect(await scene.failure("thing $1", arguments: ["77"])?.exitCode == .data)
  }

  @Test func aMissingOptionalArgumentIsLeftOut() async throws {
    let scene = Scene()
    #expect(await scene.failure("set text=${1?}") == nil)
    #expect(scene.requests == ["tusker://x-callback-url/setThing"])
  }

  @Test func onlyAWrittenFileIsRead() async throws {
    let scene = Scene()
    try await scene.run("set text=file:here.txt\nset 'file:here.txt'\nset \"file:here.txt\"")
    #expect(scene.urls.map { $0.values(of: "text")[0] } == ["from a file", "file:here.txt", "file:here.txt"])
  }

  @Test func aFileThatCannotBeReadIsPointedAt() async throws {
    let line = "set text=file:gone.txt"
    let diagnostic = try #require(await Scene().failure(line))
    #expect(diagnostic.kind == .unreadable && diagnostic.exitCode == .noInput)
    #expect(
      line.utf8.dropFirst(diagnostic.span.start).starts(with: "gone.txt".utf8)
        || line.utf8.dropFirst(diagnostic.span.start).starts(with: "file:gone.txt".utf8))
  }
}
