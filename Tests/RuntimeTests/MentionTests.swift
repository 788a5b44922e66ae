import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// Mentions and hashtags that text from a server brings into a post.
struct MentionTests {
  private static let me: JSON = ["id": "9", "acct": "me", "url": "https://a.example/@me"]
  private static let other: JSON = ["id": "2", "acct": "other@b.example", "url": "https://b.example/@other"]

  /// A server whose things have this text, by this author.
  private func scene(_ text: String, by author: JSON = other) -> Scene {
    let thing: JSON = [
      "id": "1", "text": .string(text), "tags": [.string(text)], "by": ["id": "2", "acct": "other@b.example"],
      "account": author,
    ]
    return Scene(Scene.Surroundings(scripts: ["b.tsk": "tell $2"])) { url in
      switch url.action {
      case "listThings", "listMany": .items([thing])
      case "getPerson", "getCurrentUser": .item(Self.me)
      default: .item(thing)
      }
    }
  }

  private func told(_ script: String, _ scene: Scene) async throws -> [String] {
    try await scene.run("let l = many\nlet t = $l.0\n" + script)
    return scene.urls.filter { $0.action == "tellThing" }.flatMap { $0.told.map { "\($0.name)=\($0.value ?? "")" } }
  }

  @Test(arguments: [
    "tell $t.text", "tell \"They say: $t.text\"", "tell text=$t.text", "tell x cw=$t.text",
    "let x = \"a $t.text\"\ntell \"$x b\"",
    "def d x\ntell $x\nend\nd $t.text", "for x in (many)\ntell $x.text\nend", "tell $t.tags.0",
    "tell ok mentions=stop cw=$t.text", "tell ok poll=[$t.text b]", "tell ok poll=[a \"b: $t.text\"]",
    "let x = [a [$t.text]]\ntell ok poll=$x.1", "tell ok poll=$t.tags",
    "open tusker://x-callback-url/tellThing?text=ok&poll=a&poll=$t.text",
    "open tusker://x-callback-url/tellThing?text=$t.text", "let x = [$t.text]\ntell $x.0",
    "tell \"status:$t.text\"", "tell x cw=tag:$t.text", "let x = \"$t.text\"\ntell \"${x}さん\"",
    "open tusker://x-callback-url/tellThing?text=${t.text}%E3%81%95%E3%82%93",
    "open tusker://x-callback-url/tellThing?cw=%E3%81%95&text=a+%26$t.text&size=1",
    "let e = \"my @\"\nopen tusker://x-callback-url/tellThing?cw=${t.text}bob&text=$e",
    "try\nexpect 1 == 2 \"no: $t.text\"\ncatch e\ntell $e.message\nend",
    "try\nexpect 1 == 2 \"$t.text\"\ncatch e\nlet x = $e\ntell \"It failed: $x.message\"\nend",
    "try\nset x size=$t.text\ncatch e\ntell $e.message\nend",
    "let a = ask Which? default=$t.text\ntell $a", "let a = ask Which? default=\"so $t.text\"\ntell \"a $a\"",
    "source b.tsk x $t.text", "source b.tsk [x \"y $t.text\"]", "source b.tsk $l.0 $t.text",
  ])
  func namesFromAServerStopThePost(line: String) async throws {
    for text in ["Look @victim@c.example", "#spam", "hello\n@victim"] {
      let scene = scene(text)
      let failure = await scene.failure("let l = many\nlet t = $l.0\n" + line)
      #expect(failure?.kind == .foreignValue && failure?.exitCode == .data, "\(line)")
      #expect(failure?.message.contains(text.hasPrefix("#") ? "#spam" : "@victim") == true)
      #expect(!scene.urls.contains { $0.action == "tellThing" })
      let plain = self.scene("Mail a@b.example or see https://b.example/@victim, no. 1")
      #expect(try await told(line, plain).count > 0)
    }
  }

