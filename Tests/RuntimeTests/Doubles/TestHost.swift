import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// A host made of closures and tables.
struct TestHost: RuntimeHost {
  var inbox = CallbackInbox(scheme: "tusk")
  var clock = WallClock.system
  var ledger: (any Ledger)?
  var files: [String: String] = [:]
  var scripts: [String: String] = [:]
  var environment: [String: String] = [:]
  var helps: [String: String] = [:]
  var opening: @Sendable (CallbackURL, Dispatcher.RequestOptions) async -> EngineReply = { _, _ in
    EngineReply()
  }
  var calling: @Sendable (CallbackURL) async throws -> Void = { _ in throw Failure(.unsupported, "no apps") }
  var answering: @Sendable (String, String?) -> String? = { _, fallback in fallback }
  var writing: @Sendable (Interpreter.Event, CommandOptions) -> String? = { _, _ in nil }
  var showing: @Sendable (Interpreter.Event) async -> Void = { _ in }

  /// A host whose engine opens this callback for each URL.
  static func replying(_ reply: @escaping @Sendable (CallbackURL) async -> CallbackURL?) -> TestHost {
    TestHost(opening: { url, _ in EngineReply(opening: await reply(url)) })
  }

  func open(_ url: CallbackURL, with options: Dispatcher.RequestOptions) async -> EngineReply {
    await opening(url, options)
  }

  func openApp(
    _ url: CallbackURL, for signature: Signature, with options: Dispatcher.RequestOptions
  ) async throws {
    try await calling(url)
  }

  func contents(ofFile path: String) throws(Failure) -> String {
    guard let text = files[path] else { throw Failure(.notFound, "no file") }
    return text
  }

  func script(at path: String, from script: String?) throws(Failure) -> Source {
    let path = Source.path(path, from: script)
    guard let text = scripts[path] else { throw Failure(.notFound, "no script '\(path)'") }
    return Source(name: path, text)
  }

  func answer(to question: String, default fallback: String?) -> String? { answering(question, fallback) }

  func accounts(tagged tag: String?) throws(Failure) -> [String] {
    ["@one@a.example", "@two@b.example"].filter { tag == nil || $0.hasPrefix("@\(tag ?? "")") }
  }

  func environmentVariable(_ name: String) -> String? { environment[name] }

  func help(on topic: String) -> String? { helps[topic] }

  func help(onApp name: String?) -> String? { nil }

  func fileText(for event: Interpreter.Event, options: CommandOptions) -> String? { writing(event, options) }

  func show(_ event: Interpreter.Event) async { await showing(event) }
}
