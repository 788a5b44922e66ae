import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// What is refused, and that nothing was sent to the server before.
struct EngineRefusalTests {
  @Test(arguments: [
    ("nothing", 3), ("", 3), ("getAccount", 1), ("getAccount?acct=a&accountID=2", 2), ("getAccount?acct=", 2),
    ("getAccount?acct", 2), ("getAccount?accountID=2%2F3", 2), ("getAccount?accountURL=file%3A%2F%2F%2Fx", 2),
    ("getAccount?acct=a%40b%40c", 2), ("getAccount?acct=%C3%A4%40b", 2), ("getStatus?statusID=9&html=maybe", 2),
    ("getStatus?statusID=9&colour=red", 2), ("getStatus?statusID=9&statusID=8", 2), ("getNotifications?count=0", 2),
    ("getNotifications?count=-1", 2), ("getNotifications?count=x", 2), ("postStatus", 1), ("postStatus?text=", 1),
    ("postStatus?text=a&visibility=secret", 2), ("postStatus?text=a&mentioning=true%20x", 2), ("search?query=", 2),
    ("search", 1), ("getStatus?statusID=9&json=perhaps", 2), ("getStatus?statusID=9&json=true&json=false", 2),
    ("favoriteStatus?statusID=9&silent=true", 4), ("getStatus?statusID=9&silent=true", 4),
    ("favoriteStatus?statusID=9&silent=true&x-source=", 4), ("getStatus?statusID=%2E%2E", 2),
  ])
  func aBadRequestIsAnsweredWithItsCode(request: String, code: Int) async throws {
    let engine = try TestEngine()
    let callback = try #require(try await engine.open(request))
    #expect(callback.hasPrefix("app://x-callback-url/bad?errorCode=\(code)&errorMessage="))
    #expect(engine.stub.log.isEmpty)
  }

  @Test func theTwoShapesOfErrorSayTheSame() async throws {
    let callback = try #require(try await TestEngine().open("getStatus?statusID=404"))
    let pairs = try CallbackURL(parsing: callback).pairs
    #expect(pairs.map(\.name) == ["errorCode", "errorMessage", "error"])
    #expect(pairs[0].value == "11")
    #expect(pairs[1].value == pairs[2].value)
    #expect(pairs[1].value?.contains("Record not found") == true)
  }

  @Test func aSilentRequestWithoutSourceIsAnsweredInTuskersWords() async throws {
    let callback = try #require(try await TestEngine().open("postStatus?text=x&silent=true"))
    let message = try CallbackURL(parsing: callback).values(of: "error").first
    #expect(
      message == "Cannot perform silent action without source app, x-source parameter must be specified.")
  }

  @Test(arguments: ["x-success", "x-error", "x-cancel"])
  func aDangerousCallbackIsRefusedBeforeAnythingIsDone(name: String) async throws {
    let engine = try TestEngine()
    let outcome = try await engine.open(
      url: "tusker://x-callback-url/favoriteStatus?statusID=9&\(name)=javascript%3Aalert(1)")
    guard case .failure(let failure) = outcome.response else {
      Issue.record("it was not refused")
      return
    }
    #expect(failure.code == .refusedCallback)
    #expect(outcome.callback == nil)
    #expect(engine.stub.log.isEmpty)
  }

  @Test func aRefusedCallbackIsToldToAGoodErrorCallback() async throws {
    let outcome = try await TestEngine().open(
      url: "tusker://x-callback-url/getCurrentUser?x-success=https%3A%2F%2Fevil.example&x-error=bear%3Aerr")
    #expect(outcome.callback?.description.hasPrefix("bear:err?errorCode=5") == true)
  }

  @Test(arguments: [
    "other://x-callback-url/getCurrentUser", "tusker://elsewhere/getCurrentUser", "tusker:getCurrentUser",
  ])
  func whatIsNotARequestIsNotCarriedOut(url: String) async throws {
    let engine = try TestEngine()
    let outcome = try await engine.open(url: url)
    guard case .failure = outcome.response else {
      Issue.record("it was carried out")
      return
    }
    #expect(engine.stub.log.isEmpty)
  }

  @Test func aRequestWithoutCallbacksOpensNone() async throws {
    let outcome = try await TestEngine().open(url: "tusk://x-callback-url/getCurrentUser")
    guard case .success = outcome.response else {
      Issue.record("it failed")
      return
    }
    #expect(outcome.callback == nil)
  }

  @Test func aReadThatTakesTooLongTimesOut() async throws {
    let engine = try TestEngine(StubServer([:], hangs: true))
    let callback = try #require(try await engine.open("getStatus?statusID=9", timeout: .zero))
    #expect(callback.contains("errorCode=22"))
  }

  /// The time is over when the change has been sent.
  @Test(arguments: [
    ("postStatus?text=Hi", "POST /api/v1/statuses", "errorCode=23", "is%20unknown"),
    ("favoriteStatus?statusID=9", "POST /api/v1/statuses/9/favourite", "errorCode=22", "repeated%20safely"),
  ])
  func aWriteThatTakesTooLongSaysWhatIsUnknown(request: String, route: String, code: String, words: String) async throws
  {
    let stub = StubServer(Bodies.everything.filter { $0.key != route }, hangs: true)
    let engine = try TestEngine(
      stub, answering: .once, sleep: { _ in while stub.requests(to: route).isEmpty { await Task.yield() } })
    let callback = try #require(try await engine.open(request))
    #expect(callback.contains(code) && callback.contains(words), "\(callback)")
  }

  /// A server that is silent about what it is.
  @Test func aChangeThatWasNotSentIsNotUnknown() async throws {
    let engine = try TestEngine(StubServer([:], hangs: true), answering: .once)
    let request = "postStatus?text=Hi&poll=a&poll=b&expires=1h"
    let callback = try #require(try await engine.open(request, timeout: .milliseconds(50)))
    #expect(callback.contains("errorCode=22") && !callback.contains("unknown"), "\(callback)")
    #expect(engine.stub.writes.isEmpty)
  }

  @Test func aWithdrawnReadIsCanceled() async throws {
    let engine = try TestEngine(StubServer([:], hangs: true))
    let work = Task { try await engine.open("getStatus?statusID=9") }
    work.cancel()
    #expect(try await work.value == "app://x-callback-url/no")
  }
}
