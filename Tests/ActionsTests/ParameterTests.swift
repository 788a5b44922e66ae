import Fediverse
import JSONValue
import Testing
import TuskActions
import XCallbackURL

/// What requests may say: names, alternatives, references and the words of each parameter.
struct ParameterTests {
  private static let wrong = 2
  private static let missing = 1

  @Test(arguments: ["showAccount", "getAccount", "followUser"])
  func anAccountIsNamedInExactlyOneWay(action: String) async throws {
    let ways = ["accountID=2", "acct=bob%40b.example", "accountURL=https%3A%2F%2Fb.example%2F%40bob"]
    for (index, one) in ways.enumerated() {
      for other in ways[(index + 1)...] {
        let engine = try TestEngine()
        let callback = try #require(try await engine.open("\(action)?\(one)&\(other)"))
        let message = try CallbackURL(parsing: callback).values(of: "errorMessage").first??.description ?? ""
        for way in [one, other] { #expect(message.contains(way.prefix { $0 != "=" })) }
        #expect(engine.stub.log.isEmpty)
      }
    }
    #expect(try await TestEngine().failureCode(of: "\(action)?" + ways.joined(separator: "&")) == Self.wrong)
    #expect(try await TestEngine().failureCode(of: action) == Self.missing)
  }

  @Test(arguments: ["showStatus", "getStatus", "favoriteStatus", "favouriteStatus", "reblogStatus"])
  func aStatusIsNamedInExactlyOneWay(action: String) async throws {
    let both = "\(action)?statusID=9&statusURL=https%3A%2F%2Fb.example%2F9"
    #expect(try await TestEngine().failureCode(of: both) == Self.wrong)
    #expect(try await TestEngine().failureCode(of: action) == Self.missing)
    #expect(try await TestEngine().failureCode(of: "\(action)?statusID=9") == nil)
  }

  @Test(arguments: [
    ("getNotification", "notificationID", "notification"), ("dismissNotification", "notification", "notificationID"),
  ])
  func bothNamesOfANotificationAreOneParameter(action: String, name: String, synonym: String) async throws {
    #expect(try await TestEngine().failureCode(of: "\(action)?\(name)=77") == nil)
    #expect(try await TestEngine().failureCode(of: "\(action)?\(synonym)=77") == nil)
    #expect(try await TestEngine().failureCode(of: "\(action)?\(name)=77&\(synonym)=77") == Self.wrong)
    #expect(try await TestEngine().failureCode(of: action) == Self.missing)
    #expect(try await TestEngine().failureCode(of: "\(action)?\(name)=") == Self.wrong)
  }

  @Test(arguments: SampleRequests.all)
  func whatIsNotAParameterIsRefusedByItsName(request: String) async throws {
    let engine = try TestEngine(isSandbox: true)
    let separator = request.contains("?") ? "&" : "?"
    for name in ["colour", "statusId", "JSON", "x", ""] {
      let callback = try #require(try await engine.open("\(request)\(separator)\(name)=1"))
      let message = try CallbackURL(parsing: callback).values(of: "error").first ?? nil
      #expect(message?.contains("has no parameter '\(name)'") == true, "\(name): \(callback)")
    }
    #expect(engine.stub.log.isEmpty)
  }

  @Test(arguments: SampleRequests.all)
  func reservedNamesAreNeverParameters(request: String) async throws {
    let separator = request.contains("?") ? "&" : "?"
    let engine = try TestEngine(isSandbox: true)
    let plain = try await engine.open(request)
    #expect(try await engine.open("\(request)\(separator)x-statusID=1&x%2Dfuture=2&x-") == plain)
  }

  @Test(arguments: [
    "getStatus?statusID=9&statusID=9", "getStatus?statusID=9&html=true&html=true", "postStatus?text=a&text=b",
    "getNotifications?count=1&count=1", "search?query=a&query=b", "getCurrentUser?json=true&json=true",
    "getNotifications?items=1&items=1", "favoriteStatus?statusID=9&silent=true&silent=true&x-source=a",
    "getCurrentUser?x-source=a&x-source=a",
  ])
  func aParameterIsGivenOnce(request: String) async throws {
    let engine = try TestEngine()
    #expect(try await engine.failureCode(of: request) == Self.wrong)
    #expect(engine.stub.log.isEmpty)
  }

  @Test(arguments: [
    ("count=1", "1"), ("count=40", "40"), ("count=41", "41"), ("count=81", "80"), ("count=007", "7"),
    ("count=9223372036854775807", "80"),
    ("", "20"),
  ])
  func theCountIsAskedForWithinTheServersLimit(parameter: String, limit: String) async throws {
    let engine = try TestEngine()
    _ = try await engine.open("getNotifications?" + parameter)
    #expect(engine.stub.requests.first?.url.description.hasSuffix("limit=\(limit)") == true)
  }

  @Test(arguments: ["9223372036854775808", "1e3", "1.5", " 5", "5 ", "0x5", "\u{665}", "one", "", "+", "true", "-0"])
  func whatIsNoCountIsRefused(count: String) async throws {
    let engine = try TestEngine()
    #expect(try await engine.failureCode(of: "getNotifications?count=\(escaped(count))") == Self.wrong)
    #expect(engine.stub.log.isEmpty)
  }

  @Test(arguments: ["true", "false", "TRUE", "a b", "@", "@@a", "a@", "a@b@c", "a@b/c", "a@b c", "\u{FC}@b", "a/b", ""])
  func whatIsNoNameIsNotMentioned(name: String) async throws {
    let engine = try TestEngine()
    #expect(try await engine.failureCode(of: "postStatus?text=Hi&mentioning=\(escaped(name))") == Self.wrong)
    #expect(engine.stub.log.isEmpty)
  }

  @Test(arguments: [
    ("mentioning=bob", "@bob"), ("mentioning=%40bob", "@bob"), ("mentioning=%40true", "@true"),
    ("mentioning=b.o-b_1%40b.example%3A8080&text=", "@b.o-b_1@b.example:8080 "),
    ("mentioning=bob%40b%C3%BCcher.example&text=Hi", "@bob@b\u{FC}cher.example Hi"),
    ("text=%20%20", "  "), ("text=a%0D%0Ab%09%F0%9F%90%98", "a\r\nb\t\u{1F418}"), ("text=1%2B1+1", "1+1+1"),
    ("text=%2541", "%41"), ("text=true", "true"),
  ])
  func theTextArrivesAsItWasMeant(query: String, status: String) async throws {
    let engine = try TestEngine()
    _ = try await engine.open("postStatus?" + query)
    let body = try JSON(parsing: try #require(engine.stub.lastBody))
    #expect(body["status"]?.string == status)
  }

  @Test func everyPostHasAKeyOfItsOwn() async throws {
    let engine = try TestEngine()
    for _ in 0..<50 { _ = try await engine.open("postStatus?text=Hi") }
    let keys = engine.stub.requests.compactMap { $0.headers["Idempotency-Key"] }
    #expect(Set(keys).count == 50)
  }

  @Test(arguments: [
    "123", "0", "a-b_C9", "01HX0000000000000000000000", String(repeating: "9", count: 128),
  ])
  func identifiersGoIntoThePathAsTheyAre(id: String) async throws {
    let engine = try TestEngine()
    _ = try await engine.open("getStatus?statusID=" + id)
    #expect(engine.stub.log == ["GET /api/v1/statuses/\(id)"])
  }

  @Test(arguments: [
    ".", "..", "a/b", "a?b", "a#b", "a b", "a%2Fb", "\u{E9}", "9\u{0A}", "9\u{0D}\u{0A}Host: x", "status:9", "*",
    String(repeating: "9", count: 129), "\u{FF11}",
  ])
  func whatCouldLeaveThePathIsNoIdentifier(id: String) async throws {
    for request in [
      "getStatus?statusID=", "getAccount?accountID=", "getNotification?notificationID=", "postStatus?text=a&reply=",
    ] {
      let engine = try TestEngine()
      #expect(try await engine.failureCode(of: request + escaped(id)) == Self.wrong)
      #expect(engine.stub.log.isEmpty)
    }
  }

  @Test(arguments: [
    "b.example/9", "file:///etc/passwd", "javascript:alert(1)", "ftp://b.example/9", "https:9", "http://", "https:///x",
    "tusker://x-callback-url/getCurrentUser", "//b.example/9", "https", " https://b.example/9", "",
  ])
  func whatIsNoWebAddressIsNotLookedUp(url: String) async throws {
    for request in ["getStatus?statusURL=", "getAccount?accountURL="] {
      let engine = try TestEngine()
      #expect(try await engine.failureCode(of: request + escaped(url)) == Self.wrong)
      #expect(engine.stub.log.isEmpty)
    }
  }

  @Test func aRemoteStatusIsFoundByItsURL() async throws {
    let engine = try TestEngine()
    let url = escaped("https://b.example/@bob/9")
    #expect(try await engine.failureCode(of: "favoriteStatus?statusURL=\(url)") == nil)
    #expect(engine.stub.log == ["GET /api/v2/search", "POST /api/v1/statuses/9/favourite"])
    #expect(engine.stub.requests[0].url.description.contains("resolve=true"))
  }

  @Test func whatASearchFindsInsteadIsNotActedOn() async throws {
    let engine = try TestEngine()
    #expect(
      try await engine.failureCode(of: "favoriteStatus?statusURL=\(escaped("https://c.example/other"))")
        == Failure.Code.notFound.rawValue)
    #expect(engine.stub.writes.isEmpty)
  }

  private func escaped(_ text: String) -> String {
    let url = CallbackURL(scheme: "a", action: "b", pairs: [CallbackURL.Pair("v", text)]).description
    return String(url.drop { $0 != "=" }.dropFirst())
  }
}
