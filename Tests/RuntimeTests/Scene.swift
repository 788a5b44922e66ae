import JSONValue
import Synchronization
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// A program that runs against a door which answers from a table, and what was seen of it.
final class Scene: Sendable {
  /// How a request is answered.
  typealias Answer = @Sendable (CallbackURL) async -> Response

  private let answer: Answer
  private let opened = Mutex<[CallbackURL]>([])
  private let terms = Mutex<[Dispatcher.Terms]>([])
  private let events = Mutex<[String]>([])
  private let wishes = Mutex<[Bool]>([])

  init(answering answer: @escaping Answer) {
    self.answer = answer
  }

  /// - Parameter answers: responses by action; what is not in it is answered with an empty success.
  convenience init(_ answers: [String: Response] = [:]) {
    self.init { answers[$0.action] ?? .success([]) }
  }

  /// The URLs that reached the door, without callbacks and source.
  var requests: [String] {
    opened.withLock { urls in
      urls.map { CallbackURL(scheme: $0.scheme, action: $0.action, pairs: $0.parameters).description }
    }
  }

  /// The URLs as they reached the door.
  var urls: [CallbackURL] { opened.withLock { $0 } }
  var allTerms: [Dispatcher.Terms] { terms.withLock { $0 } }
  /// What was told, a word and its data each.
  var seen: [String] { events.withLock { $0 } }
  /// Whether each command wanted JSON.
  var wishesForJSON: [Bool] { wishes.withLock { $0 } }

  static let catalogue = Catalogue([
    Signature(
      action: "getThing", verbs: ["thing", "get thing"], summary: "Gets.", example: "thing status:1", effect: .read,
      subject: Signature.Subject(kind: .status, id: "statusID"),
      parameters: [Parameter("statusID", .identifier(.status), place: .subject, "the thing")],
      results: [
        Signature.ResultField("name", .text, "n"), Signature.ResultField("count", .integer, "c"),
        Signature.ResultField("locked", .boolean, "l"), Signature.ResultField("date", .time, "d"),
      ]),
    Signature(
      action: "setThing", verbs: ["set"], summary: "Sets.", example: "set x", effect: .reversible(by: nil),
      parameters: [Parameter("text", .text, place: .operand, "text")]),
    Signature(
      action: "listThings", verbs: ["things"], summary: "Lists.", example: "things", effect: .read, parameters: [],
      results: [Signature.ResultField("things", .text, "ids")],
      items: Signature.ItemShape(ids: "things", kind: .status, fields: [Signature.ResultField("id", .text, "i")])),
  ])

  func dispatcher() -> Dispatcher {
    Dispatcher(catalogue: Self.catalogue, source: "test") { [self] url, terms in
      opened.withLock { $0.append(url) }
      self.terms.withLock { $0.append(terms) }
      let response = await answer(url)
      return try? Request(url, policy: CallbackPolicy()).callbacks.url(for: response)
    }
  }

  /// Runs a program, statement by statement.
  func run(
    _ text: String, rehearses: Bool = false, arguments: [String] = [], refusal: Interpreter.Refusal? = nil
  ) async throws(Diagnostic) {
    let interpreter = interpreter(rehearses: rehearses, arguments: arguments, refusal: refusal)
    for statement in try Parser.parse(Source(text)) { try await interpreter.run(statement) }
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

  func interpreter(
    rehearses: Bool = false, arguments: [String] = [], refusal: Interpreter.Refusal? = nil
  ) -> Interpreter {
    let settings = Interpreter.Settings(
      rehearses: rehearses, arguments: arguments,
      contents: { path throws(Failure) in
        guard path == "here.txt" else { throw Failure(.notFound, "no file") }
        return "from a file"
      }, refusal: { refusal })
    let options = [
      Parameter("json", .boolean, ""), Parameter("silent", .boolean, ""),
      Parameter("yes", .boolean, place: .shell, ""), Parameter("timeout", .duration, place: .shell, ""),
    ]
    return Interpreter(
      resolver: Resolver(catalogue: Self.catalogue, options: options), dispatcher: dispatcher(), settings: settings,
      watch: { [self] event in note(event) })
  }

  private func note(_ event: Interpreter.Event) {
    let word: String
    switch event {
    case .begins(_, let wantsJSON):
      wishes.withLock { $0.append(wantsJSON) }
      return
    case .result(let result): word = "result \(JSON.object(result.data).text)"
    case .planned(let url): word = "planned \(url)"
    case .printed(let line): word = "printed \(line)"
    }
    events.withLock { $0.append(word) }
  }
}
