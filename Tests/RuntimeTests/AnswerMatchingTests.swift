import JSONValue
import Synchronization
import Testing
import TuskRuntime
import XCallbackURL

/// The dispatcher among many calls and odd answers: each call takes its own answer, once, and nothing else.
struct AnswerMatchingTests {
  private let get = CallbackURL(
    scheme: "tusker", action: "getThing", pairs: [CallbackURL.Pair("statusID", "1")])

  private func data(_ pairs: [CallbackURL.Pair], _ action: String = "getThing") async throws -> ActionResult {
    let url = CallbackURL(scheme: "tusker", action: action, pairs: [])
    let ending = await Scene([action: .success(pairs)]).dispatcher().send(url, with: Dispatcher.RequestOptions())
    guard case .done(let result) = ending else { throw Failure(.defect, "\(ending)") }
    return result
  }

  @Test(arguments: [
    ("count", "4", JSON.int(4)), ("count", "4.5", "4.5"), ("count", "", ""), ("count", "-7", -7),
    ("count", "99999999999999999999", "99999999999999999999"), ("locked", "true", true), ("locked", "false", false),
    ("locked", "yes", "yes"), ("locked", "TRUE", "TRUE"), ("date", "soon", "soon"),
    ("name", "true", "true"), ("name", "[1]", "[1]"), ("other", "7", "7"),
  ])
  func aValueIsOfItsDeclaredKindOrStaysText(name: String, text: String, value: JSON) async throws {
    #expect(try await data([CallbackURL.Pair(name, text)]).data == [name: value])
  }

  @Test func aTimeIsThereAsTextToo() async throws {
    #expect(
      try await data([CallbackURL.Pair("date", "0")]).data == ["date": 0, "dateAt": "1970-01-01T00:00:00Z"])
  }

  @Test func aNameWithoutValueIsNoData() async throws {
    #expect(try await data([CallbackURL.Pair("name", nil), CallbackURL.Pair("count", "1")]).data == ["count": 1])
  }

  @Test(
    arguments: [
      ("[]", []), ("[{\"id\":\"1\"},7,null]", [["id": "1"]]), ("{}", nil), ("nonsense", nil), ("", nil), ("null", nil),
    ] as [(String, [JSON.Object]?)])
  func itemsAreTheObjectsOfAList(text: String, items: [JSON.Object]?) async throws {
    let result = try await data(
      [CallbackURL.Pair("things", "1"), CallbackURL.Pair("items", text)], "listThings")
    #expect(result.items == items)
    #expect(result.data == ["things": "1"])
  }

  @Test(arguments: ["e30=", "e30", "bm90IGpzb24=", "!!!", ""])
  func aResponseThatIsNoObjectIsKeptAsText(response: String) async throws {
    let result = try await data([CallbackURL.Pair("response", response)])
    #expect(result.data == (response.hasPrefix("e30") ? [:] : ["response": .string(response)]))
  }

  @Test(arguments: [
    ("tusker://x-callback-url/nothing", Failure.Code.unknownAction), ("tusker://x-callback-url/", .unknownAction),
  ])
  func anUnknownActionIsNotSent(text: String, code: Failure.Code) async throws {
    let scene = Scene()
    let ending = await scene.dispatcher().send(try CallbackURL(parsing: text), with: Dispatcher.RequestOptions())
    guard case .failed(let failure) = ending else {
      Issue.record("\(ending)")
      return
    }
    #expect(failure.code == code)
    #expect(scene.urls.isEmpty)
  }

  @Test func optionsReachTheEngineUnchanged() async throws {
    let scene = Scene()
    let all: [Dispatcher.RequestOptions] = [
      .init(timeout: .zero, assumesYes: true), .init(timeout: .milliseconds(Int64.max)),
    ]
    for options in all {
      guard case .done = await scene.dispatcher().send(get, with: options) else {
        Issue.record("\(options) was not answered")
        return
      }
      #expect(scene.allOptions.last == options)
    }
  }

  @Test func aRequestThatAsksForNoItemsGetsNone() async throws {
    let scene = Scene()
    let url = CallbackURL(scheme: "tusker", action: "listThings", pairs: [CallbackURL.Pair("items", "false")])
    _ = await scene.dispatcher().send(url, with: Dispatcher.RequestOptions())
    #expect(scene.urls[0].values(of: "items") == ["false"])
  }

  @Test func manyCallsAtOnceGetTheirOwnAnswers() async throws {
    let host = TestHost.replying { url in
      await Task.yield()
      let id = url.values(of: "statusID").first ?? nil
      return try? Request(url, policy: CallbackPolicy()).callbacks.url(for: .success([CallbackURL.Pair("name", id)]))
    }
    let dispatcher = Dispatcher(catalog: Scene.catalog, source: "test", host: host)
    let names = await withTaskGroup(of: (Int, Dispatcher.Outcome).self) { group in
      for number in 0..<100 {
        let url = CallbackURL(
          scheme: "tusker", action: "getThing", pairs: [CallbackURL.Pair("statusID", "\(number)")])
        group.addTask { (number, await dispatcher.send(url, with: Dispatcher.RequestOptions())) }
      }
      return await group.reduce(into: [Int: Dispatcher.Outcome]()) { $0[$1.0] = $1.1 }
    }
    #expect(names.count == 100)
    for (number, ending) in names {
      guard case .done(let result) = ending else {
        Issue.record("\(ending)")
        continue
      }
      #expect(result.data["name"]?.string == "\(number)")
    }
  }

  @Test func anAnswerIsNotTakenTwiceNorForAnotherCall() async throws {
    let first = Mutex<CallbackURL?>(nil)
    let host = TestHost.replying { url in
      let own = try? Request(url, policy: CallbackPolicy()).callbacks.url(for: .success([]))
      return first.withLock { kept in
        defer { kept = kept ?? own }
        return kept ?? own
      }
    }
    let dispatcher = Dispatcher(catalog: Scene.catalog, source: "test", host: host)
    guard case .done = await dispatcher.send(get, with: Dispatcher.RequestOptions()) else {
      Issue.record("the first answer was not taken")
      return
    }
    let second = await dispatcher.send(get, with: Dispatcher.RequestOptions())
    #expect(second == .failed(Failure(.defect, "the callback does not belong to this call")))
  }

  @Test func tokensAreLongAndNeverTheSame() async throws {
    let scene = Scene()
    for _ in 0..<100 { _ = await scene.dispatcher().send(get, with: Dispatcher.RequestOptions()) }
    let tokens = scene.urls.compactMap { url in
      (url.values(of: "x-success").first ?? nil).flatMap { try? CallbackURL(parsing: $0) }?.segments[1]
    }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.utf8.count == 32 })
  }
}
