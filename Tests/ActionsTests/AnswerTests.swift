import Fediverse
import JSONValue
import Testing
import TuskActions
import XCallbackURL

/// What requests answer: which keys, in which order, of which kinds, and what is left out.
struct AnswerTests {
  @Test func everyActionThatAsksTheServerHasARequest() {
    let actions = Action.all.map(\.signature)
    #expect(Set(actions.map(\.action)).count == actions.count)
    let requested = SampleRequests.all.map(SampleRequests.action)
    #expect(Set(requested).count == requested.count)
    #expect(Set(requested) == Set(actions.filter(SampleRequests.asksServerAlone).map(\.action)))
    #expect(SampleRequests.documented.count == 15)
  }

  private static let person = "username displayName locked followers following url avatarURL headerURL"

  @Test(arguments: [
    ("showAccount", ""), ("getCurrentUser", person), ("getAccount", person), ("followUser", "url"), ("showStatus", ""),
    ("getStatus", "url? uri id account inReplyTo? posted content reblog? author? text?"),
    ("postStatus", "statusURL? statusURI"),
    ("favoriteStatus", "statusURL? statusURI"), ("reblogStatus", "statusURL? statusURI"),
    ("getNotification", "kind date accountID statusID?"), ("getNotifications", "notifications"),
    ("dismissNotification", ""), ("dismissAllNotifications", ""),
    ("getCurrentInstance", "uri name description contactAccount?"), ("search", ""),
  ])
  func theDeclaredKeysAreTheDocumentedOnes(action: String, keys: String) throws {
    let signature = try #require(Action.all.first { $0.signature.action == action }).signature
    #expect(signature.results.map { $0.name + ($0.isOptional ? "?" : "") }.joined(separator: " ") == keys)
  }

  @Test(arguments: SampleRequests.all)
  func jsonAnswersWhatThePlainAnswerDoes(request: String) async throws {
    let separator = request.contains("?") ? "&" : "?"
    let plain = try #require(try await TestEngine(isSandbox: true).open(request))
    let json = try await TestEngine(isSandbox: true).data(of: request + separator + "json=true")
    let pairs = try CallbackURL(parsing: plain).pairs
    #expect(json.members.map(\.name) == pairs.map(\.name))
    #expect(json.members.map { $0.value.string ?? $0.value.text } == pairs.map(\.value))
  }

  @Test(arguments: [
    ("json=true", true), ("json=TRUE", true), ("json=1", true), ("json=yes", true), ("json", true),
    ("json=false", false), ("json=0", false), ("json=No", false),
  ])
  func booleansAreReadAsCallersWriteThem(parameter: String, isJSON: Bool) async throws {
    let callback = try #require(try await TestEngine().open("getNotifications?\(parameter)"))
    #expect(try CallbackURL(parsing: callback).pairs.map(\.name) == [isJSON ? "response" : "notifications"])
  }

  @Test func base64IsPaddedAndEscaped() async throws {
    let person = Bodies.alice.changing("display_name", to: ">>>???~~~")
    let stub = StubServer(changing: ["GET /api/v1/accounts/verify_credentials": person])
    let callback = try #require(try await TestEngine(stub).open("getCurrentUser?json=true"))
    let response = callback.drop { $0 != "=" }.dropFirst()
    #expect(!response.contains { "+/= ".contains($0) })
    let value = try #require(try CallbackURL(parsing: callback).values(of: "response").first ?? nil)
    #expect(value.utf8.count % 4 == 0)
    #expect(try await TestEngine(stub).data(of: "getCurrentUser?json=true")["displayName"] == ">>>???~~~")
  }

  @Test func itemsWithoutJSONAreJSONText() async throws {
    let callback = try #require(try await TestEngine().open("getNotifications?items=true"))
    let pairs = try CallbackURL(parsing: callback).pairs
    #expect(pairs.map(\.name) == ["notifications", "items"])
    let items = try JSON(parsing: try #require(pairs[1].value))
    #expect(items.array?.map { $0["kind"] } == ["mention", "follow"])
    #expect(
      items[0]?.object?.members.map(\.name) == [
        "id", "kind", "account", "date", "dateAt", "accountID", "count", "names", "statusID", "content", "status",
      ])
  }

  /// A boost has no content of its own.
  @Test func aBoostAddsWhatItBoosts() async throws {
    let boost = try await TestEngine().data(of: "getStatus?statusID=10&json=true")
    let boosted = try await TestEngine().data(of: "getStatus?statusID=9&json=true")
    #expect(boost["content"] == "" && boost["reblog"] == "9")
    #expect(boost["author"] == boosted["account"] && boost["text"] == boosted["content"])
    #expect(boosted["author"] == nil && boosted["text"] == nil)
  }

  @Test(arguments: ["getStatus?statusID=9", "getCurrentUser", "dismissNotification?notification=77"])
  func itemsMeanNothingWhereThereIsNoList(request: String) async throws {
    let separator = request.contains("?") ? "&" : "?"
    let data = try await TestEngine().data(of: request + separator + "items=true&json=true")
    #expect(data["items"] == nil)
  }

  @Test func anEmptyListIsAnEmptyText() async throws {
    let stub = StubServer(changing: ["GET /api/v1/notifications": []])
    #expect(try await TestEngine(stub).open("getNotifications") == "app://x-callback-url/yes?notifications=")
    let data = try await TestEngine(stub).data(of: "getNotifications?json=true&items=true")
    #expect(data == ["notifications": "", "items": []])
  }
}

