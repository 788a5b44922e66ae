import JSONValue
import Testing

@testable import Fediverse

/// Polls as each software reads them.
struct PollFormTests {
  private static func body(_ status: NewStatus, on flavor: Flavor?) -> (type: String?, text: String) {
    var call = Call.post("/x")
    call.body = status.body(for: flavor)
    return (call.content?.type, String(decoding: call.content?.bytes ?? [], as: UTF8.self))
  }

  private static func status(poll options: [String]) -> NewStatus {
    var status = NewStatus("a & b")
    status.poll = NewStatus.NewPoll(options: options, duration: 60, isMultiple: true)
    return status
  }

  @Test(arguments: Flavor.allCases)
  func onlySnacGetsAForm(_ flavor: Flavor) throws {
    let (type, text) = Self.body(Self.status(poll: ["Yes", "No=never"]), on: flavor)
    guard flavor == .snac else {
      let json = try JSON(parsing: text)
      #expect(type == "application/json" && json["poll"]?["options"] == ["Yes", "No=never"])
      return
    }
    #expect(type == "application/x-www-form-urlencoded")
    #expect(
      text == "status=a%20%26%20b&poll%5Boptions%5D%5B%5D=Yes&poll%5Boptions%5D%5B%5D=No%3Dnever"
        + "&poll%5Bexpires_in%5D=60&poll%5Bmultiple%5D=true&poll%5Bhide_totals%5D=false")
  }

  @Test func withoutAPollEverySoftwareGetsJSON() {
    for flavor in Flavor.allCases { #expect(Self.body(NewStatus("x"), on: flavor).type == "application/json") }
  }

  /// The form depends on the software, so that is found out first.
  @Test func theSoftwareIsKnownBeforeAPollIsWritten() async throws {
    let transport = ScriptedTransport()
      .on(
        "GET /api/v2/instance",
        #"{"domain":"example.social","version":"4.0.0 (not true; compatible; snac/2.94)","configuration":{"polls":{"max_options":8}}}"#
      )
      .on(
        "GET /.well-known/nodeinfo",
        #"{"links":[{"rel":"http://nodeinfo.diaspora.software/ns/schema/2.0","href":"https://example.social/nodeinfo/2.0"}]}"#
      )
      .on("GET /nodeinfo/2.0", #"{"software":{"name":"snac","version":"2.94"}}"#)
      .on("POST /api/v1/statuses", #"{"id":"1","poll":{"id":"2","options":[]}}"#)
    let client = try Client.scripted(transport)
    _ = try await client.statuses.publish(Self.status(poll: ["a", "b"]))
    #expect(transport.requests.last?.headers["Content-Type"] == "application/x-www-form-urlencoded")
  }
}
