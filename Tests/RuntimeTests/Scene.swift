import JSONValue
import Synchronization
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// A program that runs against a door which answers from a table, and what was seen of it.
final class Scene: Sendable {
  /// How a request is answered.
  typealias Answer = @Sendable (CallbackURL) async -> Response

  /// What surrounds the program.
  struct Surroundings: Sendable {
    var ledger: TestLedger?
    var clock = TestClock()
    /// Further scripts by their paths.
    var scripts: [String: String] = [:]
    var environment: [String: String] = [:]
    /// Files by their paths.
    var files = ["here.txt": "from a file"]
    var schedulesAtOnce = false
    /// The lasting name of the current account.
    var account = "@me@a.example"
    /// What a person answers; the default without.
    var answering: @Sendable (String, String?) -> String? = { _, fallback in fallback }
  }

  private struct Seen {
    var urls: [CallbackURL] = []
    var options: [Dispatcher.RequestOptions] = []
    var events: [String] = []
    var wishes: [Bool] = []
  }

  let surroundings: Surroundings
  let answer: Answer
  private let state = Mutex(Seen())

  init(_ surroundings: Surroundings = Surroundings(), answering answer: @escaping Answer) {
    self.surroundings = surroundings
    self.answer = answer
  }

  /// - Parameter answers: responses by action; what is not in it is answered with an empty success.
  convenience init(_ answers: [String: Response] = [:], _ surroundings: Surroundings = Surroundings()) {
    self.init(surroundings) { answers[$0.action] ?? .success([]) }
  }

  /// The URLs that reached the door, without callbacks and source.
  var requests: [String] {
    urls.map { CallbackURL(scheme: $0.scheme, action: $0.action, pairs: $0.told).description }
  }

  /// The requests, as an action and its values.
  var calls: [String] {
    urls.map { url in ([url.action] + url.told.map { $0.value ?? "" }).joined(separator: " ") }
  }

  /// The URLs as they reached the door.
  var urls: [CallbackURL] { state.withLock { $0.urls } }
  var allOptions: [Dispatcher.RequestOptions] { state.withLock { $0.options } }
  /// What was told, a word and its data each.
  var seen: [String] { state.withLock { $0.events } }
  /// Whether each command wanted JSON.
  var wishesForJSON: [Bool] { state.withLock { $0.wishes } }

  /// The lines that were printed.
  var printed: [String] { told("printed ") }
  /// The lines of the plan.
  var planned: [String] { told("planned ") }

  /// What was told with this word before it.
  func told(_ word: String) -> [String] {
    seen.compactMap { $0.hasPrefix(word) ? String($0.dropFirst(word.count)) : nil }
  }

  static let catalog = Catalog.sample

  func dispatcher() -> Dispatcher {
    Dispatcher(catalog: Self.catalog, source: "test", host: host())
  }

  /// - Parameter refusal: why nobody could be asked, for every request that is canceled.
  func host(refusal: Refusal? = nil) -> TestHost {
    TestHost(
      clock: surroundings.clock.wall, ledger: surroundings.ledger, files: surroundings.files,
      scripts: surroundings.scripts, environment: surroundings.environment, helps: ["set": "sets things"],
      opening: { [self] url, options in
        state.withLock { state in
          state.urls.append(url)
          state.options.append(options)
        }
        let response = await answer(url)
        let callback = try? Request(url, policy: CallbackPolicy()).callbacks.url(for: response)
        var reply = EngineReply(opening: callback, refusal: refusal)
        reply.account = options.account ?? surroundings.account
        return reply
      },
      answering: surroundings.answering,
      writing: { event, options in Self.text(of: event, wantsJSON: options.json) },
      showing: { [self] event in note(event) })
  }

  /// Runs a program, statement by statement, and then its schedules.
  ///
  /// - Returns: the code of `exit`, and success after the simulated time.
  @discardableResult
  func run(
    _ text: String, rehearses: Bool = false, arguments: [String] = [], refusal: Refusal? = nil
  ) async throws(Diagnostic) -> ExitCode? {
    let interpreter = interpreter(rehearses: rehearses, refusal: refusal)
    var frame = Frame(source: Source(text), arguments: arguments)
    for statement in try Parser.parse(frame.source) {
      if let code = Self.code(of: try await interpreter.run(statement, in: &frame)) { return code }
    }
    guard frame.hasSchedules, !rehearses else { return nil }
    return Self.code(of: try await interpreter.runSchedules(in: &frame))
  }