  @Test(
    arguments: [
      ("tell \"Hi @bob #tea\"", ["text=Hi @bob #tea"]), ("tell \"@$t.by.acct hi\"", ["text=@other@b.example hi"]),
      ("tell $t.text mentions=keep", ["text=a @victim #tag"]),
      ("tell \"@bob: $t.text\" mentions=defuse", ["text=@bob: a @\u{2060}victim #\u{2060}tag"]),
      ("tell \"@victim: $t.text\" mentions=defuse", ["text=@victim: a @\u{2060}victim #\u{2060}tag"]),
      ("tell ok poll=[$t.text @bob] mentions=defuse", ["text=ok", "poll=a @\u{2060}victim #\u{2060}tag", "poll=@bob"]),
      ("tell ok note=$t.text", ["text=ok", "note=a @victim #tag"]),
      ("tell ok poll=[@bob b]", ["text=ok", "poll=@bob", "poll=b"]),
      ("tell @bob mentions=stop", ["text=@bob"]), ("tell \"status:1\" cw=$t.by.id", ["text=status:1", "cw=2"]),
      ("try\nexpect 1 == 2 \"Hi @bob\"\ncatch e\ntell $e.message\nend", ["text=Hi @bob"]),
      ("let a = ask Which? default=\"@bob\"\ntell $a", ["text=@bob"]), ("source b.tsk x @bob", ["text=@bob"]),
      (
        "open tusker://x-callback-url/tellThing?text=%40bob&cw=$t.by.id", ["text=@bob", "cw=2"]
      ),
    ] as [(String, [String])])
  func onlyWhatCameFromElsewhereIsTouched(line: String, expected: [String]) async throws {
    #expect(try await told(line, scene("a @victim #tag")) == expected)
  }

  /// The script writes the sign, and the server the account.
  @Test(arguments: [
    ("tell \"Hi @$t.text!\"", "victim@c.example"), ("tell \"Hi @bob$t.text\"", "@c.example"),
    ("tell \"Hi @bob$t.text\"", "by"), ("let x = \"$t.text!\"\ntell \"Hi @$x\"", "victim"),
    ("let x = \"@bob@\"\ntell \"$x$t.text\"", "c.example"), ("source b.tsk x \"@$t.text\"", "victim"),
    ("open tusker://x-callback-url/tellThing?text=Hi%20%40$t.text", "victim"),
  ])
  func aServerCompletesNoMention(line: String, text: String) async throws {
    let scene = scene(text)
    let failure = await scene.failure("let l = many\nlet t = $l.0\n" + line)
    #expect(failure?.kind == .foreignValue && !scene.urls.contains { $0.action == "tellThing" }, "\(line)")
  }

  @Test(arguments: [
    "tell \"by $t.by.acct\"", "tell \"by @$t.by.acct\"", "tell \"by $p\"", "tell cw=$p.acct x", "tell \"$p.id\"",
  ])
  func aNameWithASignOfItsOwnMentions(line: String) async throws {
    for (acct, isName) in [
      ("@victim@c.example", false), ("#spam", false), ("a b/@victim", false), ("b@b.example", true),
      ("b@localhost", true),
    ] {
      let person: JSON = ["id": .string(acct), "acct": .string(acct)]
      let scene = Scene { url in url.action == "getPerson" ? .item(person) : .items([["id": "1", "by": person]]) }
      let failure = await scene.failure("let l = many\nlet t = $l.0\nlet p = person @b\n" + line)
      #expect((failure == nil) == isName && (failure == nil || failure?.kind == .foreignValue), "\(line) \(acct)")
    }
  }

  /// A name from a server may end in a sign, and what follows it be of the script or another name.
  @Test(arguments: [
    "tell \"${p.acct}bob\"", "tell \"${p}bob hi\"", "tell \"$p.acct$p.id\"", "let x = \"$p.acct\"\ntell \"${x}bob\"",
    "open tusker://x-callback-url/tellThing?text=${p.acct}bob",
  ])
  func aSignAtTheEndOfANameMentions(line: String) async throws {
    for acct in ["x @", "x #", "x\n!", "@"] {
      let person: JSON = ["id": "1a@b", "acct": .string(acct)]
      let scene = Scene { url in .item(url.action == "getCurrentUser" ? Self.me : person) }
      let isGroup = acct.hasSuffix("!")
      let tail = isGroup ? line.replacing("bob", with: "bob@c.example") : line
      #expect(await scene.failure("let p = person @b\n" + tail)?.kind == .foreignValue, "\(tail) \(acct)")
    }
  }

  @Test(arguments: [
    ("tell \"#$t.text\"", "text=#tea"), ("tell \"@bob $t.text\"", "text=@bob tea"),
    ("tell \"@bob: $t.text\"", "text=@bob: tea"), ("tell \"a@${t.text}.example\"", "text=a@tea.example"),
  ])
  func theScriptsOwnNamesBesideTextOfAServerArePosted(line: String, expected: String) async throws {
    #expect(try await told(line, scene("tea")) == [expected])
  }

  @Test func ownTextMayMention() async throws {
    #expect(try await told("tell $t.text", scene("for @bob", by: Self.me)) == ["text=for @bob"])
  }

