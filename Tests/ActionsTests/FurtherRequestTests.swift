import JSONValue
import Testing
import TuskActions
import XCallbackURL

/// The requests beyond those that Tusker documents: what reaches the server, and what is answered.
struct FurtherRequestTests {
  private static let link =
    "statusID=9&statusURL=https%3A%2F%2Fb.example%2F%40bob%2F9&statusURI=https%3A%2F%2Fb.example%2F9"
  private static let own = "GET /api/v1/accounts/verify_credentials"
  private static let lists = "GET /api/v1/lists"
  private static let members = "/api/v1/lists/3/accounts"

  @Test(arguments: [
    ("unfavoriteStatus?statusID=9", "?" + link, ["POST /api/v1/statuses/9/unfavourite"]),
    ("unfavouriteStatus?statusID=9", "?" + link, ["POST /api/v1/statuses/9/unfavourite"]),
    ("unreblogStatus?statusID=9", "?" + link, ["POST /api/v1/statuses/9/unreblog"]),
    ("deleteStatus?statusID=9", "", ["DELETE /api/v1/statuses/9"]),
    (
      "unfollowUser?accountID=2", "?url=https%3A%2F%2Fb.example%2F%40bob",
      ["GET /api/v1/accounts/2", "POST /api/v1/accounts/2/unfollow"]
    ),
    ("getLists", "?lists=3%2C4", [lists]),
    ("getListMembers?list=3", "?accounts=2", [lists, "GET " + members]),
    ("addToList?list=3&account=2", "", [lists, "POST " + members]),
    ("removeFromList?list=3&account=2", "", [lists, "DELETE " + members]),
    ("getFollowers", "?accounts=2", [own, "GET /api/v1/accounts/1/followers"]),
    ("getFollowing?of=2", "?accounts=1%2C2", ["GET /api/v1/accounts/2/following"]),
    ("getStatuses", "?statuses=9%2C10", [own, "GET /api/v1/accounts/1/statuses"]),
    ("getStatuses?of=me", "?statuses=9%2C10", [own, "GET /api/v1/accounts/1/statuses"]),
    (
      "getStatuses?of=%40bob%40b.example", "?statuses=9",
      ["GET /api/v1/accounts/lookup", "GET /api/v1/accounts/2/statuses"]
    ),
    ("getFavorites", "?statuses=9", ["GET /api/v1/favourites"]),
    ("getFavourites", "?statuses=9", ["GET /api/v1/favourites"]),
    ("getTimeline", "?statuses=10%2C9", ["GET /api/v1/timelines/home"]),
    ("getTimeline?name=home", "?statuses=10%2C9", ["GET /api/v1/timelines/home"]),
    ("getTimeline?name=local", "?statuses=9", ["GET /api/v1/timelines/public"]),
    ("getTimeline?name=public", "?statuses=9", ["GET /api/v1/timelines/public"]),
    ("getTimeline?tag=cats", "?statuses=9", ["GET /api/v1/timelines/tag/cats"]),
    ("getTimeline?list=3", "?statuses=9", [lists, "GET /api/v1/timelines/list/3"]),
    ("getTimeline?list=Friends", "?statuses=9", [lists, "GET /api/v1/timelines/list/3"]),
    ("getReports", "?reports=31", ["GET /api/v1/admin/reports"]),
    ("moderateAccount?accountID=2&action=none", "", ["POST /api/v1/admin/accounts/2/action"]),
  ])
  func aRequestAsksForWhatItIsAbout(request: String, data: String, sent: [String]) async throws {
    let engine = try TestEngine(answering: .once)
    let answer = try #require(try await engine.open(request))
    #expect(
      answer.replacing("&poll=5", with: "") == "app://x-callback-url/yes" + data.replacing("statusID=9&", with: ""))
    #expect(engine.stub.log == sent)
  }

  @Test(arguments: [
    ("getTimeline?name=local", "local=true&limit=20"), ("getTimeline?name=public", "limit=20"),
    ("getReports", "resolved=false&limit=20"), ("getReports?unresolved", "resolved=false&limit=20"),
    ("getReports?resolved=true", "resolved=true&limit=20"),
    ("getNotifications?kind=follow&kind=mention&count=3", "types%5B%5D=follow&types%5B%5D=mention&limit=3"),
    ("getFollowers?of=2&count=1", "limit=1"),
  ])
  func aListIsAskedForAsItIsWanted(request: String, query: String) async throws {
    let engine = try TestEngine()
    _ = try await engine.open(request)
    #expect(engine.stub.requests.last?.query.replacing("[]", with: "%5B%5D") == query)
  }

  @Test(arguments: [
    ("limit", "silence"), ("silence", "silence"), ("freeze", "disable"), ("disable", "disable"), ("none", "none"),
    ("sensitive", "sensitive"), ("suspend", "suspend"),
  ])
  func whatIsDoneAboutAnAccountHasItsOwnWords(word: String, kind: String) async throws {
    let engine = try TestEngine(answering: .once)
    let request = "moderateAccount?acct=bob%40b.example&action=\(word)&report=31&text=Spam%20%26%20more"
    #expect(try await engine.failureCode(of: request) == nil)
    let body = try JSON(parsing: try #require(engine.stub.lastBody))
    #expect(body == ["type": .string(kind), "report_id": "31", "text": "Spam & more"])
  }

  @Test func aPollIsAnsweredWithItsOptions() async throws {
    let poll = try await TestEngine().data(of: "getPoll?pollID=5&json=true&item=true")
    #expect(poll["votes"] == 3)
    let item = poll["item"]
    #expect(item?["options"]?.array?.map { $0["title"] } == ["Yes", "No"])
    #expect(item?["options"]?[0]?["votes"] == 3 && item?["options"]?[1]?["votes"] == nil)
    #expect(item?["expires"] == 1_704_251_045 && item?["voters"] == 3 && item?["voted"] == false)
  }

  @Test func aPollMayBeNamedByItsOtherKey() async throws {
    #expect(try await TestEngine().failureCode(of: "getPoll?poll=5") == nil)
    #expect(try await TestEngine().failureCode(of: "getPoll?poll=5&pollID=5") == 2)
    #expect(try await TestEngine().failureCode(of: "getPoll?poll=404") == Failure.Code.notFound.rawValue)
  }

  @Test func recordsStandWholeWithinRecords() async throws {
    let data = try await TestEngine().data(of: "getReports?json=true&items=true")
    let report = try #require(data["items"]?[0])
    #expect(report["target"]?["username"] == "bob@b.example" && report["account"]?["username"] == "alice@a.example")
    #expect(report["statuses"]?[0]?["account"]?["id"] == "2" && report["created"] == 1_704_164_645)
    let statuses = try await TestEngine().data(of: "getTimeline?json=true&items=true")
    #expect(statuses["items"]?[0]?["reblog"]?["account"]?["username"] == "bob@b.example")
    #expect(statuses["items"]?[1]?["text"] == "One\ntwo\n\n& three")
  }

  /// A boost is shown as what it boosts, with who boosted it and who wrote it.
  @Test(arguments: ["getTimeline", "getStatuses?of=1"])
  func aBoostHasTheWordsAndCountsOfWhatItBoosts(request: String) async throws {
    let boosted = Bodies.status.changing("favourites_count", to: 7).changing("spoiler_text", to: "Tea")
    let list: JSON = [Bodies.reblog.changing("reblog", to: boosted), Bodies.status]
    let stub = StubServer(changing: ["GET /api/v1/timelines/home": list, "GET /api/v1/accounts/1/statuses": list])
    let separator = request.contains("?") ? "&" : "?"
    let items = try #require(
      try await TestEngine(stub).data(of: "\(request)\(separator)json=true&items=true")["items"]?.array)
    #expect(items[0]["id"] == "10" && items[0]["account"]?["username"] == "alice@a.example")
    #expect(items.allSatisfy { $0["author"]?["username"] == "bob@b.example" })
    for name in ["text", "content"] { #expect(items[0][name] == items[1][name] && items[0][name] != "") }
    #expect(items[0]["favourites"] == 7 && items[0]["cw"] == "Tea" && items[1]["cw"] == nil)
  }

  @Test func theWholeRecordStandsBesideTheDocumentedData() async throws {
    for request in ["getStatus?statusID=9", "getCurrentUser", "getNotification?notificationID=77", "postStatus?text=a"]
    {
      let separator = request.contains("?") ? "&" : "?"
      let plain = try await TestEngine().data(of: request + separator + "json=true")
      let whole = try await TestEngine().data(of: request + separator + "json=true&item=true")
      #expect(plain["item"] == nil && whole["item"]?.object != nil, "\(request)")
      #expect(whole.members.dropLast().map(\.name) == plain.members.map(\.name))
    }
  }
}

