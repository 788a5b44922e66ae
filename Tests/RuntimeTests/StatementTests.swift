import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// Each statement of the language, by what it prints.
struct StatementTests {
  @Test(arguments: [
    ("let x = 1\nlet x = 2\nprint $x", "2"), ("for x in [a b c]\nprint $x\nend", "a b c"),
    ("for x in []\nprint $x\nend\nprint end", "end"),
    ("for x in [1 2]\nfor y in [a b]\nprint \"$x$y\"\nend\nend", "1a 1b 2a 2b"),
    ("for x in $@\nprint $x\nend", "one two"), ("if 1 == 2\nprint a\nelse if 1 == 1\nprint b\nelse\nprint c\nend", "b"),
    ("if 1 == 2\nprint a\nelse\nprint c\nend", "c"), ("if 1 == 2\nprint a\nend", ""),
    ("try\nexpect 1 == 2 'no'\nprint a\ncatch e\nprint $e.kind $e.message\nend", "expect no"),
    ("try\nexpect 1 == 2\ncatch\nprint caught\nend", "caught"), ("try\nexpect 1 == 2\nend\nprint on", "on"),
    ("try\nprint fine\ncatch\nprint caught\nend", "fine"),
    ("try\ntry\nexpect 1 == 2 'in'\ncatch e\nexpect 1 == 2 'out'\nend\ncatch e\nprint $e.message\nend", "out"),
    ("def say a\nprint $a\nend\nsay x\nsay a=y", "x y"), ("def give\nreturn 5\nend\nlet x = give\nprint $x", "5"),
    ("def give\nreturn\nend\nlet x = give\nprint \"<$x>\"", "<>"),
    ("def give\nend\nlet x = give\nprint \"<$x>\"", "<>"),
    ("def give\nfor x in [1 2]\nreturn $x\nend\nend\nprint (give)", "1"), ("expect 1 == 1\nprint on", "on"),
    ("print a\nexit\nprint b", "a"), ("for x in [1 2 3]\nif $x == 2\nnext\nend\nprint $x\nend", "1 3"),
    ("for x in [1 2 3]\nif $x == 2\nstop\nend\nprint $x\nend\nprint end", "1 end"),
    ("for x in [1 2]\nfor y in [1 2]\nstop\nend\nprint $x\nend", "1 2"), ("for x in [1 2]\nexit\nend\nprint end", ""),
    ("try\nexit\nend\nprint end", ""), ("help set", "sets things"),
    ("source one.tsk\nprint $there\nhello bob", "in one here hi bob"),
    ("source args.tsk a 'b c'\nprint $1", "a b c one"), ("source bail.tsk\nprint end", "before"),
    ("# nothing\n\nprint a # b", "a"),
  ])
  func statementsDoWhatTheySay(script: String, printed: String) async {
    let scene = Scene(
      Scene.Surroundings(scripts: [
        "one.tsk": "let there = 'here'\ndef hello name\nprint \"hi $name\"\nend\nprint 'in one'",
        "args.tsk": "print $1 $2", "bail.tsk": "print before\nif 1 == 1\nexit\nend\nprint after",
      ]), answering: { _ in .success([]) })
    #expect(await scene.failure(script, arguments: ["one", "two"])?.message == nil)
    #expect(scene.printed.joined(separator: " ") == printed)
  }

  @Test(
    arguments: [
      ("exit", 0), ("exit 3", 3), ("for x in [1]\nexit 4\nend", 4), ("try\nexit 5\ncatch\nend", 5),
      ("source out.tsk", 6),
      ("def bail\nexit 7\nend\nbail\nprint on", 7), ("def bail\nfor x in [1 2]\nexit 8\nend\nend\nbail\nprint on", 8),
      ("once k\nexit 9\nend", 9), ("as @me@a.example\nexit 10\nend", 10), ("if 1 == 1\nexit 11\nend", 11),
      ("for x in [1 2] parallel=2\nexit 12\nend", 12),
      ("def a\nexit 13\nend\ndef b\na\nprint on\nend\nb\nprint on", 13),
      ("for x in [1] on-error=skip\nexit 14\nend", 14), ("print on", nil),
    ] as [(String, Int32?)])
  func exitEndsTheScriptFromAnywhere(script: String, code: Int32?) async throws {
    let scene = Scene(Scene.Surroundings(scripts: ["out.tsk": "exit 6"])) { _ in .success([]) }
    #expect(try await scene.run(script)?.rawValue == code)
    #expect(scene.printed == (code == nil ? ["on"] : []))
  }

