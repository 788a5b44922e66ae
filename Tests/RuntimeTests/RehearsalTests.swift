import JSONValue
import Synchronization
import Testing
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// A rehearsal: what it answers for real, what it only plans, and that the plan is a program which does the same.
struct RehearsalTests {
  private static let setting = "tusker://x-callback-url/setThing?text="
  private static let telling = "tusker://x-callback-url/tellThing?text="

  @Test(arguments: [
    ("set a", ["\(setting)a"]), ("let x = set a", ["let r1 = open \(setting)a"]),
    ("let x = set a\nset b reply=$x", ["let r1 = open \(setting)a", "\(setting)b&reply=${r1}"]),
    ("let x = set a\nset $x.text", ["let r1 = open \(setting)a", "\(setting)${r1.text}"]),
    ("let x = set a\nset \"<$x.by.acct>\"", ["let r1 = open \(setting)a", "\(setting)%3C${r1.by.acct}%3E"]),
    (
      "let x = set a\nlet y = thing $x\nset \"$y.name\"",
      [
        "let r1 = open \(setting)a", "let r2 = open tusker://x-callback-url/getThing?statusID=${r1}",
        "\(setting)${r2.name}",
      ]
    ),
    (
      "let x = set a\nthing $x",
      ["let r1 = open \(setting)a", "let r2 = open tusker://x-callback-url/getThing?statusID=${r1}"]
    ),
    ("set a --yes timeout=5s", ["open \(setting)a --yes timeout=5s"]),
    ("set a timeout=60s", ["open \(setting)a timeout=60s"]),
    ("set a as=@b@b.example", ["open \(setting)a as=@b@b.example"]),
    ("as @b@b.example\nset a\nend", ["open \(setting)a as=@b@b.example"]),
    (
      "drop status:1 status:2",
      [
        "tusker://x-callback-url/dropThing?statusID=1", "tusker://x-callback-url/dropThing?statusID=2",
      ]
    ),
    ("for x in [a b]\nset $x\nend", ["\(setting)a", "\(setting)b"]),
    ("for x in (many limit=2)\nset $x.text\nend", ["\(setting)text%200", "\(setting)text%201"]),
    ("let x = set a\nfor t in $x.tags\nset $t\nend", ["let r1 = open \(setting)a", "\(setting)${r1.tags.0}"]),
    // What happens to names in a text that only the plan knows.
    (
      "let x = set a\ntell \"so: $x.text\" mentions=defuse",
      ["let r1 = open \(setting)a", "\(telling)so%3A%20${r1.text}&mentions=defuse"]
    ),
    (
      "let x = set a\ntell \"@bob: $x.text\" mentions=keep",
      ["let r1 = open \(setting)a", "\(telling)%40bob%3A%20${r1.text}&mentions=keep"]
    ),
    (
      "let x = set a\ntell \"@bob: $x.text\" mentions=defuse",
      ["let r1 = open \(setting)a", "\(telling)%40bob%3A%20${r1.text}"]
    ),
    ("let x = set a\ntell $x.text mentions=stop", ["let r1 = open \(setting)a", "\(telling)${r1.text}"]),
    ("tell \"@bob: $1\" mentions=defuse", ["\(telling)%40bob%3A%20arg"]),
    ("run echo a 'b c' \"$1\"", ["run echo a \"b c\" arg"]),
    ("let x = run echo a\nset $x", ["let r1 = run echo a", "\(setting)${r1}"]),
    ("let x = set a\nrun echo $x.url | cat -n", ["let r1 = open \(setting)a", "run echo \"${r1.url}\" | cat -n"]),
    ("many --all --json > out.jsonl", ["open tusker://x-callback-url/listMany?json=true --all > out.jsonl"]),
    (
      "many limit=5 | sort | uniq >> \"a b\"",
      ["open tusker://x-callback-url/listMany limit=5 | sort | uniq >> \"a b\""]
    ),
    (
      "thing status:1 status:2 > f",
      [
        "open tusker://x-callback-url/getThing?statusID=1 > f", "open tusker://x-callback-url/getThing?statusID=2 >> f",
      ]
    ),
    ("print \"$1 x\" > f", ["print \"arg x\" > f"]), ("read lines file:$1 | cat", ["read lines file:\"arg\" | cat"]),
    ("open tusker://x-callback-url/setThing?text=$1 > f", ["open \(setting)arg > f"]),
    ("def d a\nset $a\nend\nd x\nd (set y)", ["\(setting)x", "let r2 = open \(setting)y", "\(setting)${r2}"]),
    ("def d\nset a\nreturn 1\nend\nd | cat", ["\(setting)a"]), ("wait 1h\nset a", ["wait 1h", "\(setting)a"]),
    ("once k\nset a\nend", ["\(setting)a"]),
    ("for e in (watch)\nset $e.text\nend", []),
    ("let o = run printf x\nrun $1 $o", ["let r1 = run printf x", "run arg \"${r1}\""]),
  ])
  func thePlanSaysWhatWouldBeOpened(script: String, plan: [String]) async throws {
    let scene = Scene { url in .page(of: url, count: 5) }
    try await scene.run(script, rehearses: true, arguments: ["arg"])
    #expect(scene.planned == plan)
    #expect(scene.urls.allSatisfy { $0.action == "listMany" })
  }

