import JSONValue
import Testing

@testable import Fediverse

/// Finding a status again of which it is not known whether it was published.
struct PublishedTests {
  private let transport = ScriptedTransport()
  private static let moment = Timestamp(seconds: 1_700_000_000)

  /// The server's view of a status of this text, half a minute before publishing was tried.
  private func status(_ html: String, _ members: JSON.Object = [:], id: String = "1", at second: Int = -30) -> JSON {
    let time = Timestamp(seconds: Self.moment.seconds + second).description
    var object: JSON.Object = ["id": .string(id), "content": .string(html), "created_at": .string(time)]
    object["visibility"] = "public"
    for (name, value) in members.members { object[name] = value }
    return .object(object)
  }

  /// The identifier of the status that is found, or `undecided`.
  private func found(_ status: NewStatus, among statuses: [JSON], domain: String? = "example.social") async throws
    -> String?
  {
    transport.on("GET /api/v1/accounts/verify_credentials", #"{"id":"9","acct":"me"}"#)
      .on("GET /api/v1/accounts/9/statuses?exclude_reblogs=true&limit=40", JSON.array(statuses).text)
    let client = try Client.scripted(transport, domain: domain)
    do throws(FediverseError) {
      return try await client.statuses.published(matching: status, since: Self.moment)?.id
    } catch {
      guard error.kind == .undecided, error.outcomeUnknown else { throw error }
      return "undecided"
    }
  }

  private static let mentions: JSON = [
    ["id": "2", "acct": "ben@b.example", "username": "ben", "url": "https://b.example/@ben"],
    ["id": "3", "acct": "cy", "username": "cy", "url": "https://example.social/@cy"],
  ]

  /// A text as typed, and what the server made of it.
  @Test(arguments: [
    ("hello", "<p>hello</p>"), ("hello  world \n", "<p>hello world</p>"), ("a\nb", "<p>a<br>b</p>"),
    ("a\n\nb", "<p>a</p><p>b</p>"), ("a & b < c", "<p>a &amp; b &lt; c</p>"), ("", ""),
    (
      "see https://Example.com now",
      #"<p>see <a href="https://example.com/"><span class="invisible">https://</span><span>example.com</span></a> now</p>"#
    ),
    (
      "(https://example.com/a/b?c=d&e).",
      #"<p>(<a href="https://example.com/a/b?c=d&amp;e"><span class="invisible">https://</span>"#
        + #"<span class="ellipsis">example.com/a/</span><span class="invisible">b?c=d&amp;e</span></a>).</p>"#
    ),
    ("https://example.com/ä", #"<p><a href="https://example.com/%C3%A4">https://example.com/%C3%A4</a></p>"#),
    (
      "@ben@b.example hi",
      #"<p><span class="h-card"><a href="https://b.example/@ben">@<span>ben</span></a></span> hi</p>"#
    ),
    ("@Ben@B.example: hi", #"<p><a href="https://b.example/@ben">@<span>ben</span></a>: hi</p>"#),
    (
      "(@cy) and @cy@example.social!",
      #"<p>(<a href="https://example.social/@cy">@<span>cy</span></a>) and "#
        + #"<a href="https://example.social/@cy">@<span>cy</span></a>!</p>"#
    ),
    ("#SwiftLang #ä", #"<p><a href="https://x/tags/swiftlang">#<span>SwiftLang</span></a> #ä</p>"#),
    ("mail a@b.example", "<p>mail a@b.example</p>"), ("@ alone", "<p>@ alone</p>"),
  ])
  func whatTheServerMadeOfATextIsTheSame(_ typed: String, _ html: String) async throws {
    let status = status(html, ["mentions": Self.mentions])
    #expect(try await found(NewStatus(typed), among: [status]) == "1")
  }

  @Test(arguments: [
    ("hello", "<p>hello!</p>"), ("hello", "<p>Hello</p>"), ("ab", "<p>a b</p>"), ("", "<p>x</p>"), ("x", ""),
    ("https://example.com/a", #"<p><a href="https://example.com/b">https://example.com/b</a></p>"#),
    ("https://example.com/a", #"<p><a href="http://example.com/a">http://example.com/a</a></p>"#),
    ("@cy@c.example hi", #"<p><a href="https://example.social/@cy">@<span>cy</span></a> hi</p>"#),
    ("@ben hi", #"<p><a href="https://b.example/@ben">@<span>ben</span></a> hi</p>"#), ("#a", "<p>a</p>"),
  ])
  func anotherTextIsAnother(_ typed: String, _ html: String) async throws {
    let statuses = [status(html, ["mentions": Self.mentions])]
    #expect(try await found(NewStatus(typed), among: statuses) == "undecided")
    transport.on("GET /api/v1/statuses/1/source", #"{"id":"1","text":"another text"}"#)
    #expect(try await found(NewStatus(typed), among: statuses) == nil)
  }

  /// What servers that show no sources make of a text.
  @Test(arguments: [
    ("\"hi\" -- it's...", "<p>“hi” – it’s…</p>", "1"),
    ("**bold** `code`", "<p><b>bold</b> <code>code</code></p>", "1"), ("a_b_c ~d~", "<p>abc d</p>", "1"),
    (":wave: hi", "<p>👋 hi</p>", "undecided"), ("# Title", "<h1>Title</h1>", "undecided"),
    ("https://example.com/long/path", "<p>example.com/lo…</p>", "undecided"),
  ])
  func aChangedTextIsFoundOrUndecided(_ typed: String, _ html: String, _ outcome: String) async throws {
    #expect(try await found(NewStatus(typed), among: [status(html)]) == outcome)
  }

  /// Punctuation that belongs to no address is read once.
  @Test(.timeLimit(.minutes(2)), arguments: ["https://a.example/x", "@bob@a.example"])
  func aLongTailOfPunctuationIsReadOnce(start: String) {
    let long = NormalizedWords(start + String(repeating: ".", count: 300_000), domains: [])
    #expect(long != NormalizedWords(start, domains: []))
  }

  @Test func theDomainOfTheAccountsIsTheServersOwn() async throws {
    transport.on("GET /api/v2/instance", #"{"domain":"accounts.example"}"#)
    let html = #"<p><a href="https://example.social/@cy">@<span>cy</span></a></p>"#
    let status = status(html, ["mentions": Self.mentions])
    #expect(try await found(NewStatus("@cy@accounts.example"), among: [status], domain: nil) == "1")
  }

  /// Members of the status that is there, and whether it is the one: the new one is a plain public reply to 5.
  @Test(
    arguments: [
      (["in_reply_to_id": "5"], "1"), (["in_reply_to_id": "6"], nil), ([:], "undecided"), (["in_reply_to_id": 5], "1"),
      // Mastodon changes the visibility for limited accounts, and a warning without a text to the text.
      (["in_reply_to_id": "5", "visibility": "unlisted"], "undecided"),
      (["in_reply_to_id": "5", "spoiler_text": "cw"], "undecided"),
      (["in_reply_to_id": "5", "spoiler_text": "cw", "content": "<p>ho</p>"], "undecided"),
      (["in_reply_to_id": "5", "visibility": "unlisted", "content": "<p>ho</p>"], "undecided"),
      (["in_reply_to_id": "6", "visibility": "unlisted", "content": "<p>ho</p>"], nil),
      (["in_reply_to_id": "5", "spoiler_text": " "], "1"),
      (["in_reply_to_id": "5", "media_attachments": [["id": "1"]]], nil),
      (["in_reply_to_id": "5", "poll": ["id": "1"]], nil), (["in_reply_to_id": "5", "reblog": ["id": "2"]], nil),
      // A status of another account in one's own list.
      (["in_reply_to_id": "5", "account": ["id": "8", "acct": "bob"]], "undecided"),
      (["in_reply_to_id": "5", "account": ["id": "9", "acct": "me"]], "1"),
      (["in_reply_to_id": "5", "account": ["id": "8"], "content": "<p>ho</p>"], nil),
    ] as [(JSON, String?)])
  func everythingElseMustAgree(_ members: JSON, _ outcome: String?) async throws {
    var new = NewStatus("hi")
    new.inReplyToID = "5"
    new.visibility = .public
    let status = status("<p>hi</p>", members.object ?? [:])
    #expect(try await found(new, among: [status]) == outcome)
  }

  /// What servers store of a text, and show as its source.
  @Test(
    arguments: [
      ("see https://example.com/?utm_source=x", "see https://example.com/", "undecided"),
      ("https://example.com/a?utm_source=x", "https://example.com/a", "undecided"), ("hi :)", "hi 🙂", "undecided"),
      (":)", "🙂", "undecided"), ("(c) Tusk", "© Tusk", "undecided"), ("pass\u{200B}word", "password", "undecided"),
      ("ｈｅｌｌｏ", "hello", "undecided"), ("<b>bold</b> words", "bold words", "undecided"),
      ("one two three four", "one two", "undecided"), ("hello", "hello (posted with x)", "undecided"),
      ("one two three four", "one two thr…", "undecided"), ("Day 5 of 100", "Day 6 of 100", nil),
      ("Day 5 of 100 in Rome", "Day 6 of 100 in Roma", nil), ("teh quick fox", "the quick fox", "undecided"),
      ("The fair begins on Monday", "The fair ended on Sunday", nil), ("teh fox", "the fox", "undecided"),
      ("It begins on Monday", "It begins on Sunday", nil), ("part a", "part b", nil), ("run 499", "run 500", nil),
      ("one two three four five six seven eigth", "one two tree four five six seven eight", "undecided"),
      ("hello", "good night", nil), ("one two three", "three four five six", nil), ("", "hello", nil), ("7", "8", nil),
    ] as [(String, String, String?)])
  func aChangedSourceIsUndecided(_ typed: String, _ stored: String, _ outcome: String?) async throws {
    transport.on("GET /api/v1/statuses/1/source", JSON.object(["id": "1", "text": .string(stored)]).text)
    #expect(try await found(NewStatus(typed), among: [status("<p>changed</p>")]) == outcome)
  }

  /// Parts that a server has dropped or changed.
  @Test(
    arguments: [
      (["media_attachments": []], "undecided"), (["media_attachments": [["id": "1"], ["id": "2"]]], "undecided"),
      (["poll": nil], "undecided"), (["poll": ["id": "1", "options": [["title": "Yes"]]]], "undecided"),
      (["in_reply_to_id": nil], "undecided"), ([:], "1"),
    ] as [(JSON.Object, String)])
  func aMissingPartIsUndecided(_ changes: JSON.Object, _ outcome: String) async throws {
    var new = NewStatus("hi")
    new.inReplyToID = "5"
    new.mediaIDs = ["1"]
    new.poll = NewStatus.NewPoll(options: ["Yes", "No"], duration: 60)
    let options: JSON = [["title": "Yes"], ["title": "No"]]
    var members: JSON.Object = [
      "in_reply_to_id": "5", "media_attachments": [["id": "1"]], "poll": ["id": "1", "options": options],
    ]
    for (name, value) in changes.members { members[name] = value }
    #expect(try await found(new, among: [status("<p>hi</p>", members)]) == outcome)
  }

  @Test func mediaAndWarningsAreCompared() async throws {
    var new = NewStatus("hi")
    new.spoilerText = "two  words"
    new.mediaIDs = ["1", "2"]
    let media: JSON = [["id": "1"], ["id": "2"]]
    let same = status("<p>hi</p>", ["media_attachments": media, "spoiler_text": "two words", "visibility": "private"])
    #expect(try await found(new, among: [same]) == "1", "where no visibility was asked for, any will do")
  }

  @Test(arguments: [(["Tabs", "Spaces "], true), (["Spaces", "Tabs"], false), (["Tabs"], false), ([], false)])
  func pollsAreCompared(_ options: [String], _ isFound: Bool) async throws {
    var new = NewStatus("hi")
    new.poll = NewStatus.NewPoll(options: options, duration: 60)
    let poll: JSON = ["id": "1", "options": [["title": "Tabs"], ["title": "Spaces"]]]
    let statuses = [status("<p>hi</p>"), status("<p>hi</p>", ["poll": poll], id: "3")]
    #expect(try await found(new, among: statuses) == (isFound ? "3" : "undecided"))
  }

  @Test func aStatusWithoutATimeIsUndecided() async throws {
    #expect(try await found(NewStatus("hi"), among: [status("<p>hi</p>", ["created_at": nil])]) == "undecided")
  }

  /// Without the server's time, either clock may be wrong.
  @Test(arguments: [(-93_601, nil), (-93_600, "undecided"), (-61, "undecided"), (-60, "1"), (0, "1"), (3600, "1")])
  func aStatusCountsFromTheTimeOfSending(_ second: Int, _ outcome: String?) async throws {
    #expect(try await found(NewStatus("hi"), among: [status("<p>hi</p>", at: second)]) == outcome)
  }

  /// Without the server's time, another text may be the result however the clocks were set.
  @Test(arguments: [
    (-93_601, nil), (-93_600, "undecided"), (0, "undecided"), (93_600, "undecided"), (93_601, nil),
  ])
  func anotherTextCountsAtTheTimeOfSending(_ second: Int, _ outcome: String?) async throws {
    #expect(try await found(NewStatus("hi"), among: [status("<p>ho</p>", at: second)]) == outcome)
  }

  @Test func theNewestOfSeveralIsFound() async throws {
    let statuses = [status("<p>no</p>", id: "4"), status("<p>hi</p>", id: "3"), status("<p>hi</p>", id: "2")]
    transport.on("GET /api/v1/statuses/4/source", #"{"id":"4","text":"no"}"#)
    #expect(try await found(NewStatus("hi"), among: statuses) == "3")
  }

  @Test func markupIsComparedAsItWasTyped() async throws {
    transport.on("GET /api/v1/statuses/4/source", #"{"id":"4","text":"*no*"}"#)
      .on("GET /api/v1/statuses/3/source", #"{"id":"3","text":"**hi** there"}"#)
    let statuses = [status("<p><em>no</em></p>", id: "4"), status("<p><strong>hi</strong> there</p>", id: "3")]
    #expect(try await found(NewStatus("**hi**  there"), among: statuses) == "3")
  }

  @Test func aServerWithoutSourcesIsAskedForOne() async throws {
    let statuses = (1...39).map { status("<p>no</p>", id: "\($0)") }
    #expect(try await found(NewStatus("hi"), among: statuses) == "undecided")
    #expect(transport.asked.filter { $0.hasSuffix("/source") }.count == 1)
  }

  @Test func whereNothingCanBeAskedThatIsSaid() async throws {
    transport.on("GET /api/v1/accounts/verify_credentials", status: 401, #"{"error":"no"}"#)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) {
      try await client.statuses.published(matching: NewStatus("x"), since: Self.moment)
    }
    #expect(error?.kind == .unauthorized)
  }

  @Test(arguments: [
    "@", "@@", "@@@a", "https://", "http://[", "(@a@", "@a@b@c", "#", "\u{202E}@a", "x://y", "https://a#@b",
  ])
  func oddWordsAreTheSameAsThemselves(_ text: String) {
    #expect(NormalizedWords(text, domains: ["b"]) == NormalizedWords(" \(text)\n", domains: ["b"]))
    #expect(NormalizedWords(text, domains: []) != NormalizedWords(text + " x", domains: []))
  }
}
