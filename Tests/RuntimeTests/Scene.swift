import JSONValue
import Synchronization
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
    var schedulesAtOnce = false
  }

  private struct Seen {
    var urls: [CallbackURL] = []
    var terms: [Dispatcher.Terms] = []
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
  var allTerms: [Dispatcher.Terms] { state.withLock { $0.terms } }
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
    Dispatcher(catalog: Self.catalog, source: "test") { [self] url, terms in
      state.withLock { state in
        state.urls.append(url)
        state.terms.append(terms)
      }
      let response = await answer(url)
      return try? Request(url, policy: CallbackPolicy()).callbacks.url(for: response)
    }
  }

  /// Runs a program, statement by statement, and then its schedules.
  ///
  /// - Returns: the code that `exit` gave.
  @discardableResult
  func run(
    _ text: String, rehearses: Bool = false, arguments: [String] = [], refusal: Interpreter.Refusal? = nil
  ) async throws(Diagnostic) -> ExitCode? {
    let interpreter = interpreter(rehearses: rehearses, refusal: refusal)
    var frame = Frame(source: Source(text), arguments: arguments)
    for statement in try Parser.parse(frame.source) {
      if case .exit(let code) = try await interpreter.run(statement, in: &frame) { return code }
    }
    guard frame.hasSchedules, !rehearses else { return nil }
    guard case .exit(let code) = try await interpreter.runSchedules(in: &frame) else { return nil }
    return code
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
    _ text: String, rehearses: Bool = false, arguments: [String] = [], refusal: Interpreter.Refusal? = nil
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
    ])

  func interpreter(rehearses: Bool = false, refusal: Interpreter.Refusal? = nil) -> Interpreter {
    let surroundings = surroundings
    var settings = Interpreter.Settings(
      rehearses: rehearses,
      contents: { path throws(Failure) in
        guard path == "here.txt" else { throw Failure(.notFound, "no file") }
        return "from a file"
      }, help: { $0 == "set" ? "sets things" : nil }, refusal: { refusal }, ledger: surroundings.ledger,
      clock: surroundings.clock.wall, environment: { surroundings.environment[$0] },
      script: { path throws(Failure) in
        guard let text = surroundings.scripts[path] else { throw Failure(.notFound, "no script '\(path)'") }
        return Source(name: path, text)
      },
      text: { event, _, wantsJSON in Self.text(of: event, wantsJSON: wantsJSON) })
    settings.schedulesAtOnce = surroundings.schedulesAtOnce
    return Interpreter(
      resolver: Self.resolver, dispatcher: dispatcher(), settings: settings, watch: { [self] event in note(event) })
  }

  /// What an event says to a file.
  private static func text(of event: Interpreter.Event, wantsJSON: Bool) -> String? {
    switch event {
    case .printed(let line, toErrors: false): line + "\n"
    case .shown(let runtimeValue): runtimeValue.shown + "\n"
    case .result(let result, _):
      result.items?.map { (wantsJSON ? JSON.object($0).text : $0["id"]?.string ?? "") + "\n" }.joined()
        ?? JSON.object(result.data).text + "\n"
    default: nil
    }
  }

  private func note(_ event: Interpreter.Event) {
    let word: String
    switch event {
    case .begins(_, let wantsJSON): return state.withLock { $0.wishes.append(wantsJSON) }
    case .progress: return
    case .result(let result, let continues):
      word = "\(continues ? "more" : "result") \(JSON.object(result.data).text)"
    case .shown(let runtimeValue): word = "shown \(runtimeValue.json.text)"
    case .planned(let line): word = "planned \(line)"
    case .noted(let line): word = "noted \(line)"
    case .printed(let line, let toErrors): word = "\(toErrors ? "stderr" : "printed") \(line)"
    case .skipped(let diagnostic, _): word = "skipped \(diagnostic.message)"
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