  @Test(arguments: [
    ("for e in (watch)\nset $e.text\nend", "would: tusker://x-callback-url/setThing?text=<text of line 1>"),
    ("def d\nreturn 1\nend\nd | cat -n", "the result of line 4 would be piped on: | cat -n"),
    ("thing status:1 status:2 | cat", "the result of line 1 would be piped on: | cat"),
    (
      "let x = set a\nif $x.text? == null\nend",
      "a condition depends on a result that a rehearsal does not have; it is assumed to be true"
    ),
    (
      "if (set a) == status:1\nend",
      "a condition depends on a result that a rehearsal does not have; it is assumed to be true"
    ),
  ])
  func whatIsNoLineOfAPlanIsNoted(script: String, note: String) async throws {
    let scene = Scene()
    try await scene.run(script, rehearses: true)
    #expect(scene.told("noted ").contains(note), "\(scene.seen)")
  }

  /// A text of a server may have a NUL, for which the language has no escape.
  @Test(arguments: [
    "once $t\nset a\nend", "set $t", "set \"a $t b\"", "let x = set $t", "print $t > f",
    "for x in [$t]\nonce $x\nset a\nend\nend",
  ])
  func aPlanHasOnlyLinesThatCanBeRead(script: String) async throws {
    let scene = Scene(Scene.Surroundings(ledger: TestLedger())) { url in .success([.init("text", "d\0n")]) }
    try await scene.run("let y = thing status:1\nlet t = $y.text\n" + script, rehearses: true)
    #expect(Self.mistakes(in: scene.planned.joined(separator: "\n")).isEmpty, "\(scene.planned)")
    #expect(scene.told("noted ").contains { $0.contains("has a NUL character") }, "\(scene.seen)")
  }

  /// A script skips a block whose key it has completed, whatever is in it; the line that is skipped, and what is planned.
  @Test(arguments: [
    ("for x in [a b]\nonce k\nset $x\ntell $x\nend\nend", 2, ["setThing?text=a", "tellThing?text=a"]),
    ("for x in [a b] parallel=2\nonce k\nset same\nend\nend", 2, ["setThing?text=same"]),
    ("once k\nset a\nend\nonce k\ntell @bob\nend\nonce j\nset b\nend", 4, ["setThing?text=a", "setThing?text=b"]),
    ("once k\nset a\nend\nonce k\nlet y = set b\nend", 4, ["setThing?text=a"]),
    ("def d\nonce k\nset a\nend\nend\nd\nd", 2, ["setThing?text=a"]),
    (
      "for x in [a b]\nonce k\nlet y = set $x\nend\nset $y.url\nend", 2,
      ["setThing?text=a", "setThing?text=${r1.url}", "setThing?text=${r1.url}"]
    ),
    (
      "once k of=s effect=1 tusker://x-callback-url/setThing?text=a\n"
        + "once k of=s effect=1 tusker://x-callback-url/setThing?text=a\n"
        + "once k of=s effect=2 tusker://x-callback-url/setThing?text=a", 2, ["setThing?text=a", "setThing?text=a"]
    ),
  ])
  func aRepeatedKeyIsPlannedOnce(script: String, line: Int, planned: [String]) async throws {
    let scene = Scene(Scene.Surroundings(ledger: TestLedger())) { _ in .success([]) }
    try await scene.run(script, rehearses: true)
    let requests = scene.planned.compactMap { $0.split(separator: "x-callback-url/").last.map(String.init) }
    #expect(requests == planned, "\(scene.planned)")
    let note = "line \(line) would be skipped: a block above has the key \"k\""
    #expect(scene.told("noted ").contains(note), "\(scene.seen)")
    #expect(Self.mistakes(in: scene.planned.joined(separator: "\n")).isEmpty)
  }

  @Test func aPlanThatMayStopAtNamesIsIncomplete() async throws {
    let scene = Scene()
    try await scene.run("let x = set a\ntell \"@bob: $x.text\" mentions=defuse", rehearses: true)
    #expect(scene.told("noted ").contains { $0.hasPrefix("line 2 defuses only names from elsewhere") }, "\(scene.seen)")
  }

