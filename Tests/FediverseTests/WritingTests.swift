import JSONValue
import Testing

@testable import Fediverse

/// What changes something: where it is asked for, with which body, and what a second arrival would do.
struct WritingTests {
  private let transport = ScriptedTransport()

  /// A change, and how it stands on the wire.
  struct Sample: Sendable, CustomTestStringConvertible {
    let request: String
    let body: String?
    let isRepeatable: Bool
    let perform: @Sendable (Client) async throws -> Void

    var testDescription: String { request }

    init(
      _ request: String, _ body: String? = nil, isRepeatable: Bool = true,
      _ perform: @escaping @Sendable (Client) async throws -> Void
    ) {
      self.request = request
      self.body = body
      self.isRepeatable = isRepeatable
      self.perform = perform
    }
  }

  static let samples = [
    Sample("POST /api/v1/accounts/9/unfollow") { _ = try await $0.accounts.unfollow("9") },
    Sample("POST /api/v1/statuses/1/unfavourite") { _ = try await $0.statuses.unfavorite("1") },
    Sample("POST /api/v1/statuses/1/unreblog") { _ = try await $0.statuses.unreblog("1") },
    Sample("POST /api/v1/statuses/1/bookmark") { _ = try await $0.statuses.bookmark("1") },
    Sample("POST /api/v1/statuses/1/unbookmark") { _ = try await $0.statuses.unbookmark("1") },
    Sample("DELETE /api/v1/statuses/1") { _ = try await $0.statuses.delete("1") },
    Sample("POST /api/v1/lists/3/accounts", "account_ids%5B%5D=9&account_ids%5B%5D=8") {
      try await $0.lists.add(["9", "8"], to: "3")
    },
    Sample("DELETE /api/v1/lists/3/accounts?account_ids%5B%5D=9&account_ids%5B%5D=%26") {
      try await $0.lists.remove(["9", "&"], from: "3")
    },
    Sample("POST /api/v1/polls/5/votes", #"{"choices":[0,2]}"#, isRepeatable: false) {
      _ = try await $0.polls.vote([0, 2], in: "5")
    },
    Sample("POST /api/v1/admin/reports/4/resolve") { _ = try await $0.admin.resolve("4") },
    Sample("POST /api/v1/admin/accounts/9/action", #"{"type":"silence","report_id":"4"}"#, isRepeatable: false) {
      try await $0.admin.moderate("9", action: .silence, reportID: "4")
    },
    Sample(
      "POST /api/v1/admin/accounts/9/action", #"{"type":"none","text":"hm","send_email_notification":false}"#,
      isRepeatable: false
    ) { try await $0.admin.moderate("9", action: .none, text: "hm", sendsEmail: false) },
  ]

  @Test(arguments: samples)
  func changesAreAskedForAsServersKnowThem(_ sample: Sample) async throws {
    transport.on(sample.request, #"{"id":"1"}"#)
    try await sample.perform(Client.scripted(transport))
    #expect(transport.asked == [sample.request])
    #expect(transport.requests.first?.body.map { String(decoding: $0, as: UTF8.self) } == sample.body)
    #expect(transport.requests.first?.headers["Authorization"] == "Bearer s3cret")
  }

  @Test(arguments: samples)
  func onlyWhatDoesNoHarmMayBeRepeated(_ sample: Sample) async throws {
    transport.on(sample.request, fails: TransportError(.network, "reset", mayHaveArrived: true))
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await sample.perform(client) }
    #expect(error?.isRetryable == sample.isRepeatable && error?.outcomeUnknown == true)
  }

