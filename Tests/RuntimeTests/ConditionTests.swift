import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// Conditions: what compares with what, what a bare word is taken for, and what a rehearsal does not know.
struct ConditionTests {
  private static let names = """
    let t = "abc"
    let n = 5
    let b = true
    let z = null
    let s = status:7
    let l = [1 2 "a"]
    let x = set a

    """

  private func holds(_ condition: String) async throws -> Bool? {
    let scene = Scene(["setThing": .item(.thing), "listMany": .items([])])
    let mistake = await scene.failure(Self.names + "if \(condition)\nprint yes\nelse\nprint no\nend")
    guard mistake == nil else {
      #expect(mistake?.kind == .typeMismatch && mistake?.exitCode == .data, "\(condition): \(mistake?.message ?? "")")
      return nil
    }
    return scene.printed == ["yes"]
  }

  @Test(
    arguments: [
      ("1 == 1", true), ("1 == 1.0", true), ("1 == 2", false), ("1 != 2", true), ("a == a", true), ("a == A", false),
      ("\"1\" == 1", true), ("1 == \"1\"", true), ("$n == 5", true), ("$n == \"5\"", nil), ("$t == abc", true),
      ("$t == \"abc\"", true), ("$t == 5", false), ("$b == true", true), ("$b == yes", nil), ("$b == 1", nil),
      ("$z == null", true), ("$t == null", false), ("$z == abc", false), ("$z != $t", true), ("null == null", true),
      ("$s == 7", true), ("$s == status:7", true), ("$s == status:8", false), ("$s == account:7", nil),
      ("$x == status:7", true), ("$x == $x.id", true), ("$x.by == account:3", true), ("$x.by == $x", nil),
      ("$x.date == 2026-03-01T12:00:00Z", true), ("$x.date == 2026-03-01T13:00:00+01:00", true),
      ("$x.name == seven", true), ("${x.by.name?} == null", true), ("$l == []", false),
      ("$l == [1 2 \"a\"]", true), ("[] == []", true), ("[1] == [1 2]", false), ("[1] == [\"1\"]", nil),
      ("[1 2] == [1 3]", false), ("$l == 5", nil), ("$x.tags == [x y]", true), ("\"é\" == \"e\u{301}\"", false),
    ] as [(String, Bool?)])
  func equalityComparesSameKinds(condition: String, result: Bool?) async throws {
    #expect(try await holds(condition) == result)
  }

  @Test(
    arguments: [
      ("1 < 2", true), ("2 < 1", false), ("1 <= 1", true), ("1 >= 1", true), ("1 > 1", false), ("10 < 9", false),
      ("1.5 < 2", true), ("-1 < 0", true), ("1e3 > 999", true), ("99999999999999999999 > 1", true),
      ("\"10\" < 9", false),
      ("\"10\" < \"9\"", false), ("5m < 1h", true), ("90s > 1m", true), ("1w == 7d", false), ("1w >= 7d", true),
      ("$x.date < 2027-01-01T00:00:00Z", true), ("2025-01-01T00:00:00Z < $x.date", true), ("$x.count < 8", true),
      ("$x.count < $n", false), ("$t < 5", nil), ("5 < $t", nil), ("5m < 5", nil), ("$x.date < 5", nil),
      ("$x.date < 5d", nil), ("$b < true", nil), ("$z < 5", nil), ("$l < 5", nil), ("$s < 9", nil), ("$x < 9", nil),
      ("09:00 < 10:00", nil), ("abc < abd", nil),
    ] as [(String, Bool?)])
  func orderWantsNumbersDurationsOrTimes(condition: String, result: Bool?) async throws {
    #expect(try await holds(condition) == result)
  }

  @Test(
    arguments: [
      ("b in $t", true), ("$t contains b", true), ("$t contains ''", true), ("$t contains abcd", false),
      ("'' contains ''", true), ("'' contains a", false), ("\"e\u{301}\" contains e", true), ("1 in $l", true),
      ("3 in [1 2]", false), ("$l contains 2", true), ("$l contains 9", false), ("x in $x.tags", true),
      ("$x.tags contains z", false), ("$s in [status:1 status:7]", true), ("$x in [status:7]", true),
      ("$n in [1 2]", false), ("$n contains 5", nil), ("5 in $n", nil), ("$z in [1]", false), ("null in [null]", true),
      ("$t in []", false), ("[1] in [[1] [2]]", true), ("$x.by in [account:3]", true), ("$x.by in [status:3]", nil),
      ("\"5\" in [5 6]", true), ("\"7\" in [5 6]", false), ("[5 6] contains \"5\"", true), ("$s in [6 7]", true),
      ("7 in [$s]", true), ("$s in [6 8]", false), ("5 in [\"5\"]", true), ("null in [\"\"]", false),
      ("$n in [a b]", nil), ("$b in [1]", nil), ("$n in [\"5\"]", nil),
    ] as [(String, Bool?)])
  func listsHoldValuesAndTextsHoldTexts(condition: String, result: Bool?) async throws {
    #expect(try await holds(condition) == result)
  }