  /// One's own text, the beginning of whose name is that of the account, and text of somebody else.
  @Test(arguments: [
    ("tell \"Hi @${o.text}${t.text}\"", "bo", "b you"), ("tell \"$o.text$t.text\"", "for @bob", "@c.example"),
    ("tell \"$o.text$t.text\"", "for @bo", "by"), ("let x = \"$o.text$t.text\"\ntell \"say: $x!\"", "@bo", "by"),
    ("let x = \"$o.text$t.text\"\ntell cw=\"status:$x\" $o.text", "@bo", "by"),
    ("open tusker://x-callback-url/tellThing?text=$o.text$t.text", "@bo", "by"),
  ])
  func aServerCompletesNoMentionOfOnesOwn(line: String, own: String, foreign: String) async throws {
    let things: [JSON] = [(own, Self.me), (foreign, Self.other)].map { text, author in
      ["id": "1", "text": .string(text), "account": author]
    }
    let scene = Scene { url in url.action == "getCurrentUser" ? .item(Self.me) : .items(things) }
    let failure = await scene.failure("let l = many\nlet o = $l.0\nlet t = $l.1\n" + line)
    #expect(failure?.kind == .foreignValue && !scene.urls.contains { $0.action == "tellThing" }, "\(line)")
  }

  /// The same mention means somebody else on another server.
  @Test func ownTextOfAnotherAccountIsFromElsewhere() async throws {
    let scene = scene("for @bob", by: Self.me)
    let failure = await scene.failure("let l = many\nlet t = $l.0\nas @b@b.example\ntell $t.text\nend")
    #expect(failure?.kind == .foreignValue)
    let asked = zip(scene.urls, scene.allOptions).filter { $0.0.action == "getCurrentUser" }
    #expect(asked.map(\.1.account) == ["@b@b.example"])
  }

  /// Any server can state the page of any account, and identifiers are those of each server.
  @Test(
    arguments: [
      ("let l = many", me, true), ("let l = many as=@me@a.example", me, true),
      ("let l = many as=@me@b.example", me, false), ("as @me@b.example\nlet l = many\nend", me, false),
      ("let l = many", ["id": "77", "acct": "me", "url": "https://a.example/@me"], false),
      ("let l = many", ["id": "9", "acct": "me", "url": "https://b.example/@me"], false),
      ("let l = many", ["acct": "me", "url": "https://a.example/@me"], false), ("let l = many", [:], false),
      ("let l = many", .null, false),
    ] as [(String, JSON, Bool)])
  func ownTextIsReadFromTheServerThatItIsPostedTo(reading: String, author: JSON, isOwn: Bool) async throws {
    let scene = scene("for @bob", by: author)
    let failure = await scene.failure("\(reading)\nlet t = $l.0\ntell $t.text")
    #expect(failure?.kind == (isOwn ? nil : .foreignValue))
    #expect(scene.urls.contains { $0.action == "tellThing" } == isOwn)
  }

  /// A boost and a notification are by one account, and the words in them by another.
  @Test(
    arguments: [
      ("reblog", other, false), ("reblog", me, true), ("reblog", .null, false), ("status", other, false),
      ("status", me, true),
    ] as [(String, JSON, Bool)])
  func theWordsAreThoseOfTheStatus(part: String, author: JSON, isOwn: Bool) async throws {
    let thing: JSON = ["id": "1", "text": "for @bob", "account": Self.me, part: ["account": author]]
    let scene = Scene { url in url.action == "getCurrentUser" ? .item(Self.me) : .items([thing]) }
    let failure = await scene.failure("for t in (many)\ntell $t.text\nend")
    #expect(failure?.kind == (isOwn ? nil : .foreignValue))
  }

  @Test func aValueFromTheJournalIsStillFromElsewhere() async throws {
    let ledger = TestLedger()
    let script = "once k\nlet l = many\nlet x = \"say $l.0.text\"\nend\ntell $x"
    for _ in 0..<2 {
      let scene = Scene(Scene.Surroundings(ledger: ledger)) { url in
        url.action == "getCurrentUser" ? .item(["id": "9"]) : .items([["id": "1", "text": "@victim"]])
      }
      #expect(await scene.failure(script)?.kind == .foreignValue)
    }
  }

  /// The journal keeps who wrote a text and who read it.
  @Test(arguments: [("a", true), ("b", false)])
  func ownTextInTheJournalIsStillOwn(server: String, isOwn: Bool) async throws {
    let ledger = TestLedger()
    let script = "once k\nlet l = many as=@me@\(server).example\nlet x = \"say $l.0.text\"\nend\ntell $x"
    for _ in 0..<2 {
      let scene = Scene(Scene.Surroundings(ledger: ledger)) { url in
        url.action == "getCurrentUser"
          ? .item(Self.me) : .items([["id": "1", "text": "for @bob", "account": Self.me]])
      }
      #expect(await scene.failure(script)?.kind == (isOwn ? nil : .foreignValue))
    }
  }
}
