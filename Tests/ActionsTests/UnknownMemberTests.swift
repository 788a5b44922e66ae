import Fediverse
import JSONValue
import Testing
import TuskActions
import XCallbackURL

/// Members that a server leaves out or empties: what is unknown is told as such, and nothing opens because of it.
struct UnknownMemberTests {
  @Test(arguments: [Bodies.status.without("visibility"), Bodies.status.changing("visibility", to: .null)])
  func anUnknownVisibilityIsNull(status: JSON) async throws {
    let stub = StubServer(changing: ["GET /api/v1/statuses/9": status])
    let data = try await TestEngine(stub).data(of: "getStatus?statusID=9&json=true&item=true")
    let item = try #require(data["item"])
    #expect(item["visibility"] ?? .null == .null && item["id"] == "9")
  }

  @Test func aReplyToAnUnknownVisibilityIsDirect() async throws {
    let stub = StubServer(changing: ["GET /api/v1/statuses/9": Bodies.status.without("visibility")])
    _ = try await TestEngine(stub, answering: .once).open("replyToStatus?statusID=9&text=Hi")
    let body = try JSON(parsing: stub.requests(to: "POST /api/v1/statuses").first?.body ?? [])
    #expect(body["visibility"] == "direct")
  }

  @Test(arguments: ["before=1h", "after=9000d"])
  func foundStatusesWithoutTimeAreInNoRange(range: String) async throws {
    let row = Bodies.status.changing("created_at", to: "")
    let stub = StubServer(
      changing: ["GET /api/v2/search": ["accounts": [], "statuses": [row], "hashtags": []]])
    let data = try await TestEngine(stub).data(of: "getSearchResults?query=cats&\(range)&json=true&items=true")
    #expect(data["items"]?.array?.isEmpty == true && data["unreadable"]?.int == 1)
  }
}
