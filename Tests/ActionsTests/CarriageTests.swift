import Fediverse
import JSONValue
import Synchronization
import Testing
import TuskActions
import XCallbackURL

/// Changes that are recorded before they are sent and after they were answered, so that each is made once.
struct CarriageTests {
  private let scene: JournalScene

  init() throws {
    scene = try JournalScene()
  }

  /// What the journal knows of the effect when the request comes.
  enum Before: Sendable {
    case nothing, sent, answered
  }

  /// How the server answers a change.
  enum Reply: Sendable {
    case success, refusal, unknown, missing
  }

  /// What becomes of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let before: Before
    let reply: Reply
    /// Whether a search finds what an earlier request has made.
    var finds = false
    /// The changes that are asked of the server.
    let writes: Int
    let ending: Int?
    let after: Before
    var testDescription: String { "\(before), then \(reply)\(finds ? ", found" : "")" }
  }

  private static let unknown = Failure.Code.unknownOutcome.rawValue
  /// What can be repeated without harm fails as a read does.
  private static let late = Failure.Code.timedOut.rawValue
  private static let rejected = Failure.Code.rejected.rawValue
  private static let missing = Failure.Code.notFound.rawValue

  private static func server(_ reply: Reply, finds: Bool, at time: Int = 1000) -> StubServer {
    StubServer { request throws(TransportError) in
      if request.route == "GET /api/v1/accounts/1/statuses" {
        let made = Bodies.status.changing("content", to: "<p>Hi</p>").without("in_reply_to_id")
          .changing("account", to: Bodies.alice)
          .changing("created_at", to: .string(Timestamp(seconds: time).description)).changing("id", to: "made")
        return HTTPResponse(json: finds ? [made] : [])
      }
      guard request.method != .get else { return HTTPResponse(json: Bodies.everything[request.route] ?? [:]) }
      switch reply {
      case .success: return HTTPResponse(json: Bodies.status.changing("id", to: "new"))
      case .refusal: return HTTPResponse(json: ["error": "no"], status: 422)
      case .missing: return HTTPResponse(json: ["error": "gone"], status: 404)
      case .unknown: throw TransportError(.timedOut, "it broke", mayHaveArrived: true)
      }
    }
  }

  /// Opens the request where the journal stands so, and tells how it ended and where the journal stands then.
  private func open(
    _ request: String, _ row: Case, earlier: String? = nil
  ) async throws -> (code: Int?, data: JSON?, stub: StubServer, after: Before) {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let url = "tusker://x-callback-url/\(earlier ?? request)"
    if row.before != .nothing { try await journal.willSend(effect: "e", url: url, in: attempt) }
    if row.before == .answered {
      try await journal.didAnswer(
        effect: "e", answer: ["data": ["statusURI": "kept"], "item": ["statusID": "k"]], in: attempt)
    }
    let stub = Self.server(row.reply, finds: row.finds)
    let engine = try TestEngine(stub, isSandbox: true, now: { 1000 })
    let callback = try #require(
      try await engine.open(
        request + "&json=true&item=true", recording: RecordedChange("e", in: attempt, of: journal)))
    let answer = try CallbackURL(parsing: callback)
    let code = answer.values(of: "errorCode").first.flatMap { $0.flatMap { Int($0) } }
    let after: Before =
      switch try await journal.effect(named: "e", in: attempt) {
      case .sent?: .sent
      case .answered?: .answered
      case nil: .nothing
      }
    return (code, Response.success(answer.pairs).json, stub, after)
  }

  @Test(arguments: [
    Case(before: .nothing, reply: .success, writes: 1, ending: nil, after: .answered),
    Case(before: .nothing, reply: .refusal, writes: 1, ending: rejected, after: .nothing),
    Case(before: .nothing, reply: .missing, writes: 1, ending: missing, after: .nothing),
    Case(before: .nothing, reply: .unknown, writes: 1, ending: unknown, after: .sent),
    Case(before: .nothing, reply: .unknown, finds: true, writes: 1, ending: nil, after: .answered),
    Case(before: .sent, reply: .success, writes: 1, ending: nil, after: .answered),
    Case(before: .sent, reply: .success, finds: true, writes: 0, ending: nil, after: .answered),
    Case(before: .sent, reply: .refusal, writes: 1, ending: rejected, after: .sent),
    Case(before: .sent, reply: .refusal, finds: true, writes: 0, ending: nil, after: .answered),
    Case(before: .sent, reply: .missing, writes: 1, ending: missing, after: .sent),
    Case(before: .sent, reply: .unknown, writes: 1, ending: unknown, after: .sent),
    Case(before: .sent, reply: .unknown, finds: true, writes: 0, ending: nil, after: .answered),
    Case(before: .answered, reply: .success, writes: 0, ending: nil, after: .answered),
    Case(before: .answered, reply: .refusal, finds: true, writes: 0, ending: nil, after: .answered),
  ])
  func whatMakesSomethingIsLookedForBeforeItIsMadeAgain(row: Case) async throws {
    let (code, data, stub, after) = try await open("postStatus?text=Hi", row)
    #expect(code == row.ending && after == row.after)
    #expect(stub.writes == Array(repeating: "POST /api/v1/statuses", count: row.writes))
    guard code == nil else { return }
    let id: JSON = row.before == .answered ? "k" : row.finds ? "made" : "new"
    #expect(data?["item"]?["statusID"] == id)
    #expect(data?["statusURI"] == (row.before == .answered ? "kept" : "https://b.example/9"))
    if row.before == .answered { #expect(stub.log.isEmpty, "an answer that is known is not asked for") }
  }

  /// The answer of another change would lose this one.
  @Test(
    arguments: [
      "postStatus?text=Ho", "postStatus?text=Hi&reply=9", "postStatus?text=Hi&visibility=direct",
      "postStatus?text=Hi&cw=Hi",
    ],
    [
      Case(before: .answered, reply: .success, writes: 0, ending: rejected, after: .answered),
      Case(before: .sent, reply: .success, finds: true, writes: 0, ending: rejected, after: .answered),
      Case(before: .sent, reply: .success, writes: 1, ending: nil, after: .answered),
    ])
  func anotherChangeGetsNoAnswerOfThisOne(other: String, row: Case) async throws {
    let (code, _, stub, after) = try await open(other, row, earlier: "postStatus?text=Hi")
    #expect(code == row.ending && after == row.after)
    #expect(stub.writes.count == row.writes)
  }

  @Test(arguments: [
    Case(before: .nothing, reply: .success, writes: 1, ending: nil, after: .answered),
    Case(before: .nothing, reply: .refusal, writes: 1, ending: rejected, after: .nothing),
    Case(before: .nothing, reply: .missing, writes: 1, ending: missing, after: .nothing),
    Case(before: .nothing, reply: .unknown, writes: 1, ending: late, after: .sent),
    Case(before: .sent, reply: .success, writes: 1, ending: nil, after: .answered),
    Case(before: .sent, reply: .refusal, writes: 1, ending: rejected, after: .sent),
    Case(before: .sent, reply: .missing, writes: 1, ending: missing, after: .sent),
    Case(before: .sent, reply: .unknown, writes: 1, ending: late, after: .sent),
    Case(before: .answered, reply: .success, writes: 0, ending: nil, after: .answered),
  ])
  func whatChangesNothingTheSecondTimeIsSentAgain(row: Case) async throws {
    let (code, _, stub, after) = try await open("favoriteStatus?statusID=9", row)
    #expect(code == row.ending && after == row.after)
    #expect(
      stub.log == Array(repeating: "POST /api/v1/statuses/9/favourite", count: row.writes), "nothing is looked for")
  }

  @Test(arguments: [
    Case(before: .nothing, reply: .missing, writes: 1, ending: missing, after: .nothing),
    Case(before: .sent, reply: .missing, writes: 1, ending: nil, after: .answered),
    Case(before: .sent, reply: .refusal, writes: 1, ending: rejected, after: .sent),
    Case(before: .sent, reply: .unknown, writes: 1, ending: late, after: .sent),
    Case(before: .nothing, reply: .success, writes: 1, ending: nil, after: .answered),
  ])
  func whatIsGoneWasRemovedByTheRequestBefore(row: Case) async throws {
    let (code, _, stub, after) = try await open("deleteStatus?statusID=9", row)
    #expect(code == row.ending && after == row.after)
    #expect(stub.writes == Array(repeating: "DELETE /api/v1/statuses/9", count: row.writes))
  }

  @Test func aRefusalDoesNotHideThatAnEarlierRequestMayHaveRemovedIt() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let effect = RecordedChange("e", in: attempt, of: journal)
    var codes: [Int?] = []
    for reply in [Reply.unknown, .refusal, .missing] {
      let engine = try TestEngine(Self.server(reply, finds: false), isSandbox: true)
      let callback = try await engine.open("deleteStatus?statusID=9", recording: effect) ?? ""
      codes.append(try CallbackURL(parsing: callback).values(of: "errorCode").first.flatMap { $0.flatMap { Int($0) } })
    }
    #expect(codes == [Self.late, Self.rejected, nil])
  }

  /// In a block the next run sends it again, so that there is nothing to settle.
  @Test func aRepeatableChangeOfABlockIsSentByTheNextRun() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let effect = RecordedChange("e", in: attempt, of: journal)
    let engine = try TestEngine(Self.server(.unknown, finds: false), isSandbox: true)
    let callback = try await engine.open("favoriteStatus?statusID=9", recording: effect) ?? ""
    let message = try CallbackURL(parsing: callback).values(of: "errorMessage").first?.flatMap { $0 } ?? ""
    #expect(message.hasSuffix("; the change may have been made; run the script again"), "\(message)")
    #expect(!message.contains("settle"))
  }

  @Test func whatWasWithdrawnOnItsWayIsNotKnownToHaveFailed() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    let effect = RecordedChange("e", in: attempt, of: journal)
    let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
    let stub = StubServer { _ throws(TransportError) in
      arrival.yield()
      try? await Task.sleep(for: .seconds(3600))
      throw TransportError(.canceled, "the task was canceled", mayHaveArrived: true)
    }
    let engine = try TestEngine(stub, isSandbox: true, now: { 1000 })
    let work = Task { try await engine.open("postStatus?text=Hi", recording: effect) }
    for await _ in arrived { break }
    work.cancel()
    #expect(try await work.value?.contains("errorCode=23&") == true)
    #expect(stub.log == ["POST /api/v1/statuses"], "who withdraws does not wait for a search")
    guard case .sent? = try await journal.effect(named: "e", in: attempt) else {
      Issue.record("the journal says that nothing was sent")
      return
    }
    let found = try TestEngine(Self.server(.success, finds: true), isSandbox: true, now: { 1000 })
    #expect(try await found.open("postStatus?text=Hi", recording: effect)?.contains("yes?") == true)
    #expect(found.stub.writes.isEmpty)
  }
}
