import JSONValue
import Testing

@testable import Fediverse

/// Reports, also where a server takes them in its own way.
struct ReportTests {
  private let transport = ScriptedTransport()
  private static let usual = "POST /api/v1/reports"
  private static let pixelfed = "POST /api/v1.1/report"

  private var bodies: [String] {
    transport.requests.map { String(decoding: $0.body ?? [], as: UTF8.self) }
  }

  private static func report(_ category: ReportCategory?, statuses: [String] = []) -> NewReport {
    var report = NewReport(about: "9")
    report.category = category
    report.statusIDs = statuses
    return report
  }

  @Test func whatIsSaidIsSent() async throws {
    transport.on(
      Self.usual,
      """
      {"id":48914,"action_taken":false,"category":"violation","comment":"c","forwarded":true,"status_ids":["1",2],
       "rule_ids":null,"action_taken_at":null,"created_at":"2022-08-25T09:56:16.763Z","target_account":{"id":"9"}}
      """)
    var report = Self.report(.violation, statuses: ["1", "2"])
    (report.comment, report.ruleIDs, report.collectionIDs, report.isForwarded) = ("c", ["3"], ["4"], true)
    let made = try await Client.scripted(transport).report(report)
    #expect(made?.id == "48914" && made?.statusIDs == ["1", "2"] && made?.ruleIDs == [] && made?.target?.id == "9")
    #expect(made?.isResolved == false && made?.category == .violation && made?.isForwarded == true)
    let text =
      #"{"account_id":"9","category":"violation","comment":"c","status_ids":["1","2"],"rule_ids":["3"],"#
      + #""collection_ids":["4"],"forward":true}"#
    #expect(bodies == [text])
  }

  @Test func whatIsNotSaidIsLeftOut() async throws {
    // Pleroma says no more than this.
    transport.on(Self.usual, #"{"id":"1","action_taken":false}"#)
    let made = try await Client.scripted(transport).report(NewReport(about: "9"))
    #expect(made?.category == .other && bodies == [#"{"account_id":"9"}"#])
  }

  @Test func pixelfedTakesOneThingAtATime() async throws {
    transport.on(Self.pixelfed, #"{"msg":"Successfully sent report","code":200}"#)
    let client = try Client.scripted(transport)
    #expect(try await client.report(Self.report(.spam, statuses: ["1", "2"])) == nil)
    #expect(transport.asked == [Self.usual, Self.pixelfed, Self.pixelfed])
    #expect(bodies[1] == #"{"report_type":"spam","object_type":"post","object_id":"1"}"#)
    #expect(bodies[2] == #"{"report_type":"spam","object_type":"post","object_id":"2"}"#)
    #expect(try await client.report(Self.report(.init(rawValue: "scam"))) == nil)
    #expect(bodies.last == #"{"report_type":"scam","object_type":"user","object_id":"9"}"#)
  }

  @Test(arguments: [nil, ReportCategory.violation, .other, .legal])
  func noOtherCategoryIsMadeUpForPixelfed(_ category: ReportCategory?) async throws {
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.report(Self.report(category)) }
    #expect(error?.kind == .notFound && error?.detail?.contains("abusive") == true && transport.asked == [Self.usual])
  }

  @Test(arguments: [(422, FediverseError.Kind.rejected), (403, .forbidden), (500, .server)])
  func refusalsAreNotTriedElsewhere(_ status: Int, _ kind: FediverseError.Kind) async throws {
    transport.on(Self.usual, status: status, #"{"error":"no"}"#)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.report(Self.report(.spam)) }
    #expect(error?.kind == kind && transport.asked == [Self.usual])
  }
}
