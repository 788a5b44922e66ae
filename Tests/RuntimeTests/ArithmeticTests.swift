import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// Arithmetic, ranges, `while`, and the fields that every list, text and time has.
struct ArithmeticTests {
  private static let names = """
    let n = 5
    let t = "abc"
    let x = set a
    let l = [3 1 2]
    let things = many

    """

  private func scene(_ script: String) async -> (printed: [String], failure: Diagnostic?) {
    let scene = Scene(["setThing": .item(.thing), "listMany": .items(JSON.things(0..<3))])
    let failure = await scene.failure(Self.names + script)
    return (scene.printed, failure)
  }

  @Test(arguments: [
    ("1 + 2", "3"), ("2 + 3 * 4", "14"), ("(2 + 3) * 4", "20"), ("10 - 4 - 3", "3"), ("10 - (4 - 3)", "9"),
    ("7 / 2", "3.5"), ("8 / 2", "4"), ("7 % 3", "1"), ("-7 % 3", "-1"), ("7 % -3", "1"), ("0.5 + 0.25", "0.75"),
    ("1.5 * 2", "3"), ("7.5 % 2", "1.5"), ("$n + 1", "6"), ("$n * $n", "25"), ("\"4\" + 1", "5"),
    ("9223372036854775806 + 1", "9223372036854775807"), ("1e2 + 1", "101"), ("1 / 4 / 2", "0.125"),
    ("30s + 5m", "330s"), ("1h + 30m", "90m"), ("1h - 60m", "0s"), ("1m - 2m", "-1m"), ("2 * 90s", "3m"),
    ("1d / 4", "6h"), ("1h / 10m", "6"), ("1h % 25m", "10m"), ("500ms * 3", "1500ms"), ("1h * 1.5", "90m"),
    ("2026-03-01T12:00:00Z + 1d", "2026-03-02T12:00:00Z"), ("1h + 2026-03-01T12:00:00Z", "2026-03-01T13:00:00Z"),
    ("$x.date - 12h", "2026-03-01T00:00:00Z"), ("$x.date - 2026-02-28T12:00:00Z", "1d"),
    ("$l.count + 1", "4"), ("$things.count * 2", "6"), ("$t.length + 1", "4"),
  ])
  func operatorsJoinValues(_ expression: String, _ result: String) async {
    let (printed, failure) = await scene("print (\(expression))\nlet y = \(expression)\nprint $y")
    #expect(printed == [result, result], "\(expression): \(failure?.message ?? "")")
  }

  @Test(arguments: [
    ("9223372036854775807 + 1", Diagnostic.Kind.outOfRange), ("9223372036854775807 * 2", .outOfRange),
    ("1 / 0", .outOfRange), ("1 % 0", .outOfRange), ("1h / 0s", .outOfRange), ("1h / 0", .outOfRange),
    ("1e308 * 10", .outOfRange), ("36500d + 1d", .outOfRange), ("$t + 1", .typeMismatch), ("$x + 1", .typeMismatch),
    ("$x.date + 1", .typeMismatch), ("1h + 1", .typeMismatch), ("1h * 1h", .typeMismatch), ("$l + 1", .typeMismatch),
    ("2 / 1h", .typeMismatch), ("1h - $x.date", .typeMismatch), ("-9223372036854775807 - 2", .outOfRange),
  ])
  func resultsOutOfRangeAreErrors(_ expression: String, _ kind: Diagnostic.Kind) async {
    let (printed, failure) = await scene("print (\(expression))")
    #expect(failure?.kind == kind && failure?.exitCode == .data && printed.isEmpty, "\(expression)")
  }

  @Test(arguments: [
    ("1..3", "1 2 3"), ("3..3", "3"), ("3..1", ""), ("-1..1", "-1 0 1"), ("1..$l.count", "1 2 3"), ("$n..7", "5 6 7"),
    ("$n..($n + 1)", "5 6"), ("1..\"2\"", nil), ("1..$t", nil), ("1..9223372036854775807", nil), ("1..1.5", nil),
    ("-9223372036854775808..9223372036854775806", nil),
  ])
  func rangesCountUp(_ range: String, _ items: String?) async {
    let (printed, failure) = await scene("for i in \(range)\nprint $i\nend")
    #expect((failure == nil) == (items != nil) && printed == (items ?? "").split(separator: " ").map(String.init))
  }