  @Test(
    arguments: [
      ("$t matches abc", true), ("$t matches a*", true), ("$t matches *b*", true), ("$t matches ?bc", true),
      ("$t matches b", false), ("$t matches ''", false), ("'' matches ''", true), ("'' matches '*'", true),
      ("$n matches 5", nil), ("$l matches a", nil), ("$t matches $n", nil), ("$s matches '*'", nil),
      ("\"a\u{1F418}c\" matches 'a?c'", true), ("\"5\" matches '?'", true), ("$z matches '*'", nil),
    ] as [(String, Bool?)])
  func matchesIsAGlobOfAText(condition: String, result: Bool?) async throws {
    #expect(try await holds(condition) == result)
  }

  @Test(
    arguments: [
      ("$b", true), ("not $b", false), ("not not-a", nil), ("$b and $b", true), ("$b and 1 == 2", false),
      ("1 == 2 or $b", true), ("1 == 2 or 2 == 3", false), ("not 1 == 2 and not 2 == 3", true), ("$n", nil),
      ("$t", nil),
      ("$z", nil), ("not $t", nil), ("$l", nil), ("true", true), ("false", false), ("\"true\"", nil),
      ("1 == 2 and $t", false),
      ("1 == 1 or $t", true), ("1 == 1 and $t", nil), ("$x.loud", true), ("(set a) == status:7", true),
      ("(many) == []", true),
    ] as [(String, Bool?)])
  func nothingButTrueIsTrue(condition: String, result: Bool?) async throws {
    #expect(try await holds(condition) == result)
  }

  @Test(arguments: [
    ("$p.loud", "yes", 1), ("not $p.loud", "yes", 1), ("$p.count == 5", "yes", 1), ("$p.count != 5", "yes", 1),
    ("$p.count < 5", "yes", 1), ("$p.text matches 'a*'", "yes", 1), ("$p.text contains a", "yes", 1),
    ("a in $p.tags", "yes", 1),
    ("$p.count == 5 and 1 == 2", "no", 0), ("1 == 2 and $p.loud", "no", 0), ("$p.loud or 1 == 1", "yes", 0),
    ("1 == 1 or $p.loud", "yes", 0), ("$p.loud or 1 == 2", "yes", 1), ("$p.loud and 1 == 1", "yes", 1),
    ("$p == null", "no", 0), ("$p.name? == null", "yes", 1), ("[1 $p.count] == [2 3]", "no", 0),
    ("[1 $p.count] == [1 3]", "yes", 1), ("1 in [$p.count 1]", "yes", 0), ("2 in [$p.count 1]", "yes", 1),
  ])
  func aRehearsalTakesToHoldWhatItDoesNotKnow(condition: String, printed: String, noted: Int) async throws {
    let scene = Scene()
    let script = "let p = set a\nif \(condition)\nprint yes\nelse\nprint no\nend\nexpect $p.loud\nprint on"
    #expect(await scene.failure(script, rehearses: true)?.message == nil)
    #expect(scene.printed == [printed, "on"])
    #expect(scene.told("noted ").count == noted + 1)
    #expect(scene.urls.isEmpty)
  }

  @Test func theFirstArmThatHoldsRunsAndLaterOnesAreNotAsked() async throws {
    let scene = Scene()
    try await scene.run("if 1 == 1\nset a\nelse if (set b) == 1\nset c\nelse\nset d\nend")
    #expect(scene.calls == ["setThing a"])
  }

  @Test func aLongTextIsSearchedInLinearTime() async throws {
    let whole = String(repeating: "a", count: 100_000)
    let part = String(repeating: "a", count: 50_000) + "b"
    let scene = Scene()
    try await scene.run(
      "if $1 contains $2\nprint yes\nend\nif $1 matches $3\nprint yes\nend\nprint end",
      arguments: [whole, part, String(repeating: "a*", count: 500) + "b"])
    #expect(scene.printed == ["end"])
  }
}