/// What the further requests refuse, before anything is sent.
struct FurtherRefusalTests {
  @Test(arguments: [
    ("getTimeline?name=everything", 2), ("getTimeline?name=home&tag=cats", 2), ("getTimeline?tag=", 2),
    ("getTimeline?tag=cats&list=3", 2), ("getTimeline?list", 2), ("getEvents?name=home", 2),
    ("getEvents?name=user&list=3", 2), ("getPoll", 1), ("getPoll?pollID=a%2Fb", 2), ("getListMembers", 1),
    ("getListMembers?list=", 2), ("addToList?list=3", 1), ("addToList?account=2", 1),
    ("addToList?list=3&account=", 2), ("addToList?list=3&account=2&account=%2E%2E", 2),
    ("addToList?list=3&list=4&account=2", 2), ("getStatuses?of=bob%40b.example", 2), ("getStatuses?of=", 2),
    ("getStatuses?of=%40", 2), ("getStatuses?of=me&of=me", 2), ("getFollowers?of=https%3A%2F%2F", 2),
    ("getNotifications?kind=love", 2), ("getNotifications?kind=", 2), ("getNotifications?page=", 2),
    ("getReports?resolved&unresolved", 2), ("moderateAccount?accountID=2", 1), ("moderateAccount?action=limit", 1),
    ("moderateAccount?accountID=2&action=ban", 2), ("moderateAccount?accountID=2&action=limit&report=a%20b", 2),
    ("deleteStatus", 1), ("deleteStatus?statusID=9&statusURL=https%3A%2F%2Fb.example%2F9", 2),
    ("uploadMedia", 1), ("uploadMedia?file=", 2), ("downloadMedia?url=https%3A%2F%2Fa.example%2Fx", 1),
    ("downloadMedia?to=x", 1), ("postStatus?text=a&sensitive=perhaps", 2), ("getStatuses?count=0", 2),
    ("unfollowUser", 1), ("unfavoriteStatus?statusID=", 2),
  ])
  func aBadRequestIsAnsweredWithItsCode(request: String, code: Int) async throws {
    let engine = try TestEngine(answering: .always)
    #expect(try await engine.failureCode(of: request) == code)
    #expect(engine.stub.log.isEmpty && engine.kindsOfQuestions.isEmpty)
  }

  @Test(arguments: ["..", "../../oauth/revoke", "a/b", "a?b=c", "a#b", "%2e%2e", "a b", "\u{E9}", "a%00b", "."])
  func noTagLeadsElsewhere(tag: String) async throws {
    let engine = try TestEngine()
    let url = CallbackURL(
      scheme: "tusker", action: "getTimeline", pairs: [CallbackURL.Pair("tag", tag)])
    _ = await engine.open(url)
    let detection = [
      "GET /.well-known/nodeinfo", "GET /api/v2/instance", "GET /api/v1/instance",
      "GET /.well-known/oauth-authorization-server",
    ]
    let paths = engine.stub.log.filter { !detection.contains($0) }.map {
      $0.dropFirst("GET ".count).split(separator: "/", omittingEmptySubsequences: false)
    }
    for path in paths {
      #expect(path.dropLast() == ["", "api", "v1", "timelines", "tag"] && path.last != ".." && path.last != ".")
    }
  }
}
