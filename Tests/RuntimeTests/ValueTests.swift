import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// What values are, what their fields are, and what stands for them within a text.
struct ValueTests {
  private func scene() -> Scene {
    let less: JSON = ["id": "8", "text": "less", "name": nil, "count": 8]
    return Scene([
      "setThing": .item(.thing), "listThings": .items([.thing, less]),
      "getPerson": .item(["id": "3", "acct": "a@b.c"]),
      "getThing": .success([
        CallbackURL.Pair("name", "n"), CallbackURL.Pair("count", "4"), CallbackURL.Pair("locked", "true"),
        CallbackURL.Pair("date", "0"),
      ]),
    ])
  }

  @Test(arguments: [
    ("let x = set a\nprint $x.id $x.text $x.count $x.loud $x.url", "status:7 a thing 7 true https://a.example/7"),
    ("let x = set a\nprint $x", "a thing"), ("let x = set a\nprint \"<$x|$x.by|$x.id>\"", "<a thing|ann@a.example|7>"),
    ("let x = set a\nprint $x.date", "2026-03-01T12:00:00Z"), ("let x = set a\nprint $x.tags", "x y"),
    ("let x = set a\nprint $x.tags.1 $x.by.id $x.parts.0.note", "y account:3 a part"),
    ("let x = set a\nprint $x.parts.0", #"{"url":"https://a.example/p.png","note":"a part"}"#),
    ("let x = set a\nlet y = $x.by\nprint $y.acct", "ann@a.example"),
    ("let x = thing status:1\nprint $x.name $x.count $x.locked $x.date", "n 4 true 1970-01-01T00:00:00Z"),
    ("let l = things\nprint $l.1.text $l.0.count", "less 7"),
    ("let l = things\nprint \"${l.1.name?}\" $l.5?.text?", " "), ("print (set a)", "a thing"),
    ("let x = set a\nprint ${x.count}x", "7x"),
    ("let l = [1 null true 1.50 007 -x 'a b']\nprint $l", "1  true 1.50 007 -x a b"),
    ("let l = [[a b] [c]]\nprint $l.0.1 $l.1.0", "b c"), ("let l = []\nprint \"|\" $l \"|\"", "|  |"),
    ("let x = \"\"\"\n  two\n  lines\n  \"\"\"\nprint $x", "two\nlines"),
    ("let x = @bob@b.example\nprint $x", "@bob@b.example"),
    ("let x = https://a.example/?q=1\nprint $x", "https://a.example/?q=1"),
    ("let x = status:5\nprint \"$x\" $x", "5 status:5"),
    ("let x = null\nprint \"<$x>\"", "<>"), ("print $env.HOME \"$env.HOME\" ${env.NONE?}", "/home/x /home/x "),
    ("print $@.0 $@", "a a b"), ("print \"\\$1 is $1\"", "$1 is a"),
  ])
  func valuesAreShownAsTheyAre(script: String, line: String) async throws {
    let scene = Scene(
      Scene.Surroundings(environment: ["HOME": "/home/x"]), answering: scene().answer)
    #expect(await scene.failure(script, arguments: ["a", "b"]) == nil)
    #expect(scene.printed == [line])
  }

  @Test(arguments: [
    ("let x = set a\nprint $x.nmae", "thing has no field 'nmae'", "name"),
    ("let l = things\nprint $l.1.name", "this thing has no 'name'", nil),
    ("let l = things\nprint $l.2.text", "the list has 2 items, so there is no index 2", nil),
    ("let l = things\nprint $l.other", "a thing has no field 'other'", nil),
    ("let x = 'hello'\nprint $x.size", "text has no field 'size'", nil),
    ("let x = 4\nprint $x.x", "a number has no field 'x'", nil),
    ("let x = null\nprint $x.x", "null has no field 'x'", nil),
    ("let x = status:4\nprint $x.id", "a status has no field 'id'", nil),
    ("print $env.NONE", "the environment variable 'NONE' is not set", nil),
    ("print $env", "'$env' needs the name", nil),
    ("print $env.A.B", "'$env' needs the name", nil), ("print $7", "'$7' is undefined: 2 arguments were given", nil),
    ("let l = things\nprint \"$l\"", "a list cannot be part of text", nil),
    ("let x = set a\nprint \"$x.parts.0\"", "a part cannot be part of text", nil),
  ])
  func aFieldMustBeThere(script: String, message: String, near: String?) async throws {
    let scene = Scene(answering: scene().answer)
    let diagnostic = try #require(await scene.failure(script, arguments: ["a", "b"]))
    #expect(diagnostic.message.contains(message), "\(diagnostic.message)")
    #expect(diagnostic.exitCode == .data)
    #expect(diagnostic.near.first == near)
    #expect(scene.printed.isEmpty)
  }

  @Test(arguments: [
    ("let x = set a\nthing $x", "getThing 7"), ("let x = set a\nthing $x.id", "getThing 7"),
    ("let x = set a\nperson $x.by", "getPerson 3"),
    ("let x = set a\nperson $x.by.url", "getPerson https://a.example/@ann"),
    ("let x = set a\nperson account:$x.acct", "getPerson bob@b.example"), ("thing (set a)", "getThing 7"),
    ("let l = things\nthing $l", "getThing 7|getThing 8"), ("thing [status:1 status:2]", "getThing 1|getThing 2"),
    ("thing status:\"5\"", "getThing 5"), ("let n = 5\nthing status:$n", "getThing 5"),
    ("let x = set a\nset b reply=$x link=$x.url size=$x.count loud=$x.loud", "setThing b 7 https://a.example/7 7 true"),
    ("let x = set a\nset b media=$x.parts", "setThing b https://a.example/p.png a part"),
    ("let x = set a\nset \"$x.id\"", "setThing 7"), ("set 5", "setThing 5"), ("set null", "setThing null"),
    ("set (set b)", "setThing b|setThing a thing"), ("let x = null\nset b reply=$x", "setThing b"),
    ("let x = things\nset b media=$x.0.parts.9?", "setThing b"), ("set b --no-loud --loud=", nil),
    ("let l = []\nthing $l", ""),
  ])
  func aValueHasTheTypeOfItsPlace(script: String, calls: String?) async throws {
    let scene = Scene(answering: scene().answer)
    let failure = await scene.failure(script)
    guard let calls else { return #expect(failure != nil) }
    #expect(failure == nil, "\(failure?.message ?? "")")
    let made = scene.calls.filter { $0 != "setThing a" && $0 != "listThings" }
    #expect(made.joined(separator: "|") == calls)
  }

  @Test(arguments: [
    "person $x", "thing $x.by", "set b reply=$x.by", "set b reply=$x.text", "set b size=$x.text", "thing $x.text",
    "thing $x.count", "thing $x.tags", "set b link=$x.acct", "set b loud=$x.count", "drop $x.name",
    "set $x.tags", "thing $x $x.by",
  ])
  func aWrongKindIsAnErrorAndNothingIsOpened(line: String) async throws {
    let scene = Scene(answering: scene().answer)
    let diagnostic = try #require(await scene.failure("let x = set a\n" + line))
    #expect(diagnostic.exitCode == .data, "\(diagnostic.message)")
    #expect(scene.calls == ["setThing a"])
  }

  @Test func theLastResultHasAName() async throws {
    let scene = Scene(answering: scene().answer)
    try await scene.run("set a\nprint $_.id\nset b reply=$_")
    #expect(scene.printed == ["status:7"])
    #expect(scene.calls == ["setThing a", "setThing b 7"])
  }

  @Test func aVariableAloneIsShown() async throws {
    let scene = Scene(["listMany": .items(JSON.things(1...2))])
    try await scene.run("let x = [1 a]\n$x\nlet l = many --all\n$l.0.id")
    #expect(scene.told("shown ") == [#"[1,"a"]"#, #""1""#])
  }
}
