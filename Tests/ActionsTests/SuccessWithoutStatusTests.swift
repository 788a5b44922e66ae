import Fediverse
import JSONValue
import Synchronization
import Testing
import TuskActions
import XCallbackURL

/// A script with `once` that is run twice, at a server whose successful response to a post is no status.
struct SuccessWithoutStatusTests {
  private let scene: JournalScene

  init() throws {
    scene = try JournalScene()
  }

  /// Runs the script's only post; returns the identifier of the status if it is known to be there.
  private func run(_ stub: StubServer) async throws -> JSON? {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let now = scene.now
    let callback = try #require(
      try await TestEngine(stub, isSandbox: true, now: { now }).open(
        "postStatus?text=Hi&json=true&item=true", recording: RecordedChange("e", in: attempt, of: journal)))
    try await journal.abandon(attempt)
    return Response.success(try CallbackURL(parsing: callback).pairs).json?["item"]?["statusID"]
  }

  @Test(
    arguments: [
      (200, ["message": "posted"]), (200, ["error": "busy"]), (202, ["message": "queued"]),
    ] as [(Int, JSON)])
  func theSecondRunLooksBeforeItPosts(status: Int, body: JSON) async throws {
    let isShown = Mutex(false)
    let made = Bodies.status.without("in_reply_to_id").changing("id", to: "s0").changing("content", to: "<p>Hi</p>")
      .changing("account", to: Bodies.alice).changing("visibility", to: "public").changing("spoiler_text", to: "")
      .changing("created_at", to: .string(Timestamp(seconds: scene.now).description))
      .changing("media_attachments", to: []).changing("poll", to: .null)
    let stub = StubServer { request throws(TransportError) in
      switch request.route {
      case "POST /api/v1/statuses": HTTPResponse(json: body, status: status)
      case "GET /api/v1/accounts/1/statuses": HTTPResponse(json: isShown.withLock { $0 } ? [made] : [])
      default: HTTPResponse(json: Bodies.everything[request.route] ?? [:])
      }
    }
    #expect(try await run(stub) == nil)
    isShown.withLock { $0 = true }
    scene.wait(600)
    #expect(try await run(stub) == "s0")
    #expect(stub.writes == ["POST /api/v1/statuses"])
  }
}
