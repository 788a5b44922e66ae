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
    (.list("3"), [.pleroma, .akkoma]),
  ])
  func rareVisibilityNeedsItsSoftware(_ visibility: Visibility, _ flavors: [Flavor]) async throws {
    var status = NewStatus("hello")
    status.visibility = visibility
    #expect(Set(visibility.feature?.implementers ?? []) == Set(flavors))
    for flavor in Flavor.allCases {
      let transport = ScriptedTransport().on("POST /api/v1/statuses", #"{"id":"7"}"#)
      let profile = ServerProfile(
        assuming: flavor, of: try ServerAddress("example.social"), at: Timestamp(seconds: 1_700_000_000))
      let client = try Client.scripted(transport, profile: profile)
      let published = try? await client.statuses.publish(status)
      #expect((published != nil) == flavors.contains(flavor), "\(visibility) on \(flavor)")
      #expect(transport.asked.isEmpty != flavors.contains(flavor))
    }
  }

  @Test(arguments: [Visibility.public, .unlisted, .private, .direct, Visibility(rawValue: "7")])
  func commonVisibilityNeedsNoKnownSoftware(_ visibility: Visibility) async throws {
    let transport = ScriptedTransport().on("POST /api/v1/statuses", #"{"id":"7"}"#)
    var status = NewStatus("hello")
    status.visibility = visibility
    _ = try await Client.scripted(transport).statuses.publish(status)
    #expect(transport.asked == ["POST /api/v1/statuses"])
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
