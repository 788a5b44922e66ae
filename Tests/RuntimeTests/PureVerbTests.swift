import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// The verbs that compute a value: their results, their mistakes, and whose text the results are.
struct PureVerbTests {
  private static let names = """
    let x = set a
    let things = many
    let e = []

    """

  private func scene(_ script: String) async -> (printed: [String], failure: Diagnostic?) {
    let scene = Scene(["setThing": .item(.thing), "listMany": .items(JSON.things(0..<3))])
    let failure = await scene.failure(Self.names + script)
    return (scene.printed, failure)
  }

  @Test(arguments: [
    ("split \"a b  c\\n\"", "a b c"), ("split \"a,b,,c\" by=\",\"", "a b  c"), ("split abc by=x", "abc"),
    ("join [a b c]", "a b c"), ("join a b c with=\", \"", "a, b, c"),
    ("join $things.text with=-", "text 0-text 1-text 2"),
    ("join $e", ""), ("join [1 2h true] with=+", "1+2h+true"), ("replace banana an AN", "bANANa"),
    ("replace banana a \"\"", "bnn"), ("replace a.b.c . -", "a-b-c"), ("replace abc x y", "abc"),
    ("match v1.2.3 v*.*.*", "1 2 3"), ("match abc *", "abc"), ("match abc a*c*", "b "), ("match abc x*", ""),
    ("match a@b.c *@*", "a b.c"), ("match aXbXc *X*", "a bXc"), ("lower \"ÄB ẞ\"", "äb ß"), ("upper straße", "STRASSE"),
    ("trim \"  a b\\n\"", "a b"), ("trim \"\"", ""), ("cut hello 3", "hel"), ("cut hello 3 ending=…", "he…"),
    ("cut hello 5 ending=…", "hello"), ("cut 👩‍🚀👩‍🚀👩‍🚀 2", "👩‍🚀👩‍🚀"), ("cut hello 0 ending=…", ""),
    ("format $x.date %F zone=UTC", "2026-03-01"), ("format $x.date \"%H:%M\" zone=Europe/Berlin", "13:00"),
    ("format $x.date zone=Asia/Tokyo", "2026-03-01T21:00:00+09:00"), ("format $x.date", "2026-03-01T12:00:00Z"),
    ("format 2026-03-01T12:00:00+02:00 %T zone=UTC", "10:00:00"),
    ("parse 2026-03-01 zone=Europe/Berlin", "2026-02-28T23:00:00Z"),
    ("parse \"2026-03-01 09:05\" zone=UTC", "2026-03-01T09:05:00Z"),
    ("parse 2026-03-01T09:05:00+01:00", "2026-03-01T08:05:00Z"),
    ("parse 1.3.2026 %d.%m.%Y zone=UTC", "2026-03-01T00:00:00Z"), ("round 2.5", "3"), ("round -2.5", "-3"),
    ("round 3.14159 digits=2", "3.14"), ("round 7", "7"), ("round 1e300", "1e+300"), ("min 3 1 2", "1"),
    ("max [3 1 2] 7", "7"), ("max 1h 90m", "90m"), ("min $things.count 9", "3"), ("max $e", ""),
    ("json \"[1, 2]\"", "1 2"), ("json $e", "[]"), ("json true", "true"), ("json $x.count", "7"),
    ("record a=1 b=\"x y\"", "{\"a\":1,\"b\":\"x y\"}"), ("record", "{}"),
    ("record l=[1 2] f=true", "{\"l\":[1,2],\"f\":true}"),
  ])
  func verbsComputeValues(_ command: String, _ result: String) async {
    let (printed, failure) = await scene("let r = \(command)\nprint $r\nprint (\(command))")
    #expect(printed == [result, result], "\(command): \(failure?.message ?? "")")
  }

  @Test(arguments: [
    ("split $things", Diagnostic.Kind.typeMismatch), ("join $x.parts", .typeMismatch),
    ("replace abc \"\" x", .typeMismatch),
    ("cut abc -1", .outOfRange), ("format $x.date %Q", .typeMismatch), ("format $x.text", .typeMismatch),
    ("format $x.date zone=Nowhere", .typeMismatch), ("parse tomorrow", .typeMismatch),
    ("parse 12:30 %H:%M", .typeMismatch),
    ("parse 9999999999999 %s", .typeMismatch), ("parse 2026-02-30", .typeMismatch), ("round $x.text", .typeMismatch),
    ("min 1 1h", .typeMismatch), ("max $x.text", .typeMismatch), ("json \"[1\"", .typeMismatch),
    ("record a=1 a=2", .duplicateParam), ("record a", .tooManyArgs),
  ])
  func whatCannotBeComputedIsAnError(_ command: String, _ kind: Diagnostic.Kind) async {
    let (printed, failure) = await scene("print (\(command))")
    #expect(failure?.kind == kind && printed.isEmpty, "\(command): \(failure.map { "\($0.kind) \($0.message)" } ?? "")")
  }

  @Test func aRecordKeepsTheKindsOfItsFields() async {
    let script = "let r = record s=$x t=$x.date n=2\nprint $r.t.hour ($r.n + 1) $r.s.text\nset $r.s.text"
    let (printed, failure) = await scene(script)
    #expect(failure == nil && printed.first == "12 3 a thing")
  }

  @Test func aVerbAloneShowsItsResultAndNamesIt() async {
    let (printed, failure) = await scene("lower ABC\nprint $_")
    #expect(failure == nil && printed.last == "abc")
  }

  @Test(arguments: ["lower $things.0.text", "join $things.text", "cut $things.0.text 3", "format $x.date", "json $x"])
  func whatIsComputedFromForeignTextStaysForeign(_ command: String) async {
    let (_, failure) = await scene("let f = \(command)\nprint hi > $f")
    #expect(failure?.kind == .foreignValue, "\(command)")
  }
}
