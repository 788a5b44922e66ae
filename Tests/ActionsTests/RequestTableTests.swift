import JSONValue
import Testing
import TuskActions
import XCallbackURL

/// The fifteen requests, as Tusker's page documents them.
struct RequestTableTests {
  private static let alice =
    "username=alice%40a.example&displayName=Alice&locked=false&followers=3&following=2"
    + "&url=https%3A%2F%2Fa.example%2F%40alice&avatarURL=https%3A%2F%2Fa.example%2Fa.png"
    + "&headerURL=https%3A%2F%2Fa.example%2Fh.png"
  private static let bob =
    "username=bob%40b.example&displayName=&locked=true&followers=0&following=0"
    + "&url=https%3A%2F%2Fb.example%2F%40bob&avatarURL=https%3A%2F%2Fb.example%2Fa.png"
    + "&headerURL=https%3A%2F%2Fb.example%2Fh.png"
  private static let link = "statusURL=https%3A%2F%2Fb.example%2F%40bob%2F9&statusURI=https%3A%2F%2Fb.example%2F9"
  private static let status =
    "url=https%3A%2F%2Fb.example%2F%40bob%2F9&uri=https%3A%2F%2Fb.example%2F9&id=9&account=bob%40b.example"
    + "&inReplyTo=8&posted=1704164645&content="

  @Test(arguments: [
    ("getCurrentUser", "?" + alice, ["GET /api/v1/accounts/verify_credentials"]),
    ("getAccount?accountID=2", "?" + bob, ["GET /api/v1/accounts/2"]),
    ("getAccount?acct=%40bob%40b.example", "?" + bob, ["GET /api/v1/accounts/lookup"]),
    (
      "followUser?accountID=2", "?url=https%3A%2F%2Fb.example%2F%40bob",
      ["GET /api/v1/accounts/2", "POST /api/v1/accounts/2/follow"]
    ),
    ("getStatus?statusID=9", "?" + status + "One%0Atwo%0A%0A%26%20three", ["GET /api/v1/statuses/9"]),
    (
      "getStatus?statusID=9&html=yes",
      "?" + status + "%3Cp%3EOne%3Cbr%3Etwo%3C%2Fp%3E%3Cp%3E%26amp%3B%20three%3C%2Fp%3E", ["GET /api/v1/statuses/9"]
    ),
    ("postStatus?text=Hi", "?" + link, ["POST /api/v1/statuses"]),
    ("favoriteStatus?statusID=9", "?" + link, ["POST /api/v1/statuses/9/favourite"]),
    ("favouriteStatus?statusID=9", "?" + link, ["POST /api/v1/statuses/9/favourite"]),
    ("reblogStatus?statusID=9", "?" + link, ["GET /api/v1/statuses/9", "POST /api/v1/statuses/9/reblog"]),
    (
      "getNotification?notificationID=77", "?kind=mention&date=1704164645&accountID=2&statusID=9",
      ["GET /api/v1/notifications/77"]
    ),
    ("getNotifications", "?notifications=77%2C78", ["GET /api/v1/notifications"]),
    ("dismissNotification?notification=77", "", ["POST /api/v1/notifications/77/dismiss"]),
    ("dismissNotification?notificationID=77", "", ["POST /api/v1/notifications/77/dismiss"]),
    (
      "getCurrentInstance", "?uri=a.example&name=A&description=An%20example&contactAccount=1",
      [
        "GET /api/v2/instance", "GET /.well-known/nodeinfo", "GET /api/v2/instance",
        "GET /.well-known/oauth-authorization-server",
      ]
    ),
    ("showAccount?accountID=2", "", ["GET /api/v1/accounts/2"]),
    ("showStatus?statusID=9", "", ["GET /api/v1/statuses/9"]),
    ("search?query=cats", "", ["GET /api/v2/search"]),
  ])
  func aRequestAnswersAsDocumented(request: String, data: String, sent: [String]) async throws {
    let engine = try TestEngine()
    #expect(try await engine.open(request) == "app://x-callback-url/yes" + data)
    #expect(engine.stub.log == sent)
  }

  @Test func dismissingAllAnswersNothingOnceItIsConfirmed() async throws {
    let engine = try TestEngine(answering: .once)
    #expect(try await engine.open("dismissAllNotifications") == "app://x-callback-url/yes")
    #expect(engine.stub.log == ["POST /api/v1/notifications/clear"])
  }

  @Test func aReblogNamesWhatItReblogs() async throws {
    let callback = try #require(try await TestEngine().open("getStatus?statusID=10"))
    #expect(callback.contains("account=alice%40a.example"))
    #expect(callback.contains("&content=&reblog=9&author=bob%40b.example&text=One"))
  }

  @Test func jsonAnswersOneObjectWithTypedValues() async throws {
    let callback = try #require(try await TestEngine().open("getStatus?statusID=9&json=true"))
    let url = try CallbackURL(parsing: callback)
    #expect(url.pairs.map(\.name) == ["response"])
    let json = try #require(Response.success(url.pairs).json)
    #expect(json["posted"] == 1_704_164_645)
    #expect(json["id"] == "9")
    #expect(json["reblog"] == nil)
  }

  @Test func jsonWithoutDataIsAnEmptyObject() async throws {
    let callback = try await TestEngine().open("dismissNotification?notification=77&json=1")
    #expect(callback == "app://x-callback-url/yes?response=e30%3D")
  }

  @Test func itemsStandBesideTheDocumentedIdentifiers() async throws {
    let callback = try #require(try await TestEngine().open("getNotifications?items=true&json=true"))
    let json = try #require(Response.success(try CallbackURL(parsing: callback).pairs).json)
    #expect(json["notifications"] == "77,78")
    #expect(json["items"]?[0]?["account"]?["username"] == "bob@b.example")
    #expect(json["items"]?[0]?["status"]?["id"] == "9")
    #expect(json["items"]?[1]?["statusID"] == nil)
  }

  @Test func whatIsPresentedIsShownAndNotAnswered() async throws {
    let engine = try TestEngine()
    #expect(try await engine.open("search?query=x") == "app://x-callback-url/yes")
    #expect(engine.presentations.first?.sections.map(\.title) == ["accounts", "statuses", "tags"])
    #expect(engine.presentations.first?.sections.map(\.records.count) == [1, 1, 1])
  }

  @Test func aMentionStandsBeforeTheText() async throws {
    let engine = try TestEngine()
    _ = try await engine.open(
      "postStatus?text=Hi&mentioning=bob%40b.example&visibility=direct&reply=9&cw=x&language=en")
    let body = try JSON(parsing: #require(engine.stub.lastBody))
    #expect(body["status"] == "@bob@b.example Hi")
    #expect(body["visibility"] == "direct")
    #expect(body["in_reply_to_id"] == "9")
    #expect(body["spoiler_text"] == "x")
    #expect(body["language"] == "en")
  }
}