  @Test(arguments: samples)
  func whatIsNotThereIsNotFound(_ sample: Sample) async throws {
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await sample.perform(client) }
    #expect(error?.kind == .notFound && error?.serverText == "Record not found")
  }

  @Test(arguments: [
    (#"{"id":"1","text":"as typed","content":"<p>as typed</p>"}"#, "as typed"), (#"{"id":1}"#, nil),
    // Friendica.
    ("[]", nil),
  ])
  func aDeletedStatusComesWithItsSource(_ body: String, _ text: String?) async throws {
    transport.on("DELETE /api/v1/statuses/1", body)
    let status = try await Client.scripted(transport).statuses.delete("1")
    #expect(status?.text == text && (status == nil) == (body == "[]"))
  }

  @Test(arguments: ["", "null", "<html>", #""gone""#])
  func anUnreadableAnswerToADeletionLeavesItInDoubt(_ body: String) async throws {
    transport.on("DELETE /api/v1/statuses/1", body)
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.delete("1") }
    #expect(error?.kind == .malformed && error?.outcomeUnknown == true)
  }

  @Test func nobodyIsAddedWithoutARequest() async throws {
    let client = try Client.scripted(transport)
    try await client.lists.add([], to: "3")
    try await client.lists.remove([], from: "3")
    #expect(transport.asked.isEmpty)
  }

  @Test func whoIsInTheListAlreadyIsNoError() async throws {
    transport.on("POST /api/v1/lists/3/accounts", status: 422, #"{"error":"Account has already been taken"}"#)
      .on("POST /api/v1/lists/3/accounts", "{}")
      .on("GET /api/v1/accounts/9/lists", #"[{"id":"3","title":"t"}]"#)
      .on("GET /api/v1/accounts/8/lists", #"[{"id":"4","title":"u"}]"#)
    try await Client.scripted(transport).lists.add(["9", "8"], to: "3")
    let bodies = transport.requests.compactMap { $0.body.map { String(decoding: $0, as: UTF8.self) } }
    #expect(bodies == ["account_ids%5B%5D=9&account_ids%5B%5D=8", "account_ids%5B%5D=8"])
  }

  @Test func whereNobodyIsInTheListARefusalIsOne() async throws {
    transport.on("POST /api/v1/lists/3/accounts", status: 422, #"{"error":"Follow them first"}"#)
      .on("GET /api/v1/accounts/9/lists", "[]")
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.lists.add(["9"], to: "3") }
    #expect(error?.serverText == "Follow them first" && transport.asked.count == 2)
  }

  @Test func listsAndPollsAreRead() async throws {
    let list = #"{"id":3,"title":"Friends","replies_policy":"list","exclusive":true}"#
    transport.on("GET /api/v1/lists", "[\(list),{}]").on("GET /api/v1/lists/3", list)
      .on("GET /api/v1/polls/5", #"{"id":"5","options":[{"title":"Tabs","votes_count":3}],"votes_count":3}"#)
      .on("GET /api/v1/statuses/1/source", #"{"id":"1","text":"*x*","spoiler_text":""}"#)
    let client = try Client.scripted(transport)
    let all = try await client.lists.all()
    #expect(all.elements.map(\.title) == ["Friends"] && all.unreadableRows.count == 1)
    let one = try await client.lists.list("3")
    #expect(one == all.elements.first && one.repliesPolicy == .members && one.isExclusive == true)
    #expect(try await client.polls.poll("5").options == [Poll.Option(title: "Tabs", votesCount: 3)])
    #expect(try await client.statuses.source("1").text == "*x*")
  }

  @Test func reportsNameWhomTheyAreAbout() async throws {
    transport.on(
      "GET /api/v1/admin/reports/2",
      """
      {"id":"2","action_taken":true,"category":"spam","comment":"buy","created_at":"2022-09-09T21:19:44.021Z",
       "account":{"id":"1","username":"admin","domain":null,"email":"a@b","account":{"id":"1","acct":"admin"}},
       "target_account":{"id":"7","username":"goody","domain":"x.example","silenced":true,
         "account":{"id":"7","acct":"goody@x.example","followers_count":2}},
       "statuses":[{"id":"5"},{}],"forwarded":false}
      """)
    let report = try await Client.scripted(transport).admin.report("2")
    #expect(report.isResolved && report.category == "spam" && report.comment == "buy" && report.isForwarded == false)
    #expect(report.createdAt == Timestamp("2022-09-09T21:19:44.021Z"))
    #expect(report.reporter?.email == "a@b" && report.reporter?.domain == nil)
    #expect(report.target?.domain == "x.example" && report.target?.isSilenced == true)
    #expect(report.target?.account?.followersCount == 2 && report.statuses.map(\.id) == ["5"])
  }

  @Test(arguments: OddValues.all)
  func oddReportsAndListsDoNoHarm(_ value: JSON) throws {
    #expect((try? AdminReport(json: value)) == nil && (try? UserList(json: value)) == nil)
    for name in ["account", "target_account", "statuses", "category", "action_taken", "created_at"] {
      let report = try AdminReport(json: OddValues.object(["id": "1"], with: name, as: value))
      #expect(report.id == "1" && !report.category.isEmpty)
    }
    for name in ["accounts", "last_status", "unread"] {
      #expect(try Conversation(json: OddValues.object(["id": 2], with: name, as: value)).id == "2")
    }
  }
}
