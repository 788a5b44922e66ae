import Fediverse
import JSONValue
import Synchronization
import Testing
import TuskActions
import XCallbackURL

/// What a server leaves out of a new status without an error is told.
struct PublishedPartTests {
  private static let reply: JSON = "7"
  private static let quote: JSON = ["state": "pending"]

  private func losses(_ answer: JSON, later: JSON? = nil, of status: NewStatus) async throws -> [String] {
    let stub = StubServer(changing: ["POST /api/v1/statuses": answer, "GET /api/v1/statuses/9": later ?? answer])
    let told = Mutex<[Notice]>([])
    let client = Client(server: try ServerAddress("a.example"), token: AccessToken("s"), transport: stub, policy: .none)
    let server = Server(client, tell: { note in told.withLock { $0.append(note) } })
    _ = try await server.publish(status, with: [])
    return told.withLock(\.self).map(Self.words)
  }

  /// What was lost, without the name of the status.
  private static func words(_ notice: Notice) -> String {
    guard case .loss(let text) = notice else { return "\(notice)" }
    return String(text.prefix { $0 != ":" })
  }

  private func status(reply: String? = nil, quoting: String? = nil, _ visibility: Visibility? = nil) -> NewStatus {
    var status = NewStatus("Hi")
    (status.inReplyToID, status.quotedStatusID, status.visibility) = (reply, quoting, visibility)
    status.isTried = true
    return status
  }

  private static let bare = Bodies.status.changing("id", to: "9").changing("in_reply_to_id", to: .null)

  @Test func whatIsMissingIsTold() async throws {
    let prefix = "the server published the status"
    #expect(try await losses(Self.bare, of: status(reply: "7")) == ["\(prefix), but not as a reply"])
    #expect(try await losses(Self.bare, of: status(quoting: "7")) == ["\(prefix) without its quote"])
    let told = try await losses(Self.bare.changing("visibility", to: "public"), of: status(.private))
    #expect(told == ["\(prefix) with visibility 'public' instead of 'private'"])
    let unknown = try await losses(Self.bare.changing("visibility", to: .null), of: status(.direct))
    #expect(unknown == ["\(prefix) with visibility 'unknown' instead of 'direct'"])
    #expect(try await losses(Self.bare, of: status(reply: "7", quoting: "7")).count == 2)
    var warned = status()
    warned.spoilerText = "Tea"
    #expect(try await losses(Self.bare, of: warned) == ["\(prefix) without its content warning"])
  }

  /// Some servers leave parts out of the answer alone.
  @Test func whatIsShownLaterIsNotMissing() async throws {
    let later = Self.bare.changing("in_reply_to_id", to: Self.reply)
    #expect(try await losses(Self.bare, later: later, of: status(reply: "7")).isEmpty)
  }

  @Test func whatIsThereIsNotTold() async throws {
    let answer = Self.bare.changing("in_reply_to_id", to: Self.reply).changing("quote", to: Self.quote)
      .changing("visibility", to: "direct")
    #expect(try await losses(answer, of: status(reply: "7", quoting: "8", .direct)).isEmpty)
    #expect(try await losses(Self.bare, of: status()).isEmpty)
  }

  private static let follow = "POST /api/v1/accounts/2/follow"
  private static let alt = "setMediaDescription?mediaID=21&alt=A%20cat%20asleep"
  private static let changes: [(request: String, route: String, answer: JSON, losses: [String])] = [
    ("followUser?accountID=2&notify=true", follow, ["id": "2", "following": true, "notifying": true], []),
    (
      "followUser?accountID=2&notify=true&languages=de", follow, ["id": "2", "following": true],
      ["the server ignored 'notify' of the follow", "the server ignored 'languages' of the follow"]
    ),
    ("followUser?accountID=2&notify=true", follow, ["id": "2", "requested": true], []),
    (alt, "PUT /api/v1/media/21", Bodies.media.changing("description", to: "A  cat asleep"), []),
    (alt, "PUT /api/v1/media/21", Bodies.media, ["the server cut the alt text to 5 characters"]),
    (alt, "PUT /api/v1/media/21", Bodies.media.changing("description", to: .null), ["the server dropped the alt text"]),
    (
      "editStatus?statusID=11&cw=Tea", "PUT /api/v1/statuses/11", Bodies.status,
      ["the server edited the status without its content warning"]
    ),
  ]

  @Test(arguments: changes)
  func whatOtherChangesLackIsTold(request: String, route: String, answer: JSON, losses: [String]) async throws {
    let told = Mutex<[Notice]>([])
    let engine = try TestEngine(
      StubServer(changing: [route: answer]), tell: { notice in told.withLock { $0.append(notice) } })
    #expect(try await engine.failureCode(of: request) == nil)
    #expect(told.withLock(\.self).map(Self.words) == losses)
  }

  @Test func anAltTextBeyondTheLimitIsNotSent() async throws {
    let limits: JSON = ["media_attachments": ["description_limit": 150]]
    let stub = StubServer(changing: ["GET /api/v2/instance": Bodies.instance.changing("configuration", to: limits)])
    let text = String(repeating: "a", count: 151)
    let code = try await TestEngine(stub).failureCode(of: "setMediaDescription?mediaID=21&alt=\(text)")
    #expect(code == Failure.Code.rejected.rawValue && stub.writes.isEmpty)
  }
}