  @Test func aLongRangeTakesNoMemory() async {
    let (printed, failure) = await scene("for i in 1..9000000000000000000 limit=2\nprint $i\nend")
    #expect(failure == nil && printed == ["1", "2"])
  }

  @Test(arguments: [
    ("3 in 1..3", "yes"), ("4 in 1..3", "no"), ("$n in 1..9000000000000000000", "yes"), ("1.5 in 1..3", "no"),
  ])
  func conditionsCompareWithRanges(_ condition: String, _ answer: String) async {
    let (printed, _) = await scene("let v = 3\nif \(condition) and $v == 3\nprint yes\nelse\nprint no\nend")
    #expect(printed == [answer])
  }

  @Test func whileRunsAsLongAsItsConditionHolds() async {
    let (printed, failure) = await scene("let i = 0\nwhile $i < 3 limit=3\nlet i = $i + 1\nprint $i\nend\nprint on")
    #expect(failure == nil && printed == ["1", "2", "3", "on"])
  }

  @Test(arguments: [("stop", ["0"]), ("next", ["0", "0", "0"])])
  func whileTakesNextAndStop(_ verb: String, _ lines: [String]) async {
    let (printed, failure) = await scene("while $n == 5 limit=3\nprint 0\n\(verb)\nprint never\nend")
    #expect(printed == lines && (failure == nil) == (verb == "stop"))
  }

  @Test func aConditionThatStaysTrueIsAnError() async {
    let (printed, failure) = await scene("while $n == 5 limit=2\nprint 0\nend")
    #expect(printed == ["0", "0"] && failure?.exitCode == .expectation)
    #expect(failure?.message == "the condition of 'while' is still true after 2 rounds")
  }

  @Test(arguments: [
    ("$l.count", "3"), ("$l.first", "3"), ("$l.last", "2"), ("$things.first.id", "status:0"), ("$things.count", "3"),
    ("$things.text", "text 0 text 1 text 2"),
    ("$t.length", "3"), ("$x.date.date", "2026-03-01"), ("$x.date.weekday", "sun"),
    ("$x.date.hour", "12"), ("$x.date.week", "2026-W09"), ("$x.date.month", "2026-03"),
  ])
  func everyListTextAndTimeHasFields(_ variable: String, _ value: String) async {
    let (printed, failure) = await scene("print \(variable)")
    #expect(printed == [value], "\(variable): \(failure?.message ?? "")")
  }

  @Test func valuesAreNestedToALimit() async {
    let (_, failure) = await scene("let r = [1]\nfor i in 1..1000\nlet r = [$r]\nend")
    #expect(failure?.kind == .tooDeep)
    let (_, other) = await scene("let r = record a=1\nfor i in 1..1000\nlet r = record a=$r\nend")
    #expect(other?.kind == .tooDeep)
  }

  @Test(arguments: [
    ("$e.first", "the list is empty, so it has no 'first'"), ("$l.length", "a list has no field 'length'"),
  ])
  func missingPartsOfListsAreNamed(_ variable: String, _ message: String) async {
    let (_, failure) = await scene("let e = []\nprint \(variable)")
    #expect(failure?.message == message)
  }

  @Test func lengthCountsCharactersAsPeopleSeeThem() async {
    let (printed, _) = await scene("let s = \"e\\u{301}👨‍👩‍👧日\"\nprint $s.length")
    #expect(printed == ["3"])
  }

  @Test func whatIsComputedFromForeignTextIsForeign() async {
    let (_, failure) = await scene("let f = $things.count + 1\nprint hi > $f")
    #expect(failure?.kind == .foreignValue)
  }
}