  /// Changes of one block are told apart by what they do and by their places.
  @Test(arguments: [
    "once k\nset a\ntell @bob\ntell @eve\nset a\nend", "once k\nfor x in [a b] parallel=2\nset $x\ntell @bob\nend\nend",
    // U+00E9, and e with U+0301: two keys.
    "once caf\u{E9}\nset a\nend\nonce cafe\u{301}\nset a\nend",
  ])
  func theRehearsalOfAPlanIsThatPlan(script: String) async throws {
    let scene = Scene(Scene.Surroundings(ledger: TestLedger())) { _ in .success([]) }
    try await scene.run(script, rehearses: true)
    #expect(
      scene.planned.count == script.split(separator: "\n").count { $0.hasPrefix("set") || $0.hasPrefix("tell") }
        * (script.contains("parallel") ? 2 : 1))
    let again = Scene(Scene.Surroundings(ledger: TestLedger())) { _ in .success([]) }
    try await again.run(scene.planned.joined(separator: "\n"), rehearses: true)
    #expect(again.planned == scene.planned)
  }

  /// A line of a plan makes one change, and the block of its script goes on.
  @Test func aPlannedLineDoesNotEndItsBlock() async throws {
    let script = "once k\nset a\ntell @bob\nend"
    let scene = Scene(Scene.Surroundings(ledger: TestLedger())) { _ in .success([]) }
    try await scene.run(script, rehearses: true)
    let mixed = Scene(Scene.Surroundings(ledger: TestLedger())) { _ in .success([]) }
    try await mixed.run("\(scene.planned[0])\n\(script)", rehearses: true)
    #expect(mixed.planned == scene.planned)
    let note = "line 3 would be skipped: a block above has the key \"k\""
    #expect(mixed.told("noted ").contains(note), "\(mixed.seen)")
  }

  /// Two streams have the same event in a plan, but not in a run.
  @Test func keysOfEventsDoNotRepeat() async throws {
    let scene = Scene(Scene.Surroundings(ledger: TestLedger())) { _ in .success([]) }
    try await scene.run("for x in [a b]\nfor e in (watch)\nonce $e.id\nset $x\nend\nend\nend", rehearses: true)
    let requests = scene.told("noted ").filter { $0.contains("setThing") }
    #expect(requests.count == 2 && !scene.told("noted ").contains { $0.contains("skipped") }, "\(scene.seen)")
  }

  @Test func anAnswerThatIsNotThereIsPrintedForPeople() async throws {
    let scene = Scene()
    try await scene.run("\n\nlet x = set a\nprint $x \"at $x.url\" to=stderr\n$x.text", rehearses: true)
    #expect(scene.told("stderr ") == ["<result of line 3> at <url of line 3>"])
  }

  @Test(arguments: [
    "let x = set a\nperson $x", "let x = set a\nset b reply=$x.by", "let x = set a\nset $x.nmae",
    "let x = set a\nrun $x.text",
    "let x = set a\nmany > $x.text", "let x = set a\nlet y = $x.text\nread csv file:$y",
    "let x = set a\nupload file:$x.url",
    "set $none", "for x in [1]\nnonsense\nend",
  ])
  func whatIsWrongIsWrongInARehearsalToo(script: String) async throws {
    let scene = Scene(["setThing": .item(.thing)])
    let rehearsed = try #require(await scene.failure(script, rehearses: true))
    let run = try #require(await scene.failure(script))
    #expect(rehearsed.kind == run.kind)
  }

  @Test(arguments: 0..<150)
  func aPlanIsAProgramThatChangesTheSame(seed: UInt64) async throws {
    var writer = ScriptWriter(seed: seed)
    let script = writer.script()
    #expect(Self.mistakes(in: script).isEmpty, "\(script)")
    let rehearsal = Self.scene()
    try await rehearsal.run(script, rehearses: true)
    #expect(rehearsal.changes.isEmpty)
    let plan = rehearsal.planned.joined(separator: "\n")
    #expect(Self.mistakes(in: plan).isEmpty, "\(script)\n---\n\(plan)")
    let (first, second) = (Self.scene(), Self.scene())
    try await first.run(script)
    try await second.run(plan)
    #expect(first.changes == second.changes, "\(script)\n---\n\(plan)")
    #expect(!first.calls.contains { $0.contains("never") })
  }

  private static func mistakes(in text: String) -> [String] {
    do {
      let source = Source(text)
      var checker = Checker(resolver: Scene.resolver, arguments: [])
      return checker.check(try Parser.parse(source), in: source).map(\.message)
    } catch {
      return ["\(error.message) at \(error.span)"]
    }
  }

  /// A door that answers each change with another thing.
  private static func scene() -> Scene {
    let count = Mutex(0)
    return Scene { url in
      guard url.action != "listMany" else { return .page(of: url, count: 25) }
      guard url.action == "setThing" else { return .success([]) }
      let number = count.withLock { count in
        count += 1
        return count
      }
      var thing = JSON.thing.object ?? [:]
      thing["id"] = .string("s\(number)")
      thing["text"] = .string("made \"\(number)\" \\ $x ${r1} \n ~ --yes")
      return .item(.object(thing))
    }
  }
}

extension Scene {
  /// What was changed, and as whom.
  fileprivate var changes: [String] {
    zip(urls, allOptions).filter { ["setThing", "dropThing", "saveThing"].contains($0.0.action) }.map { url, terms in
      let request = CallbackURL(scheme: "tusker", action: url.action, pairs: url.told)
      return "\(terms.account ?? "-") \(terms.assumesYes) \(terms.timeout) \(request)"
    }
  }
}
