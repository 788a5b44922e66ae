import JSONValue
import Testing

@testable import Fediverse

/// Statuses whose visibility the server does not tell.
struct UnknownVisibilityTests {
  @Test(arguments: [["id": "1"], ["id": "1", "visibility": .null], ["id": "1", "visibility": ""]] as [JSON])
  func aMissingVisibilityIsNone(_ json: JSON) throws {
    let status = try Status(json: json)
    #expect(status.visibility == nil && !status.isLocalOnly)
    #expect(try Visibility.ofReply(to: status, wanted: nil) == .direct)
    #expect(try Visibility.ofReply(to: status, wanted: .direct) == .direct)
    let error = #expect(throws: ReplyVisibilityError.self) { try Visibility.ofReply(to: status, wanted: .public) }
    #expect(error?.description.contains("does not tell who can see") == true)
  }
}
