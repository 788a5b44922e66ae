import Fediverse
import JSONValue
import Synchronization
import Testing
import TuskActions
import XCallbackURL

/// Polls and visibilities at servers that may not take them.
struct PollSupportTests {
  /// A server of other software, which says this of itself.
  private static func server(_ version: String, _ configuration: String) throws -> StubServer {
    StubServer(changing: [
      "POST /api/v1/statuses": Bodies.status.changing("poll", to: Bodies.poll),
      "GET /api/v2/instance": [
        "domain": "a.example", "version": .string(version), "configuration": try JSON(parsing: configuration),
      ],
    ])
  }

  /// The verb and 'can' decide alike, whatever is known of the server.
  @Test(arguments: [
    ("takahe/0.11.0", "{}", false), ("takahe/0.11.0", #"{"polls":{"max_options":4}}"#, true),
    ("4.5.0", "{}", true), ("2.8.0 (compatible; Friendica 2024.12)", #"{"polls":{"max_options":0}}"#, false),
    ("2.8.0 (compatible; Friendica 2024.12)", #"{"polls":{"max_options":5}}"#, true),
  ])
  func aPollIsSentWhereTheServerCanTakeIt(version: String, configuration: String, isSent: Bool) async throws {
    let stub = try Self.server(version, configuration)
    let engine = try TestEngine(stub)
    #expect(try await engine.data(of: "getFeature?feature=poll-making&json=true")["supported"] == .bool(isSent))
    let code = try await engine.failureCode(of: "postStatus?text=Hi&poll=a&poll=b")
    #expect(code == (isSent ? nil : Failure.Code.unsupported.rawValue))
    #expect(stub.writes.isEmpty == !isSent)
    #expect(try await engine.failureCode(of: "postStatus?text=Hi&poll=a&poll=b&try=true") == nil)
    #expect(stub.writes.count == (isSent ? 2 : 1))
  }

  @Test(arguments: [("local", false), ("local&try=true", true)])
  func aVisibilityIsSentWhereItIsWantedAllTheSame(visibility: String, isSent: Bool) async throws {
    let stub = try Self.server("4.5.0", "{}")
    let code = try await TestEngine(stub).failureCode(of: "postStatus?text=Hi&visibility=\(visibility)")
    #expect((code == nil) == isSent && stub.writes.isEmpty == !isSent)
  }

  /// A poll that the server dropped is told, unless only the response did not show it.
  @Test(arguments: [false, true])
  func aPollThatWasDroppedIsTold(isShownLater: Bool) async throws {
    let later = isShownLater ? Bodies.status.changing("poll", to: Bodies.poll) : Bodies.status
    let stub = StubServer(changing: [
      "POST /api/v1/statuses": Bodies.status.changing("id", to: "9"), "GET /api/v1/statuses/9": later,
    ])
    let told = Mutex<[String]>([])
    let client = Client(server: try ServerAddress("a.example"), token: AccessToken("s"), transport: stub, policy: .none)
    let server = Server(client, tell: { notice in told.withLock { $0.append("\(notice)") } })
    var status = NewStatus("Hi")
    status.poll = NewStatus.NewPoll(options: ["a", "b"], duration: 60)
    status.isTried = true
    _ = try await server.publish(status, with: [])
    #expect(told.withLock { $0.allSatisfy { $0.contains("without its poll") } && $0.isEmpty == isShownLater })
  }
}
