import Testing
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// The access token in the environment reaches programs by the script's own words, and nothing else.
struct SecretTests {
  private static let token = "s3cr3t-token"

  /// Every way to hold the token, and a variable that has it.
  private static let holders = [
    ("", "$env.TUSK_TOKEN"), ("let t = $env.TUSK_TOKEN", "$t"), ("let t = \"a $env.TUSK_TOKEN b\"", "$t"),
    ("let l = [x $env.TUSK_TOKEN]", "$l.1"), ("let l = [[$env.TUSK_TOKEN]]\nlet t = \"<$l.0.0>\"", "$t"),
    ("def d x\nlet y = \"$x\"\nreturn $y\nend\nlet t = d $env.TUSK_TOKEN", "$t"),
    ("let t = status:$env.TUSK_TOKEN", "$t"), ("run printf ''\nlet u = $env.TUSK_TOKEN?\nlet t = $u", "$t"),
  ]

  private func scene(_ ledger: TestLedger? = nil) -> Scene {
    Scene(
      ["setThing": .item(.thing), "listThings": .items([.thing])],
      Scene.Surroundings(ledger: ledger, environment: ["TUSK_TOKEN": Self.token]))
  }

  /// Whether the token is in what a run sent, showed or reported.
  private func isShown(by scene: Scene, _ failure: Diagnostic?) -> Bool {
    let words =
      scene.urls.map(\.description) + scene.seen + scene.allOptions.compactMap(\.account) + [
        String(describing: failure)
      ]
    return words.contains { $0.contains(Self.token) }
  }

  @Test(arguments: [
    "set FIELD", "set \"x FIELD\"", "set x link=FIELD", "set x media=[FIELD]", "set x size=FIELD", "thing FIELD",
    "thing status:FIELD", "person @FIELD", "open tusker://x-callback-url/setThing?text=FIELD",
    "tusker://x-callback-url/setThing?text=a-FIELD", "set x timeout=FIELD", "set x as=FIELD", "many limit=FIELD",
    "let y = set FIELD", "set (set FIELD)", "def f z\nset $z\nend\nf FIELD",
    "for y in [FIELD]\nset $y\nend", "as FIELD\nset x\nend", "once FIELD\nset x\nend", "once \"k FIELD\"\nset x\nend",
    "for y in [1] once=FIELD\nset x\nend", "for y in [1] parallel=FIELD\nset x\nend", "every FIELD\nset x\nend",
    "every 1h jitter=FIELD\nset x\nend", "at FIELD\nset x\nend", "wait FIELD", "exit FIELD", "help FIELD", "apps FIELD",
    "source FIELD", "source a.tsk FIELD", "read lines file:FIELD", "set rate FIELD", "run FIELD", "run \"FIELD\" x",
    "set x > FIELD", "run date > \"FIELD\"", "things | FIELD", "def g\nreturn FIELD\nend\nset (g)",
  ])
  func theTokenIsRefusedWhereItWouldLeave(line: String) async throws {
    for (holder, field) in Self.holders {
      let ledger = TestLedger()
      let scene = scene(ledger)
      let script = "\(holder)\n\(line.replacing("FIELD", with: Self.braced(field, in: line)))"
      let failure = await scene.failure(script)
      #expect(
        [.secretValue, .typeMismatch, .unknownName].contains(failure?.kind), "\(script): \(failure?.message ?? "ran")")
      #expect(!isShown(by: scene, failure), "\(script)")
      #expect(!scene.calls.contains { $0.hasPrefix("setThing") }, "\(script)")
      let calls = await ledger.calls
      #expect(!calls.joined().contains(Self.token), "\(script)")
    }
  }

  @Test(arguments: [
    ("print FIELD", 1), ("print \"FIELD\" [a FIELD]", 2), ("print (id FIELD)", 1), ("FIELD", 1),
    ("if FIELD != null\nprint yes FIELD\nend", 1), ("expect 1 == 2 \"FIELD\"", 0),
    ("try\nset FIELD\ncatch e\nprint $e.message\nend", 0), ("try\nprint FIELD.x.y\ncatch e\nprint $e.message\nend", 0),
    ("once k\nlet k = FIELD\nend", 0), ("print FIELD | cat", 0), ("let x = run true FIELD", 0),
  ])
  func whatIsShownIsMasked(line: String, masks: Int) async throws {
    for (holder, field) in Self.holders where !line.hasPrefix("FIELD") || !field.hasPrefix("$env") {
      for rehearses in [false, true] {
        let ledger = TestLedger()
        let scene = scene(ledger)
        let script =
          "def id x\nreturn $x\nend\n\(holder)\n\(line.replacing("FIELD", with: Self.braced(field, in: line)))"
        let failure = await scene.failure(script, rehearses: rehearses)
        #expect(!isShown(by: scene, failure), "\(script)")
        let shown = scene.seen.joined().components(of: "REDACTED")
        #expect(shown >= masks, "\(script): \(scene.seen)")
        let kept = await ledger.calls.joined() + ledger.outcomes.joined()
        #expect(!kept.contains(Self.token), "\(script)")
      }
    }
  }

  @Test func aProgramReceivesIt() async throws {
    for (holder, field) in Self.holders {
      let scene = scene()
      let word = Self.braced(field, in: "\"")
      try await scene.run(
        "\(holder)\nlet y = run printf \"%s\" \"\(word)\"\nif $y contains \(Self.token)\nprint same\nend")
      #expect(scene.printed == ["same"], "\(holder)")
    }
  }

  @Test func aPlanNamesIt() async throws {
    for (holder, field) in Self.holders {
      let scene = scene()
      let word = Self.braced(field, in: "\"")
      try await scene.run("\(holder)\nrun printf \"x \(word)\"", rehearses: true)
      let plan = try #require(scene.planned.last)
      #expect(plan.contains("env.TUSK_TOKEN"), "\(plan)")
      #expect(!plan.contains(Self.token))
      try await scene.run("let y = \(plan)\nif $y contains \(Self.token)\nprint same\nend")
      #expect(scene.printed == ["same"], "\(plan)")
    }
  }

  @Test func otherVariablesOfTheEnvironmentAreText() async throws {
    let scene = Scene(
      ["setThing": .item(.thing)], Scene.Surroundings(environment: ["TUSK_TOKEN_COMMAND": "pass", "MY_TOKEN": "mine"]))
    try await scene.run("set \"$env.MY_TOKEN $env.TUSK_TOKEN_COMMAND\"\nprint $env.TUSK_TOKEN?")
    #expect(scene.calls == ["setThing mine pass"] && scene.printed == [""])
  }

  /// The variable as it is written beside other characters.
  private static func braced(_ field: String, in line: String) -> String {
    let isAlone = line.hasPrefix("FIELD") || [" FIELD", "=FIELD", "[FIELD"].contains(where: line.contains)
    return isAlone && !line.contains("://") && !line.contains("\"") ? field : "${\(field.dropFirst())}"
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
