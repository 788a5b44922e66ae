import JSONValue
import Synchronization
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// Calls of other apps.
struct CallingTests {
  private static func signature(answers: Bool = true) -> Signature {
    Signature(
      action: "create", verbs: ["create"], summary: "", example: "", effect: .reversible(by: nil), parameters: [],
      results: [
        Signature.ResultField("id", .integer, ""), Signature.ResultField("pinned", .boolean, ""),
        Signature.ResultField("tags", .list(.text), ""), Signature.ResultField("made", .time, ""),
      ],
      app: ForeignApp(name: "notes", scheme: "notes", dialect: Dialect(lists: .commas), answers: answers))
  }

  /// Calls an app that answers with the callback of this name and these pairs; `nil` for one that says nothing.
  private func call(
    answering outcome: String?, _ pairs: [CallbackURL.Pair] = [], timeout: Duration = .seconds(86_400),
    answers: Bool = true,
    seen: @escaping @Sendable (CallbackURL) -> Void = { _ in }
  ) async throws -> Dispatcher.Outcome {
    let inbox = CallbackInbox(scheme: "tusk")
    let host = TestHost(
      inbox: inbox,
      calling: { url in
        seen(url)
        guard let outcome, let callback = url.values(of: "x-\(outcome)").first ?? nil else { return }
        inbox.deliver(try CallbackURL(parsing: callback).appending(pairs))
      })
    let dispatcher = Dispatcher(catalog: Scene.catalog, source: "test", host: host)
    return await dispatcher.call(
      try CallbackURL(parsing: "notes://x-callback-url/create?title=x"), of: Self.signature(answers: answers),
      with: Dispatcher.RequestOptions(timeout: timeout))
  }

  @Test func theAnswerHasTheKindsOfTheDescription() async throws {
    let pairs = [("id", "7"), ("pinned", "yes"), ("tags", "a,b"), ("made", "1970-01-01T00:01:00Z"), ("x-other", "1")]
    let ending = try await call(answering: "success", pairs.map { CallbackURL.Pair($0, $1) })
    guard case .done(let result) = ending else { throw Failure(.defect, "\(ending)") }
    #expect(
      JSON.object(result.data).text
        == #"{"id":7,"pinned":true,"tags":["a","b"],"made":60,"madeAt":"1970-01-01T00:01:00Z","x-other":"1"}"#)
  }

  @Test func sourceAndCallbacksComeLast() async throws {
    let names = Mutex<[String]>([])
    _ = try await call(answering: "cancel") { url in names.withLock { $0 = url.pairs.map(\.name) } }
    #expect(names.withLock { $0 } == ["title", "x-source", "x-success", "x-error", "x-cancel"])
  }

  @Test func anAppSaysInItsOwnWordsWhyItFailed() async throws {
    let pairs = [CallbackURL.Pair("errorCode", "12"), CallbackURL.Pair("errorMessage", "no such note")]
    #expect(try await call(answering: "error", pairs) == .failed(Failure(.refusedByApp, "no such note (12)")))
    #expect(try await call(answering: "cancel") == .canceled(nil))
  }

  @Test func whoNeverAnswersIsGivenUp() async throws {
    guard case .failed(let failure) = try await call(answering: nil, timeout: .zero) else { throw Failure(.defect, "") }
    #expect(failure.code == .timedOut && failure.message.contains("notes"))
  }

  @Test func anAppThatNeverAnswersIsNotWaitedFor() async throws {
    let names = Mutex<[String]>([])
    let ending = try await call(answering: nil, answers: false) { url in names.withLock { $0 = url.pairs.map(\.name) } }
    guard case .done = ending else { throw Failure(.defect, "\(ending)") }
    #expect(names.withLock { $0 } == ["title", "x-source"])
  }

  @Test func aCheckedCommandIsNotResolvedAgain() async throws {
    let lookUps = Mutex(0)
    let apps = Resolver.Apps(
      names: { ["notes"] },
      catalog: { _ throws(Diagnostic) in
        lookUps.withLock { $0 += 1 }
        return Catalog([Self.signature(answers: false)])
      }, action: { _ in nil })
    let resolver = Resolver(catalog: Scene.catalog, options: [], apps: apps)
    let opened = Mutex<[String]>([])
    let host = TestHost(calling: { url in opened.withLock { $0.append(url.action) } })
    let interpreter = Interpreter(resolver: resolver, host: host)
    let source = Source("for x in [1 2 3]\ncall notes create\nend")
    let statements = try Parser.parse(source)
    var checker = Checker(resolver: resolver)
    #expect(checker.check(statements, in: source).isEmpty)
    let before = lookUps.withLock { $0 }
    var frame = Frame(source: source)
    frame.resolutions = checker.resolutions
    for statement in statements { _ = try await interpreter.run(statement, in: &frame) }
    #expect(opened.withLock { $0 } == ["create", "create", "create"])
    #expect(lookUps.withLock { $0 } == before)
    // Without what the checker resolved, each run looks the command up.
    frame.resolutions = Resolutions()
    for statement in statements { _ = try await interpreter.run(statement, in: &frame) }
    #expect(lookUps.withLock { $0 } > before)
  }

  @Test func whoMayNotCallHasNotCalled() async throws {
    let refusal = Refusal("nobody can be asked")
    let dispatcher = Dispatcher(
      catalog: Scene.catalog, source: "test", host: TestHost(calling: { _ in throw Dispatcher.Declined(refusal) }))
    let url = try CallbackURL(parsing: "notes://x-callback-url/create")
    #expect(await dispatcher.call(url, of: Self.signature(), with: Dispatcher.RequestOptions()) == .canceled(refusal))
    let nowhere = Dispatcher(catalog: Scene.catalog, source: "test", host: TestHost())
    guard case .failed(let failure) = await nowhere.call(url, of: Self.signature(), with: Dispatcher.RequestOptions())
    else {
      throw Failure(.defect, "")
    }
    #expect(failure.code == .unsupported)
  }
}
