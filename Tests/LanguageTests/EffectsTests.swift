import JSONValue
import Testing
import TuskLanguage
import XCallbackURL

/// What a person is told of a script before they let it run.
@Suite struct EffectsTests {
  private func effects(_ text: String) throws -> Effects {
    Effects(of: try Parser.parse(Source(text)), resolver: .checked)
  }

  @Test(
    arguments: [
      ("notifications", []), ("fav status:1", ["fav: Does favoriteStatus."]),
      ("fav status:1\nfav status:2 status:3", ["fav: Does favoriteStatus. (3 times)"]),
      ("fav [status:1 status:2]", ["fav: Does favoriteStatus. (2 times)"]),
      ("fav $@", ["fav: Does favoriteStatus. (once for each script argument)"]),
      ("post a\nfav status:1\npost b", ["post: Does postStatus. (2 times)", "fav: Does favoriteStatus."]),
      ("for s in (statuses)\nfav $s\nend", ["fav: Does favoriteStatus. (in a loop)"]),
      ("for s in [status:1 status:2]\nfav $s\nend", ["fav: Does favoriteStatus. (2 times)"]),
      ("for s in $@\nfav $s\nend", ["fav: Does favoriteStatus. (once for each script argument)"]),
      (
        "let p = post a\nprint (fav status:1)\nreturn fav status:2",
        ["post: Does postStatus.", "fav: Does favoriteStatus. (2 times)"]
      ),
      ("if $x\nfav status:1\nelse\nboost status:1\nend", ["fav: Does favoriteStatus.", "boost: Does reblogStatus."]),
      ("try\npost a\ncatch\npost b\nend", ["post: Does postStatus. (2 times)"]),
      ("def f\nfav status:1\nend", []), ("def f\nfav status:1\nend\nf\nf", ["fav: Does favoriteStatus. (2 times)"]),
      ("def f\nfav status:1\nend\nfor x in [1 2 3]\nf\nend", ["fav: Does favoriteStatus. (3 times)"]),
      ("def f\nfor x in $l\npost a\nend\nend\nf", ["post: Does postStatus. (in a loop)"]),
      ("def f\nf\npost a\nend\nf", ["post: Does postStatus."]),
      ("every 6h\npost a\nend", ["post: Does postStatus. (in a loop)", "runs every 6h"]),
      ("at 09:00\nend", ["runs at 09:00"]),
      ("once k\npost a\nend", ["post: Does postStatus."]),
      ("as @me@b.example\npost a\nend", ["post: Does postStatus.", "acts as @me@b.example"]),
      (
        "as $who\nend\nfav status:1 as=me@c.example",
        ["fav: Does favoriteStatus.", "acts as @me@c.example", "acts as $who (known only when it runs)"]
      ),
      (
        "as \"@me@b.example\"\nend\nas @$1@b.example\nend\nonce k of=s as=@me@d.example\nfav status:1\nend",
        [
          "fav: Does favoriteStatus.", "acts as @me@b.example", "acts as @me@d.example",
          "acts as @$1@b.example (known only when it runs)",
        ]
      ),
      ("statuses > out.jsonl\nstatuses >> out.jsonl\nstatuses > \"b $x\"", ["writes out.jsonl", "writes \"b $x\""]),
      ("for t in (read lines file:queue.txt)\nend\nread csv $1", ["reads queue.txt", "reads $1"]),
      (
        "post text=file:daily.txt media=[file:a.png https://a.example/b.png]",
        ["post: Does postStatus.", "reads daily.txt", "reads a.png"]
      ),
      (
        "download https://a.example/b.png to=file:media/",
        ["download: Does download.", "writes media/", "downloads https://a.example/b.png"]
      ),
      (
        "statuses | jq .x | sort\nrun date +%F",
        ["runs the program jq", "runs the program sort", "runs the program date"]
      ),
      ("source other.tsk a", ["runs the script (not analyzed) other.tsk"]),
      (
        "open tusker://x-callback-url/favoriteStatus?statusID=1\ntusk://x-callback-url/postStatus?text=a",
        ["fav: Does favoriteStatus.", "post: Does postStatus."]
      ),
      (
        "for s in (statuses)\nopen tusker://x-callback-url/deleteStatus?statusID=$s.id --yes\nend",
        ["delete: Does deleteStatus. (in a loop)"]
      ),
      ("once k of=s effect=2 tusker://x-callback-url/postStatus?text=Two&reply=${r1}", ["post: Does postStatus."]),
      ("open tusker://x-callback-url/postStatus?text=a%$x", ["post: Does postStatus."]),
      (
        "open tusker://x-callback-url/$a\nopen tusker://x-callback-url/post${b}s?text=x",
        [
          "performs an action that is known only when it runs: tusker://x-callback-url/$a",
          "performs an action that is known only when it runs: tusker://x-callback-url/post${b}s?text=x",
        ]
      ),
      ("unknown-verb a", []), ("", []),
    ] as [(String, [String])])
  func eachEffectHasItsLine(_ script: String, _ lines: [String]) throws {
    #expect(try effects(script).lines == lines)
  }

  @Test(
    arguments: [
      ("", nil, false), ("statuses", .read, false), ("download https://a.example to=x", .file, false),
      ("fav status:1", .reversible(by: "unfavoriteStatus"), true),
      ("fav status:1\ndelete status:1\nstatuses", .destructive, true),
      ("dismiss all\ndelete status:1", .mass, true), ("open tusker://x-callback-url/$a", nil, true),
      ("open tusker://x-callback-url/deleteStatus?statusID=$x", .destructive, true),
    ] as [(String, Signature.Effect?, Bool)])
  func theWorstEffectIsKnown(_ script: String, _ worst: Signature.Effect?, _ changesAccount: Bool) throws {
    let effects = try effects(script)
    #expect(effects.worst == worst)
    #expect(effects.changesAccount == changesAccount)
  }

  @Test func programsReadTheSameAsPersons() throws {
    let json = try effects("as @me@b.example\nfav $@\nend\nstatuses > out").json
    #expect(
      json.text == """
        {"actions":[{"action":"favoriteStatus","verb":"fav","effect":"reversible","times":"each argument"},\
        {"action":"getStatuses","verb":"statuses","effect":"read","times":1}],"worst":"reversible",\
        "accounts":["@me@b.example"],"unknownAccounts":[],"reads":[],"writes":["out"],"downloads":[],"programs":[],"scripts":[],\
        "unknownScripts":[],"unknownActions":[],"schedules":[]}
        """)
  }

  @Test func verbsThatUseEachOtherManyTimesAreCountedAtOnce() throws {
    var script = "def v0\nfav status:1\nend\n"
    for number in 1..<60 { script += "def v\(number)\nv\(number - 1)\nv\(number - 1)\nend\n" }
    #expect(try effects(script + "v59").lines == ["fav: Does favoriteStatus. (1000000 times)"])
  }

  @Test(arguments: ScriptTests.names)
  func realScriptsHaveEffects(_ name: String) throws {
    let source = Source(bytes: try CaseFile.bytes("scripts/\(name).tsk"))
    #expect(!Effects(of: try Parser.parse(source), resolver: .checked).lines.isEmpty)
  }
}
