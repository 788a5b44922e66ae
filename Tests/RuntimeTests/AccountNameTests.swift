import AccountNames
import JSONValue
import Testing
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// One account under several spellings of its name, and a boost that stands for what it boosts.
struct AccountNameTests {
  private static let person: JSON = ["id": "3", "acct": "Stadt@xn--baw-joa.social"]

  @Test(arguments: [
    ("$p == @stadt@bawü.social", true), ("$p == @STADT@XN--BAW-JOA.social", true), ("$p == @stadt@bawu.social", false),
    ("$p in [@a@b.example @stadt@BAWÜ.social]", true), ("[@stadt@bawü.social] contains $p", true),
    ("$p.acct == stadt@bawü.social", true), ("\"stadt@bawü.social\" == $p.acct", true),
    ("$p.acct != @stadt@bawü.social", false), ("$p.acct in [\"stadt@bawü.social\"]", true),
    ("@BOB@a.example == @bob@A.example", true), ("@bob@a.example:8003 == @BOB@a.example:8003", true),
    ("@bob@a.example:8003 == @bob@a.example:8004", false), ("BOB@a.example == bob@a.example", false),
    ("account:aB == account:ab", false),
  ])
  func oneAccountHasManySpellings(_ condition: String, _ isTrue: Bool) async throws {
    let scene = Scene(["getPerson": .item(Self.person)])
    try await scene.run("let p = person account:3\nif \(condition)\nprint yes\nelse\nprint no\nend")
    #expect(scene.printed == [isTrue ? "yes" : "no"])
  }

  @Test(arguments: [
    ("@Bob@BAWÜ.social", "@bob@xn--baw-joa.social"), ("bob@a.example:80", "bob@a.example:80"), ("@Bob", "@bob"),
    ("@bob@bad host", "@bob@bad host"), ("", ""), ("@", "@"), ("a@", "a@"),
  ])
  func namesHaveOneForm(_ written: String, _ name: String) {
    #expect(written.accountName == name)
    #expect(written.isSameAccount(as: name))
  }

  @Test(arguments: [
    ("thing $x", "getThing 8"), ("drop $x", "dropThing 7"), ("set hi reply=$x", "setThing hi 8"),
    ("open tusker://x-callback-url/getThing?statusID=$x", "getThing 8"),
    ("open tusker://x-callback-url/dropThing?statusID=$x", "dropThing 7"), ("thing status:$x.id", "getThing 7"),
  ])
  func aBoostStandsForTheBoostedStatus(_ line: String, _ call: String) async throws {
    let boost: JSON = ["id": "7", "text": "", "reblog": ["id": "8", "text": "Hello"]]
    let scene = Scene(["listMany": .items([boost])])
    try await scene.run("for x in (many)\n\(line)\nend")
    #expect(scene.calls.contains(call), "\(scene.calls)")
  }
}