  @Test(arguments: [
    "let x = bail", "set (bail)", "print (bail)", "for x in (bail)\nend", "if (bail) == 1\nend", "set a loud=(bail)",
    "try\nlet x = bail\ncatch\nprint caught\nend", "for x in [1] on-error=skip\nlet y = bail\nend",
  ])
  func aVerbThatEndsTheScriptHasNoValue(line: String) async throws {
    let scene = Scene()
    let script = "def bail\nexit 7\nend\n\(line)\nprint on"
    do throws(Diagnostic) {
      #expect(try await scene.run(script)?.rawValue == 7)
    } catch {
      #expect(error.kind == .interrupted && error.exitCode.rawValue == 7)
    }
    #expect(scene.printed.isEmpty && scene.urls.isEmpty)
  }

  @Test(arguments: [
    ("expect 1 == 2", Diagnostic.Kind.expectation, 4), ("expect 1 == 2 \"no $1\"", .expectation, 4),
    ("for x in $1\nend", .forNeedsList, 65), ("for x in (thing status:1)\nend", .forNeedsList, 65),
    ("let x = wait 5s", .typeMismatch, 64), ("let x = print a", .typeMismatch, 64), ("\\q", .metaInScript, 64),
    ("source gone.tsk", .unreadable, 66), ("source broken.tsk", .unterminatedBlock, 64),
    ("source wrong.tsk", .unknownVerb, 64), ("for x in [1]\nsource next.tsk\nend", .misplaced, 64),
    ("help zz", .unknownVerb, 64), ("wait 0", .typeMismatch, 64), ("exit 64", .outOfRange, 64),
    ("if $1\nend", .typeMismatch, 65),
    ("expect null", .typeMismatch, 65), ("once []\nend", .typeMismatch, 65), ("once \"\"\nend", .typeMismatch, 65),
    ("set a timeout=0s", .outOfRange, 64), ("read xml file:x", .typeMismatch, 64),
    ("read csv file:/proc/none", .unreadable, 66),
    ("as bob\nend", .typeMismatch, 65), ("as status:1\nend", .typeMismatch, 65),
    ("as account:7\nend", .typeMismatch, 65),
    ("every 0s\nend", .typeMismatch, 64), ("every soon\nend", .typeMismatch, 64), ("at 24:00\nend", .typeMismatch, 64),
    ("at 9:00\nend", .typeMismatch, 64), ("at 09:00 zone=Nowhere/None\nend", .typeMismatch, 64),
    ("at 09:00 days=[monday]\nend", .typeMismatch, 64), ("for x in [1] parallel=0\nend", .outOfRange, 64),
    ("for x in [1] on-error=go\nend", .typeMismatch, 64), ("for x in [1] pace=fast\nend", .typeMismatch, 64),
    ("for x in [1] limit=0\nend", .outOfRange, 64), ("for x in [1] colour=red\nend", .unknownParam, 64),
  ])
  func whatIsWrongHasItsKindAndCode(script: String, kind: Diagnostic.Kind, code: Int32) async throws {
    let scene = Scene(
      Scene.Surroundings(scripts: ["broken.tsk": "if 1 == 1", "wrong.tsk": "set a\nnonsense", "next.tsk": "next"]),
      answering: { _ in .success([]) })
    let diagnostic = try #require(await scene.failure(script, arguments: ["text"]))
    #expect(diagnostic.kind == kind && diagnostic.exitCode.rawValue == code, "\(diagnostic)")
  }

  @Test func aMistakeInAnotherScriptPointsThere() async throws {
    let scene = Scene(
      Scene.Surroundings(scripts: ["a.tsk": "def d x\n  set $x.y\nend", "b.tsk": "\n\n  set $none"]),
      answering: { _ in .success([]) })
    let inner = try #require(await scene.failure("source b.tsk"))
    #expect(inner.source?.name == "b.tsk" && inner.source?.text(inner.span) == "$none")
    let called = try #require(await scene.failure("source a.tsk\nd text"))
    #expect(called.source?.name == "a.tsk" && called.source?.text(called.span) == "$x.y")
    let own = try #require(await scene.failure("source a.tsk\nset $none"))
    #expect(own.source == nil)
  }

  @Test func aScriptThatRunsItselfComesToAnEnd() async throws {
    let scene = Scene(Scene.Surroundings(scripts: ["me.tsk": "set a\nsource me.tsk"])) { _ in .success([]) }
    let diagnostic = try #require(await scene.failure("source me.tsk"))
    #expect(diagnostic.kind == .tooDeep && diagnostic.exitCode == .data)
    #expect(scene.urls.count == 64)
  }
}
