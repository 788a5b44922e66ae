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
}
