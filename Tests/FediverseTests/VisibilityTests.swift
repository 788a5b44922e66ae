import JSONValue
import Testing

@testable import Fediverse

/// Who may see a status: the names for it, where they are taken, and what is wider than what.
struct VisibilityTests {
  @Test(arguments: [
    ("public", Visibility.public), ("Quiet Public", .unlisted), ("quiet-public", .unlisted), ("unlisted", .unlisted),
    ("followers", .private), ("followers_only", .private), (" private ", .private), ("mention", .direct),
    ("Mentioned", .direct), ("direct", .direct), ("local", .local), ("mutuals", .mutualsOnly),
    ("mutuals_only", .mutualsOnly), ("list:Ab_9", Visibility(rawValue: "list:Ab_9")),
    ("17", Visibility(rawValue: "17")),
  ])
  func visibilitiesHaveManyNames(_ name: String, _ visibility: Visibility) {
    #expect(Visibility(alias: name) == visibility)
    #expect(Visibility(alias: visibility.rawValue) == visibility)
  }

  @Test(arguments: ["", " ", "list:", "publik", "-", "1a", "\u{0}"])
  func otherNamesAreNone(_ name: String) {
    #expect(Visibility(alias: name) == nil)
  }

  @Test(arguments: [
    (Visibility.local, [Flavor.pleroma, .akkoma, .gotosocial]), (.mutualsOnly, [.gotosocial]),
    (Visibility(rawValue: "list:3"), [.pleroma, .akkoma]), (Visibility(rawValue: "7"), [.friendica]),
    (.direct, Flavor.allCases.filter { $0 != .pixelfed }), (.public, Flavor.allCases), (.private, Flavor.allCases),
  ])
  func eachSoftwareTakesItsOwn(_ visibility: Visibility, _ flavors: [Flavor]) {
    #expect(Flavor.allCases.filter { visibility.isAvailable(on: $0) } == Flavor.allCases.filter(flavors.contains))
  }

  @Test func widthIsAnOrderExceptBetweenLocalAndFollowers() {
    let order: [Visibility] = [
      .public, .unlisted, .local, .private, .mutualsOnly, Visibility(rawValue: "list:1"), .direct,
    ]
    for (index, wider) in order.enumerated() {
      for (other, narrower) in order.enumerated() {
        let isPair = [wider, narrower] == [.private, .local]
        #expect(wider.isWider(than: narrower) == (index < other || isPair), "\(wider) and \(narrower)")
      }
    }
    let strange = Visibility(rawValue: "galaxy")
    #expect(strange.isWider(than: .private) && strange.isWider(than: .direct) && !strange.isWider(than: .public))
    #expect(Visibility.public.isWider(than: strange) && !Visibility.direct.isWider(than: strange))
    #expect(!strange.isWider(than: strange))
  }

  @Test func aReplyIsNeverWiderThanWhatItAnswers() throws {
    let parent = try Status(json: ["id": "1", "visibility": "private"])
    #expect(try Visibility.ofReply(to: parent, wanted: nil) == .private)
    #expect(try Visibility.ofReply(to: parent, wanted: .direct) == .direct)
    let error = #expect(throws: ReplyVisibilityError.self) { try Visibility.ofReply(to: parent, wanted: .unlisted) }
    #expect(
      error?.description == "the reply would be 'unlisted', which is wider than the 'private' status it replies to")
  }
}