/// What servers leave out, and that the rest is answered all the same.
struct IncompleteAnswerTests {
  private func data(of request: String, _ route: String, _ body: JSON) async throws -> JSON.Object {
    try await TestEngine(StubServer(changing: [route: body])).data(of: request + "json=true")
  }

  @Test(arguments: [
    ("avatar", "avatarURL"), ("header", "headerURL"), ("url", "url"), ("followers_count", "followers"),
    ("following_count", "following"),
  ])
  func aPersonWithoutAFieldLacksItsKey(field: String, key: String) async throws {
    let route = "GET /api/v1/accounts/verify_credentials"
    let whole = try await data(of: "getCurrentUser?", route, Bodies.alice)
    let missing = try await data(of: "getCurrentUser?", route, Bodies.alice.without(field))
    let null = try await data(of: "getCurrentUser?", route, Bodies.alice.changing(field, to: nil))
    #expect(whole[key] != nil)
    #expect(missing.members.map(\.name) == whole.members.map(\.name).filter { $0 != key })
    #expect(null == missing)
  }

  @Test(arguments: [
    ("url", "url"), ("uri", "uri"), ("account", "account"), ("in_reply_to_id", "inReplyTo"), ("created_at", "posted"),
  ])
  func aStatusWithoutAFieldLacksItsKey(field: String, key: String) async throws {
    let answer = try await data(
      of: "getStatus?statusID=9&", "GET /api/v1/statuses/9", Bodies.status.without(field))
    let names = ["url", "uri", "id", "account", "inReplyTo", "posted", "content"]
    #expect(answer.members.map(\.name) == names.filter { $0 != key })
  }

  @Test(arguments: ["postStatus?text=Hi", "favoriteStatus?statusID=9"])
  func aChangedStatusWithoutAPageHasOnlyItsURI(request: String) async throws {
    let status = Bodies.status.changing("url", to: nil)
    let stub = StubServer(changing: [
      "POST /api/v1/statuses": status, "POST /api/v1/statuses/9/favourite": status,
    ])
    #expect(
      try await TestEngine(stub).open(request)
        == "app://x-callback-url/yes?statusURI=https%3A%2F%2Fb.example%2F9")
  }

  @Test(arguments: [nil, [:], ["account": nil], ["email": "a@a.example"]] as [JSON])
  func aServerWithoutAContactStillAnswers(contact: JSON) async throws {
    let answer = try await data(
      of: "getCurrentInstance?", "GET /api/v2/instance", Bodies.instance.changing("contact", to: contact))
    #expect(answer == ["uri": "a.example", "name": "A", "description": "An example"])
  }

  @Test(arguments: ["poll", "admin.sign_up", "pleroma:emoji_reaction", "ver\u{F6}llig neu", "favourite", "reblog"])
  func kindsOfNotificationsPassAsTheyAre(kind: String) async throws {
    let answer = try await data(
      of: "getNotification?notificationID=77&", "GET /api/v1/notifications/77",
      Bodies.mention.changing("type", to: .string(kind)))
    #expect(answer["kind"]?.string == kind)
  }

  @Test func aNotificationWithoutAStatusHasNone() async throws {
    let answer = try await data(
      of: "getNotification?notificationID=77&", "GET /api/v1/notifications/77", Bodies.follow)
    #expect(answer == ["kind": "follow", "date": 1_704_164_646, "accountID": "1"])
  }

  @Test func anOddRowOfAListIsLeftOut() async throws {
    let answer = try await data(
      of: "getNotifications?", "GET /api/v1/notifications", [Bodies.mention, "row", [:], nil, Bodies.follow])
    #expect(answer["notifications"] == "77,78")
  }

  @Test(
    arguments: [
      ("2024-01-02T03:04:05.999Z", 1_704_164_645), ("2024-01-02T05:04:05+02:00", 1_704_164_645),
      ("1969-12-31T23:59:59Z", -1), ("2038-01-19T03:14:08Z", 2_147_483_648), ("soon", nil), ("", nil),
    ] as [(String, Int?)])
  func datesAreWholeUnixSeconds(written: String, seconds: Int?) async throws {
    let answer = try await data(
      of: "getStatus?statusID=9&", "GET /api/v1/statuses/9",
      Bodies.status.changing("created_at", to: .string(written)))
    #expect(answer["posted"] == seconds.map(JSON.int))
  }

  @Test(arguments: [
    ("<p>a<br>b</p><p>c &lt;i&gt; &amp;amp;</p>", "a\nb\n\nc <i> &amp;"),
    ("<p>x<span class=\"invisible\">https://</span>y</p>", "xy"), ("", ""), ("no markup", "no markup"),
  ])
  func contentIsPlainTextUnlessHTMLIsWanted(html: String, plain: String) async throws {
    let body = Bodies.status.changing("content", to: .string(html))
    for (flag, wanted) in [("", plain), ("html=false&", plain), ("html=true&", html), ("html&", html)] {
      let answer = try await data(of: "getStatus?statusID=9&\(flag)", "GET /api/v1/statuses/9", body)
      #expect(answer["content"]?.string == wanted, "\(flag)")
    }
  }
}
