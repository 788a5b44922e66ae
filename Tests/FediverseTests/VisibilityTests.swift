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
    ("17", Visibility(rawValue: "17")), ("Local followers", Visibility(rawValue: "local-private")),
    ("local_mutuals_only", Visibility(rawValue: "local-mutuals_only")),
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
    (.list("3"), [.pleroma, .akkoma]), (Visibility.private.onServerOnly, [.gotosocial]),
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

  /// Neither audience contains the other if only one is of the whole fediverse, and only the other one of all on a server.
  @Test func widthIsAnOrderOnEachServerAndEverywhere() {
    let order: [Visibility] = [.public, .unlisted, .private, .mutualsOnly, Visibility(rawValue: "list:1"), .direct]
    for (index, wider) in order.enumerated() {
      for (other, narrower) in order.enumerated() {
        #expect(wider.isWider(than: narrower) == (index < other), "\(wider) and \(narrower)")
        let local = (wider.onServerOnly, narrower.onServerOnly)
        let isBelow = narrower != .public && !(wider == .public && narrower == .unlisted)
        #expect(local.0.isWider(than: narrower) == (index < other && isBelow), "\(local.0) and \(narrower)")
        #expect(wider.isWider(than: local.1) == (wider != .direct), "\(wider) and \(local.1)")
      }
    }
    let strange = Visibility(rawValue: "galaxy")
    #expect(strange.isWider(than: .private) && strange.isWider(than: .direct) && !strange.isWider(than: .public))
    #expect(Visibility.public.isWider(than: strange) && !Visibility.direct.isWider(than: strange))
    #expect(!strange.isWider(than: strange))
  }

  /// As GoToSocial, glitch-soc and Akkoma tell that a status stays on its server, and as it is posted again.
  @Test(arguments: [
    (#"{"id":"1","visibility":"public","local_only":true}"#, "local", "public", true),
    (#"{"id":"1","visibility":"private","local_only":true}"#, "local-private", "private", true),
    (#"{"id":"1","visibility":"direct","local_only":true}"#, "local-direct", "direct", true),
    (#"{"id":"1","visibility":"unlisted","local_only":false}"#, "unlisted", "unlisted", nil),
    (#"{"id":"1","visibility":"local"}"#, "local", "public", true), (#"{"id":"1"}"#, nil, nil, nil),
  ])
  func theAudienceComesBack(_ json: String, _ name: String?, _ sent: String?, _ staysHere: Bool?) throws {
    let status = try Status(json: JSON(parsing: json))
    #expect(status.audience?.rawValue == name)
    var again = NewStatus("x")
    again.visibility = name.flatMap(Visibility.init(alias:))
    let body = again.json(for: .gotosocial)
    #expect(body["visibility"]?.string == sent && body["local_only"]?.bool == staysHere)
    #expect(again.partsMissing(in: status) == [])
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
