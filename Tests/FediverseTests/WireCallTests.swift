import JSONValue
import NIOHTTP1
import Testing

@testable import Fediverse

/// One call of the client and the request that it must become.
struct WireCall: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var body = ""
  var type: [String] = []
  let perform: @Sendable (Client) async throws -> Void

  init(
    _ target: String, body: String = "", type: [String] = [],
    _ perform: @escaping @Sendable (Client) async throws -> Void
  ) {
    testDescription = target
    self.body = body
    self.type = type
    self.perform = perform
  }

  static let all: [WireCall] = [
    WireCall("GET /api/v1/accounts/verify_credentials") { _ = try await $0.accounts.verifyCredentials() },
    WireCall("GET /api/v1/accounts/a%2F..%2Fb") { _ = try await $0.accounts.account("a/../b") },
    WireCall("GET /api/v1/accounts/lookup?acct=ben%40other.example") {
      _ = try await $0.accounts.lookup("ben@other.example")
    },
    WireCall("GET /api/v1/accounts/relationships?id%5B%5D=1&id%5B%5D=%262") {
      _ = try await $0.accounts.relationships(["1", "&2"])
    },
    WireCall("POST /api/v1/accounts/9%3Fx/follow") { _ = try await $0.accounts.follow("9?x") },
    WireCall("GET /api/v1/statuses/%E4%BE%8B%00") { _ = try await $0.statuses.status("例\u{0}") },
    WireCall("GET /api/v1/statuses/1/context") { _ = try await $0.statuses.context("1") },
    WireCall("POST /api/v1/statuses/1%0D%0A/favourite") { _ = try await $0.statuses.favorite("1\r\n") },
    WireCall("POST /api/v1/statuses/%25/unreblog") { _ = try await $0.statuses.unreblog("%") },
    WireCall("GET /api/v1/notifications") { _ = try await $0.notifications.list() },
    WireCall("GET /api/v1/notifications?limit=5&max_id=a%2Bb&types%5B%5D=favourite&types%5B%5D=pleroma%3Ax") {
      _ = try await $0.notifications.list(limit: 5, after: "a+b", kinds: [.favorite, .init(rawValue: "pleroma:x")])
    },
    WireCall("GET /api/v1/notifications?limit=1") { _ = try await $0.notifications.newest(1) },
    WireCall("GET /api/v1/notifications/7") { _ = try await $0.notifications.notification("7") },
    WireCall("POST /api/v1/notifications/7/dismiss") { try await $0.notifications.dismiss("7") },
    WireCall("POST /api/v1/notifications/clear") { try await $0.notifications.dismissAll() },
    WireCall("GET /api/v2/instance") { _ = try await $0.instance.instance() },
    WireCall("GET /api/v2/search?q=%23a%20b%2Bc%26d%3D%25") { _ = try await $0.search.search("#a b+c&d=%") },
    WireCall("GET /api/v2/search?q=&type=statuses&resolve=true&limit=0") {
      _ = try await $0.search.search("", kind: .statuses, resolve: true, limit: 0)
    },
    WireCall("POST /api/v1/statuses", body: #"{"status":"a\"\\\n\u0000\u2028é😀"}"#, type: ["application/json"]) {
      _ = try await $0.statuses.publish(NewStatus("a\"\\\n\u{0}\u{2028}é😀"))
    },
    WireCall(
      "POST /api/v1/statuses",
      body: #"{"status":"","visibility":"mutuals_only","media_ids":["1"],"poll":{"options":["a",""],"expires_in":60,"#
        + #""multiple":true,"hide_totals":true},"quoted_status_id":"5","content_type":"text/markdown"}"#,
      type: ["application/json"]
    ) { client in
      var status = NewStatus("")
      status.visibility = .mutualsOnly
      status.mediaIDs = ["1"]
      status.poll = .init(options: ["a", ""], duration: 60, isMultiple: true, hidesTotals: true)
      status.quotedStatusID = "5"
      status.contentType = "text/markdown"
      _ = try await client.statuses.publish(status)
    },
  ]
}

/// Each call as it goes over a real connection.
struct WireCallTests {
  private static let answer = #"{"id":"1","domain":"a.example","accounts":[],"ancestors":[]}"#

  @Test(arguments: WireCall.all)
  func callsBecomeTheirRequests(_ call: WireCall) async throws {
    let transport = HTTPTransport(HTTPTransport.Configuration { _ in nil })
    let isList = call.testDescription.contains("notifications?") || call.testDescription.hasSuffix("notifications")
    let body = isList || call.testDescription.contains("relationships") ? "[{\"id\":\"1\"}]" : Self.answer
    let questions = try await LoopbackServer.run({ _ in .answer(body: body) }) { server in
      let client = Client(
        server: try ServerAddress("127.0.0.1:\(server.port)"), token: AccessToken("s3cret"), transport: transport,
        policy: .none, profile: try .able(.mastodon, at: "127.0.0.1:\(server.port)", now: .now()))
      try await call.perform(client)
      await transport.close()
      return server.questions
    }
    #expect(questions.map(\.target) == [call.testDescription])
    #expect(questions[0].body == call.body && questions[0].headers["Content-Type"] == call.type)
    #expect(questions[0].headers["Authorization"] == ["Bearer s3cret"])
    #expect(questions[0].headers["Accept"] == ["application/json"])
    #expect(questions[0].headers["User-Agent"] == ["swift-fediverse/1.0"])
  }

  @Test func nothingIsAskedAboutNobody() async throws {
    let transport = ScriptedTransport()
    let rows = try await Client.scripted(transport).accounts.relationships([])
    #expect(rows.elements.isEmpty && rows.unreadableRows.isEmpty && transport.asked.isEmpty)
  }

  @Test(arguments: [1, 39, 40, 41, 80, 81])
  func everyAccountIsAskedAboutOnce(_ count: Int) async throws {
    let transport = ScriptedTransport()
    let ids = (0..<count).map(String.init)
    for start in stride(from: 0, to: count, by: 40) {
      let query = ids[start..<min(start + 40, count)].map { "id%5B%5D=\($0)" }.joined(separator: "&")
      transport.on("GET /api/v1/accounts/relationships?\(query)", #"[{"id":"\#(start)"},{}]"#)
    }
    let rows = try await Client.scripted(transport).accounts.relationships(ids)
    #expect(rows.elements.map(\.id) == stride(from: 0, to: count, by: 40).map { "\($0)" })
    #expect(rows.unreadableRows.allSatisfy { $0.index == 1 } && transport.asked.count == (count + 39) / 40)
  }

  @Test func whatIsSentCanBeReadAgain() throws {
    for scalar in (0...0x2100).compactMap(Unicode.Scalar.init) {
      let text = "a\(scalar)b"
      #expect(try JSON(parsing: NewStatus(text).json.text)["status"]?.string == text)
      #expect(text.escapedComponent.unescaped == text)
    }
  }

  @Test(arguments: ["%", "%4", "%zz", "100%", "%%41", "%4%31"])
  func escapesThatAreNoneStay(_ text: String) {
    #expect(text.unescaped == text.replacing("%41", with: "A").replacing("%31", with: "1"))
    #expect(text.escapedComponent.unescaped == text)
  }
}
