import Fediverse
import JSONValue
import Testing
import TuskActions
import XCallbackURL

/// A request changes what it names; what it does not name stays as it is.
struct KeptSettingsTests {
  private static let push: JSON = [
    "id": "1", "endpoint": "https://push.example/alice", "standard": true, "policy": "followed",
    "alerts": ["mention": true, "follow": true, "poll": false],
  ]

  private func lastBody(of request: String, changing changes: [String: JSON] = [:]) async throws -> JSON {
    let engine = try TestEngine(StubServer(changing: changes), answering: .once)
    _ = try await engine.open(request)
    return try JSON(parsing: try #require(engine.stub.lastBody))
  }

  /// What 'post' takes is told of a status with a poll or with sensitive media.
  @Test(arguments: [
    ("2024-01-05T03:04:06Z", "3d"), ("2024-01-02T15:04:05Z", "12h"), ("2024-01-02T03:34:04Z", "30m"),
  ])
  func theSourceHasWhatAPostTakes(expires: String, duration: String) async throws {
    let poll = Bodies.poll.changing("expires_at", to: .string(expires)).changing("multiple", to: true)
    let status = Bodies.own.changing("poll", to: poll).changing("sensitive", to: true)
    let stub = StubServer(changing: ["GET /api/v1/statuses/11": status])
    let source = try await TestEngine(stub).data(of: "getStatusSource?statusID=11&json=true")
    #expect(source["expires"]?.string == duration && source["poll"]?.array?.count == 2)
    #expect(source["multiple"] == true && source["sensitive"] == true)
    let plain = try await TestEngine().data(of: "getStatusSource?statusID=9&json=true")
    #expect(plain["expires"] == nil && plain["multiple"] == nil && plain["visibility"] == "public")
  }

  @Test(arguments: [
    ("setPush?policy=none", ["mention", "follow"], "none"), ("setPush?kinds=poll", ["poll"], "followed"),
  ])
  func aSubscriptionKeepsItsKindsOrItsPolicy(request: String, kinds: [String], policy: String) async throws {
    let body = try await lastBody(of: request, changing: ["GET /api/v1/push/subscription": Self.push])
    let alerts = body["data"]?["alerts"]?.object?.members.filter { $0.value == true }.map(\.name)
    #expect(Set(alerts ?? []) == Set(kinds))
    #expect(body["data"]?["policy"]?.string == policy)
  }

  /// A comment does not weaken a block; a new block has a severity.
  @Test(arguments: [
    ("blockDomainAsAdmin?domain=DOMAIN&comment=Spam", "GET /api/v1/admin/domain_blocks", "silence"),
    ("addAdminIP?addresses=DOMAIN&comment=Spam", "GET /api/v1/admin/ip_blocks", "sign_up_block"),
  ])
  func aBlockKeepsItsSeverity(request: String, route: String, severity: String) async throws {
    let name = "192.0.2.0"
    let block: JSON = ["id": "1", "domain": .string(name), "ip": .string(name), "severity": "suspend"]
    let change = request.replacing("DOMAIN", with: name)
    #expect(try await lastBody(of: change, changing: [route: [block]])["severity"] == nil)
    #expect(try await lastBody(of: change, changing: [route: []])["severity"]?.string == severity)
  }

  @Test func mediaAreDeletedOnlyOnRequest() async throws {
    for (request, query) in [
      ("deleteStatus?statusID=9", ""), ("deleteStatus?statusID=9&with-media", "delete_media=true"),
    ] {
      let engine = try TestEngine(answering: .once)
      _ = try await engine.open(request)
      #expect(engine.stub.requests(to: "DELETE /api/v1/statuses/9").map(\.query) == [query])
    }
  }

  /// What has no text or an ended poll is not changed.
  @Test(arguments: [
    ("editStatus?statusID=9&text=Tea", Bodies.status.changing("poll", to: ended), "its%20poll%20has%20ended"),
    ("editStatus?statusID=10&text=Tea", Bodies.reblog, "is%20a%20boost"),
    ("redraftStatus?statusID=10", Bodies.reblog, "is%20a%20boost"),
  ])
  func whatCannotBeEditedStaysAsItIs(request: String, status: JSON, words: String) async throws {
    let mine = status.changing("account", to: Bodies.alice)
    let id = try #require(status["id"]?.string)
    let engine = try TestEngine(StubServer(changing: ["GET /api/v1/statuses/\(id)": mine]), answering: .once)
    #expect(try await engine.open(request)?.contains(words) == true)
    #expect(engine.stub.changes.isEmpty)
  }

  @Test func theAltTextOfAPostedPictureIsEdited() async throws {
    let changes = try await lastBody(of: "editStatus?statusID=11&media=701&alt=A%20cat&media=703&alt=&media=702")
    #expect(changes["media_ids"] == ["701", "703", "702"])
    #expect(changes["media_attributes"] == [["id": "701", "description": "A cat"], ["id": "703", "description": ""]])
    let stub = StubServer { _ throws(TransportError) in
      HTTPResponse(json: ["error": "Record not found"], status: 404)
    }
    let answer = try await TestEngine(stub).open("setMediaDescription?mediaID=701&alt=A%20cat")
    #expect(answer?.contains("edit%20status%3AID%20media%3Dmedia%3A701") == true, "\(answer ?? "")")
  }

  private static let ended: JSON = ["id": "5", "expired": true, "options": [["title": "A"], ["title": "B"]]]

  /// The journal has a fingerprint of a secret, which tells whether it changed.
  @Test func secretsAreNotJournaled() async throws {
    let scene = try JournalScene()
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let effect = RecordedChange("e", in: attempt, of: journal)
    let request = "setPush?endpoint=https%3A%2F%2Fpush.example%2Fa&key=BNcR&auth="
    _ = try await TestEngine(answering: .once).open(request + "hush", recording: effect)
    let recorded = try #require(try await journal.entries().flatMap(\.effects).first).url
    #expect(recorded.contains("key=BNcR") && !recorded.contains("hush"))
    #expect(try await TestEngine().open(request + "hush", recording: effect)?.contains("/yes") == true)
    let other = try await TestEngine().open(request + "loud", recording: effect)
    #expect(other?.contains("%27auth%27%20is%20not%20the%20same") == true, "\(other ?? "")")
  }
}
