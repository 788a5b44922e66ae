import Fediverse
import JSONValue
import Synchronization
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// What a stream has missed and could not fetch: a row says so each time, a person is told once.
@Suite(.timeLimit(.minutes(2)))
struct GapTests {
  private let told = Told()

  private final class Told: Sendable {
    private let list = Mutex<[String]>([])
    var messages: [String] { list.withLock(\.self) }
    func add(_ notice: Notice) {
      guard case .gap(let gap) = notice else { return }
      list.withLock { $0.append(gap.message) }
    }
  }

  /// An engine on a server whose lists are answered like this, and what tells the streams of it.
  private func scene(_ answers: [String: HTTPResponse]) throws -> (engine: TestEngine, host: StreamServer) {
    let host = StreamServer(
      StubServer { request throws(TransportError) in
        answers[request.route] ?? HTTPResponse(json: Bodies.everything[request.route] ?? [])
      })
    let engine = try TestEngine(
      host.stub, transport: host, waiting: Waiting(sleep: { _ in }), tell: { [told] notice in told.add(notice) })
    return (engine, host)
  }

  /// The rows of a stream up to so many.
  private func rows(of engine: TestEngine, _ stream: String, count: Int) async throws -> [JSON] {
    let url = try CallbackURL(parsing: "tusker://x-callback-url/getEvents?\(stream)&json=true&items=true")
    var rows: [JSON] = []
    while rows.count < count {
      let response = await engine.open(url).response
      rows += try #require(response.json?["items"]?.array, "\(response)")
    }
    return rows
  }

  private static let reset = TransportError(.network, "reset", mayHaveArrived: true)

  @Test func aListThatCannotBeReadIsToldOnceHoweverOftenTheStreamBreaks() async throws {
    let refusal = HTTPResponse(json: ["error": "not for you"], status: 403)
    let (engine, host) = try scene(["GET /api/v1/timelines/home": refusal])
    async let events = rows(of: engine, "name=user", count: 4)
    for id in 1...2 {
      await host.tell("user", gone: [id])
      host.fail("user", Self.reset)
    }
    let rows = try await events
    #expect(rows.map { $0["event"] } == ["delete", "gap", "delete", "gap"])
    let reason = "a.example does not allow this: not for you"
    #expect(rows[1]["gap"] == ["part": "statuses", "reason": .string(reason)] && rows[0]["gap"] == nil)
    #expect(told.messages == ["stream user: some statuses are missing: \(reason)"])
  }

  @Test func aGapIsToldWithWhatItStandsBetween() async throws {
    let odd = HTTPResponse(json: [["no": "id"]])
    let (engine, host) = try scene(["GET /api/v1/timelines/tag/cats": odd])
    async let events = rows(of: engine, "tag=cats", count: 4)
    for id in ["10", "11"] {
      let status = Bodies.status.changing("id", to: .string(id))
      await host.tell("hashtag?tag=cats", "event: update\ndata: \(status.text)\n\n")
      host.fail("hashtag?tag=cats", Self.reset)
    }
    let rows = try await events
    #expect(rows.map { $0["gap"]?["after"]?.string } == [nil, "10", nil, "11"])
    #expect(
      told.messages
        == ["10", "11"].map {
          "stream tag:cats: some statuses are missing after status:\($0): there is more than can be fetched"
        })
  }
}
