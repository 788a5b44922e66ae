import JSONValue
import Testing
import TuskRuntime
import XCallbackURL

struct DispatcherTests {
  private func url(_ text: String) throws -> CallbackURL {
    try CallbackURL(parsing: "tusker://x-callback-url/" + text)
  }

  @Test func valuesComeBackInTheKindsThatTheActionDeclares() async throws {
    let answer: [CallbackURL.Pair] = [
      CallbackURL.Pair("name", "1"), CallbackURL.Pair("count", "2"), CallbackURL.Pair("locked", "true"),
      CallbackURL.Pair("date", "3"), CallbackURL.Pair("other", "4"),
    ]
    let ending = await Scene(["getThing": .success(answer)]).dispatcher().send(
      try url("getThing?statusID=1"), with: Dispatcher.RequestOptions())
    guard case .done(let result) = ending else {
      Issue.record("\(ending)")
      return
    }
    let data = #"{"name":"1","count":2,"locked":true,"date":3,"dateAt":"1970-01-01T00:00:03Z","other":"4"}"#
    #expect(JSON.object(result.data).text == data)
    #expect(result.items == nil)
  }

  @Test func itemsAreTakenOutOfTheData() async throws {
    let pairs = [CallbackURL.Pair("things", "1"), CallbackURL.Pair("items", #"[{"id":"1"}]"#)]
    for response in [Response.success(pairs), .success(json: ["things": "1", "items": [["id": "1"]]])] {
      let ending = await Scene(["listThings": response]).dispatcher().send(
        try url("listThings"), with: Dispatcher.RequestOptions())
      guard case .done(let result) = ending else {
        Issue.record("\(ending)")
        return
      }
      #expect(result.items == [["id": "1"]])
      #expect(result.data == ["things": "1"])
    }
  }

  @Test func theDispatcherAddsItsOwnAndCallbacksLast() async throws {
    let scene = Scene()
    _ = await scene.dispatcher().send(try url("listThings?x-source=me"), with: Dispatcher.RequestOptions())
    _ = await scene.dispatcher().send(try url("setThing?text=x"), with: Dispatcher.RequestOptions())
    #expect(scene.urls[0].pairs.map(\.name) == ["x-source", "items", "x-success", "x-error", "x-cancel"])
    #expect(scene.urls[1].pairs.map(\.name) == ["text", "item", "x-source", "x-success", "x-error", "x-cancel"])
    #expect(scene.urls[1].values(of: "x-source") == ["test"])
  }

  @Test func failuresAndCancellationsComeBackAsTheyAre() async throws {
    let failure = Failure(.notFound, "gone")
    let scene = Scene(["getThing": .failure(failure), "setThing": .canceled])
    #expect(
      await scene.dispatcher().send(try url("getThing?statusID=1"), with: Dispatcher.RequestOptions())
        == .failed(failure))
    #expect(
      await scene.dispatcher().send(try url("setThing?text=x"), with: Dispatcher.RequestOptions()) == .canceled(nil))
  }

  @Test(arguments: [nil, "tusk://x-callback-url/callback/00000000000000000000000000000000/success", "other:x"])
  func anAnswerThatIsNotToThisCallIsADefect(callback: String?) async throws {
    let answer = try callback.map { try CallbackURL(parsing: $0) }
    let dispatcher = Dispatcher(catalog: Scene.catalog, source: "test", host: TestHost.replying { _ in answer })
    let ending = await dispatcher.send(try url("setThing?text=x"), with: Dispatcher.RequestOptions())
    guard case .failed(let failure) = ending else {
      Issue.record("\(ending)")
      return
    }
    #expect(failure.code == .defect)
  }
}
