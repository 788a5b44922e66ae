import JSONValue
import Synchronization
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// A program that runs against a door which answers from a table, and what was seen of it.
final class Scene: Sendable {
  private let answers: [String: Response]
  private let opened = Mutex<[CallbackURL]>([])
  private let terms = Mutex<[Dispatcher.Terms]>([])
  private let events = Mutex<[String]>([])

  /// - Parameter answers: responses by action; what is not in it is answered with an empty success.
  init(_ answers: [String: Response] = [:]) {
    self.answers = answers
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
      let response = answers[url.action] ?? .success([])
      return try? Request(url, policy: CallbackPolicy()).callbacks.url(for: response)
    }
  }

  /// Runs a program, statement by statement.
  func run(
    _ text: String, rehearses: Bool = false, arguments: [String] = [], refusal: Interpreter.Refusal? = nil
  ) async throws(Diagnostic) {
    let settings = Interpreter.Settings(
      rehearses: rehearses, arguments: arguments,
      contents: { path throws(Failure) in
        guard path == "here.txt" else { throw Failure(.notFound, "no file") }
        return "from a file"
      }, refusal: { refusal })
    let interpreter = Interpreter(
      resolver: Resolver(
        catalogue: Self.catalogue,
        options: [Parameter("yes", .boolean, place: .shell, ""), Parameter("timeout", .duration, place: .shell, "")]),
      dispatcher: dispatcher(), settings: settings, watch: { [self] event in note(event) })
    for statement in try Parser.parse(Source(text)) { try await interpreter.run(statement) }
  }

  private func note(_ event: Interpreter.Event) {
    let word =
      switch event {
      case .begins: "begins"
      case .result(let result): "result \(JSON.object(result.data).text)"
      case .planned(let url): "planned \(url)"
      case .printed(let line): "printed \(line)"
      }
    events.withLock { $0.append(word) }
  }
}
