import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// Where answers go: one callback for each request, of the right kind, with everything that stood in it before.
struct CallbackTests {
  private static func url(_ action: String, _ callbacks: [(String, String)]) -> String {
    let pairs = callbacks.map { CallbackURL.Pair($0.0, $0.1) }
    return CallbackURL(scheme: "tusker", action: action, pairs: pairs).description
  }

  @Test(arguments: [
    ("app://x-callback-url/ok", "app://x-callback-url/ok?notifications=77%2C78"),
    ("app://x-callback-url/ok?", "app://x-callback-url/ok?notifications=77%2C78"),
    ("app://x-callback-url/ok?a=%2b&b", "app://x-callback-url/ok?a=%2b&b&notifications=77%2C78"),
    ("app://x-callback-url/ok?a&", "app://x-callback-url/ok?a&notifications=77%2C78"),
    ("app://x-callback-url/ok#part", "app://x-callback-url/ok?notifications=77%2C78#part"),
    ("app://x-callback-url/ok?a=1#?b", "app://x-callback-url/ok?a=1&notifications=77%2C78#?b"),
    ("App://X-Callback-URL/Ok?notifications=mine", "App://X-Callback-URL/Ok?notifications=mine&notifications=77%2C78"),
    ("bear:done", "bear:done?notifications=77%2C78"), ("bear:///", "bear:///?notifications=77%2C78"),
    ("app://x-callback-url/ok?q={x}", "app://x-callback-url/ok?q={x}&notifications=77%2C78"),
    (
      "app://x-callback-url/ok?x-success=b%3A%2F%2Fc%3Fd%3D%2526",
      "app://x-callback-url/ok?x-success=b%3A%2F%2Fc%3Fd%3D%2526&notifications=77%2C78"
    ),
    (
      "tusk://x-callback-url/callback/0123/success",
      "tusk://x-callback-url/callback/0123/success?notifications=77%2C78"
    ),
  ])
  func dataIsAppendedAndTheRestKept(target: String, opened: String) async throws {
    let outcome = try await TestEngine().open(url: Self.url("getNotifications", [("x-success", target)]))
    #expect(outcome.callback?.description == opened)
  }

  @Test(arguments: [("x-success", 0), ("x-error", 1), ("x-cancel", 2)])
  func onlyTheCallbackOfTheOutcomeIsOpened(name: String, outcome: Int) async throws {
    let requests = ["getNotifications", "getNothing", "dismissAllNotifications"]
    for (index, action) in requests.enumerated() {
      let callback = try await TestEngine(answering: .no)
        .open(url: Self.url(action, [(name, "app://x-callback-url/here")])).callback
      #expect((callback != nil) == (index == outcome), "\(action)")
    }
  }

  @Test func aCancellationCarriesNoData() async throws {
    let url = Self.url("dismissAllNotifications", [("json", "true"), ("x-cancel", "app://x-callback-url/no?a=1")])
    let outcome = try await TestEngine(answering: .no).open(url: url)
    #expect(outcome.callback?.description == "app://x-callback-url/no?a=1")
  }

  @Test func anErrorStaysPlainUnderJSON() async throws {
    let callback = try #require(try await TestEngine().open("getStatus?statusID=404&json=true"))
    #expect(try CallbackURL(parsing: callback).pairs.map(\.name) == ["errorCode", "errorMessage", "error"])
  }

  @Test(arguments: [
    "", " app://x-callback-url/a", "-app://x-callback-url/a", "javascript:alert(1)", "JavaScript://x-callback-url/a",
    "data:text/html,x", "file:///etc/passwd", "https://evil.example/", "http://x-callback-url/a",
    "https://x-callback-url/a", "ms-word:x", "ms-settings://x-callback-url/a", "app://elsewhere/a", "app:a", "app",
    "app://user@x-callback-url/a", "app://x-callback-url:80/a", "app://x-callback-url/a?b=%00",
    "app://x-callback-url/a\u{0A}b", "tusk://x-callback-url/postStatus?text=x",
    "tusker://x-callback-url/favoriteStatus?statusID=9", "tusk:callback/0/success", "tusk://callback/0/success",
    "tusk://x-callback-url/callback%2F0/success", "mailto:a@b.example", "ssh://x-callback-url/a",
    "bear://me:pw@host/a", "x-man-page://x-callback-url/a", "search-ms://x-callback-url/a",
    "app://x-callback-url/" + String(repeating: "a", count: CallbackURL.longestText),
  ])
  func aRefusedTargetStopsEverythingBeforeIt(target: String) async throws {
    for name in ["x-success", "x-error", "x-cancel"] {
      let engine = try TestEngine(isSandbox: true)
      let good = ["x-success", "x-error", "x-cancel"].filter { $0 != name }
      let url = CallbackURL(
        scheme: "tusker", action: "postStatus",
        pairs: [CallbackURL.Pair("text", "Hi"), CallbackURL.Pair(name, target)]
          + good.map { CallbackURL.Pair($0, "app://x-callback-url/\($0)") })
      let outcome = await engine.open(url)
      #expect(engine.stub.log.isEmpty, "\(name)")
      guard case .failure(let failure) = outcome.response else {
        Issue.record("\(name): \(outcome.response)")
        continue
      }
      #expect(failure.code == .refusedCallback && failure.message.contains(name))
      #expect((outcome.callback == nil) == (name == "x-error"))
    }
  }

  @Test(arguments: ["x-success", "x-error", "x-cancel"])
  func aRepeatedCallbackIsRefusedEvenIfBothAreGood(name: String) async throws {
    let engine = try TestEngine()
    let callback = (name, "app://x-callback-url/a")
    let outcome = try await engine.open(url: Self.url("getCurrentUser", [callback, callback]))
    guard case .failure(let failure) = outcome.response else {
      Issue.record("it was carried out")
      return
    }
    #expect(failure.code == .invalidParameter)
    #expect(outcome.callback == nil)
    #expect(engine.stub.log.isEmpty)
  }

  @Test func namesOfCallbacksAreCaseSensitive() async throws {
    let url = Self.url("getNotifications", [("X-Success", "javascript:alert(1)"), ("x-Error", "file:///")])
    guard case .failure(let failure) = try await TestEngine().open(url: url).response else {
      Issue.record("a parameter was swallowed")
      return
    }
    #expect(failure.code == .invalidParameter)
  }

  @Test func aTokenDeliversOneAnswerOfManyTried() async throws {
    let inbox = CallbackInbox(scheme: "tusk")
    let call = inbox.expectAnswer(until: .now + .seconds(60))
    let engine = try TestEngine()
    let url = Self.url("getNotifications", [("x-success", call.callbacks.success?.description ?? "")])
    var deliveries: [CallbackInbox.Delivery] = []
    try await withThrowingTaskGroup(of: CallbackURL?.self) { group in
      for _ in 0..<20 { group.addTask { try await engine.open(url: url).callback } }
      for try await callback in group { deliveries.append(inbox.deliver(try #require(callback))) }
    }
    #expect(deliveries.count == 20)
    #expect(deliveries.count { $0 == .unknown } == 19)
  }
}