  private static func code(of flow: Interpreter.Flow) -> ExitCode? {
    switch flow {
    case .exit(let code): code
    case .timeOver: .success
    case .onward, .next, .stop, .answer: nil
    }
  }

  /// What a program knows when it has run.
  func frame(after text: String) async throws(Diagnostic) -> Frame {
    let interpreter = interpreter()
    var frame = Frame(source: Source(text))
    for statement in try Parser.parse(frame.source) { _ = try await interpreter.run(statement, in: &frame) }
    return frame
  }

  /// What further lines fail with.
  func failure(_ text: String, knowing frame: Frame) async -> Diagnostic? {
    let interpreter = interpreter()
    var frame = frame
    frame.source = Source(text)
    do throws(Diagnostic) {
      for statement in try Parser.parse(frame.source) { _ = try await interpreter.run(statement, in: &frame) }
      return nil
    } catch {
      return error
    }
  }

  /// What a program fails with; `nil` where it runs to its end.
  func failure(
    _ text: String, rehearses: Bool = false, arguments: [String] = [], refusal: Refusal? = nil
  ) async -> Diagnostic? {
    do throws(Diagnostic) {
      try await run(text, rehearses: rehearses, arguments: arguments, refusal: refusal)
      return nil
    } catch {
      return error
    }
  }

  static let resolver = Resolver(
    catalog: catalog,
    options: [
      Parameter("json", .boolean, ""), Parameter("silent", .boolean, ""),
      Parameter("yes", .boolean, place: .shell, ""), Parameter("timeout", .duration, place: .shell, ""),
      Parameter("as", .acct, place: .shell, ""),
    ],
    listOptions: [
      Parameter("all", .boolean, place: .shell, ""), Parameter("limit", .integer(1...Int.max), place: .shell, ""),
    ], source: "test")

  func interpreter(rehearses: Bool = false, refusal: Refusal? = nil) -> Interpreter {
    Interpreter(
      resolver: Self.resolver, host: host(refusal: refusal),
      settings: Interpreter.Settings(rehearses: rehearses, isInteractive: surroundings.schedulesAtOnce))
  }

  /// What an event says to a file.
  private static func text(of event: Interpreter.Event, wantsJSON: Bool) -> String? {
    switch event {
    case .printed(let line, toErrors: false): line + "\n"
    case .shown(let runtimeValue): runtimeValue.printed + "\n"
    case .result(let result, _):
      result.items?.map { (wantsJSON ? JSON.object($0).text : $0["id"]?.string ?? "") + "\n" }.joined()
        ?? JSON.object(result.data).text + "\n"
    case .rows(let page, _):
      page.rows.map { (wantsJSON ? JSON.object($0).text : $0["id"]?.string ?? "") + "\n" }.joined()
    default: nil
    }
  }

  private func note(_ event: Interpreter.Event) {
    let word: String
    switch event {
    case .started(let options): return state.withLock { $0.wishes.append(options.json) }
    case .progress: return
    case .result(let result, let continues):
      word = "\(continues ? "more" : "result") \(JSON.object(result.data).text)"
    case .rows(let page, let continues):
      word = "\(continues ? "more" : "rows") \(JSON.array(page.rows.map(JSON.object)).text)"
    case .shown(let runtimeValue): word = "shown \(runtimeValue.json.text)"
    case .planned(let line): word = "planned \(line)"
    case .noted(let line): word = "noted \(line)"
    case .printed(let line, let toErrors): word = "\(toErrors ? "stderr" : "printed") \(line)"
    case .skipped(let diagnostic, _): word = "skipped \(diagnostic.message)"
    case .missing(let text, let isCounted): word = "\(isCounted ? "lacking" : "missing") \(text)"
    }
    state.withLock { $0.events.append(word) }
  }
}

extension CallbackURL {
  /// What a request was told, without what the dispatcher adds.
  var told: [Pair] { parameters.filter { !["items", "item"].contains($0.name) } }
}

extension Response {
  /// A list of these objects, and where the next page is.
  static func items(_ items: [JSON], next: String? = nil) -> Response {
    var answer: JSON.Object = ["items": .array(items)]
    answer["next"] = next.map(JSON.string)
    return .success(json: .object(answer))
  }

  /// A record.
  static func item(_ item: JSON) -> Response { .success(json: ["item": item]) }
}
