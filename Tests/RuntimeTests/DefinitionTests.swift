import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// Verbs that a script makes, and how long names live.
struct DefinitionTests {
  private static let greet = "def greet who how=Hello loud=false\nprint \"$how, $who! $loud\"\nend\n"

  @Test(arguments: [
    ("greet ann", "Hello, ann! false"), ("greet ann Hi", "Hi, ann! false"), ("greet ann Hi true", "Hi, ann! true"),
    ("greet who=ann", "Hello, ann! false"), ("greet how=Hi ann", "Hi, ann! false"),
    ("greet ann loud=true", "Hello, ann! true"),
    ("greet ann --loud", "Hello, ann! true"), ("greet ann --no-loud Hi", "Hi, ann! false"),
    ("greet how=Hi who=ann", "Hi, ann! false"),
    ("let x = \"a b\"\ngreet $x", "Hello, a b! false"), ("greet (give)", "Hello, 5! false"),
    ("greet 'x $who'", "Hello, x $who! false"),
  ])
  func inputsAreGivenByPlaceOrByName(line: String, printed: String) async {
    let scene = Scene()
    #expect(await scene.failure(Self.greet + "def give\nreturn 5\nend\n" + line)?.message == nil)
    #expect(scene.printed == [printed])
  }

  /// A verb that is added to Tusk changes no script that has one of the same name.
  @Test(arguments: ["def thing x\nprint \"own $x\"\nend\nthing status:5", "def get x\nprint \"own 5\"\nend\nget thing"])
  func aScriptsVerbWinsOverTusks(_ script: String) async {
    let scene = Scene()
    #expect(await scene.failure(script)?.message == nil)
    #expect(scene.calls.isEmpty && scene.printed.allSatisfy { $0.hasPrefix("own ") } && scene.printed.count == 1)
  }

  @Test(arguments: [
    ("greet", Diagnostic.Kind.missingArg), ("greet a b c d", .tooManyArgs), ("greet a why=b", .unknownParam),
    ("greet a who=b", .unknownParam), ("greet how=a how=b c", .unknownParam), ("greet --bold a", .unknownParam),
    ("greet hwo=a", .unknownParam), ("greet $none", .unknownName), ("grete a", .unknownVerb),
  ])
  func aCallThatDoesNotFitIsAnError(line: String, kind: Diagnostic.Kind) async throws {
    let scene = Scene()
    let diagnostic = try #require(await scene.failure(Self.greet + line))
    #expect(diagnostic.kind == kind, "\(diagnostic)")
    #expect(scene.printed.isEmpty)
  }

  @Test(
    arguments: [
      ("let x = 1\ndef d\nprint $x\nend\nd", nil), ("def d\nlet y = 1\nend\nd\nprint $y", nil),
      ("def d x\nlet x = 2\nend\nlet x = 1\nd 5\nprint $x", "1"),
      ("def d x\nprint $x\nend\nlet x = 1\nd 5\nprint $x", "5 1"),
      ("for x in [1]\nend\nprint $x", nil), ("let x = 0\nfor x in [1 2]\nend\nprint $x", "0"),
      ("for x in [1 2]\nlet y = $x\nend\nprint $y", "2"), ("if 1 == 1\nlet y = 1\nend\nprint $y", "1"),
      ("try\nlet y = 1\nend\nprint $y", "1"), ("try\nexpect 1 == 2\ncatch e\nend\nprint $e.kind", "expect"),
      ("as @me@a.example\nlet y = 1\nend\nprint $y", "1"), ("once k\nlet y = 1\nend\nprint $y", "1"),
      ("let y = 0\nfor x in [1 2] parallel=2\nlet y = $x\nend\nprint $y", "0"),
      ("for x in [1 2] parallel=2\nlet y = $x\nend\nprint $y", nil),
      ("def d\nfor x in [1]\nlet y = 1\nend\nprint $y\nend\nd", "1"),
      ("for x in [1 2]\nlet x = 5\nprint $x\nend", "5 5"), ("def d\nprint $1\nend\nd", "arg"),
      ("def a\nreturn 1\nend\ndef b\nreturn (a)\nend\nprint (b)", "1"),
      ("def b\nreturn a\nend\ndef a\nreturn 2\nend\nlet x = b\nprint $x", "2"),
      ("let x = 1\nlet x = [$x $x]\nprint $x", "1 1"), ("def d x\nreturn $x\nend\nlet y = d a=1", nil),
    ] as [(String, String?)])
  func namesLiveToTheEndOfTheScriptOrVerb(script: String, printed: String?) async {
    let scene = Scene()
    let failure = await scene.failure(script, arguments: ["arg"])
    #expect((failure == nil) == (printed != nil), "\(failure?.message ?? "it ran")")
    if let printed { #expect(scene.printed.joined(separator: " ") == printed) }
  }

  @Test(arguments: ["def d\nd\nend\nd", "def a\nb\nend\ndef b\na\nend\na", "def d x\nlet y = d $x\nend\nd 1"])
  func aVerbThatUsesItselfComesToAnEnd(script: String) async throws {
    let diagnostic = try #require(await Scene().failure(script))
    #expect(diagnostic.kind == .tooDeep && diagnostic.exitCode == .data)
  }

  @Test func aListThatWasHandedInCanBeGoneThroughAgain() async throws {
    let scene = Scene { url in .page(of: url, count: 25) }
    try await scene.run(
      """
      def same list
        return $list
      end
      let all = many --all
      for x in (same $all) limit=12
      end
      for x in $all
        print $x.count
      end
      """)
    #expect(scene.printed == (0..<25).map(String.init))
    #expect(scene.urls.count == 3)
  }

  @Test func aVerbThatFailedLeavesWhatItDidCounted() async throws {
    let ledger = TestLedger()
    let scene = Scene(Scene.Surroundings(ledger: ledger)) { _ in .success([]) }
    try await scene.run("def d\nset a\nexpect 1 == 2\nend\nonce k\ntry\nd\ncatch\nend\nset a\nend")
    #expect(scene.allOptions.compactMap(\.effect?.name) == ["setThing#1", "setThing#2"])
  }
}
