import JSONValue
import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// The shell as a running program sees it.
struct ShellHost: RuntimeHost {
  let requester: Requester
  /// Whether every question but the duplicate-post check is answered with yes.
  let assumesYes: Bool
  let session: Session
  let calls: AppCalls
  let questions: PersonPrompt
  let display: Display
  let reporter: Reporter
  let environment: ProcessEnvironment
  let clock: WallClock
  /// The journal, for changes that are made once.
  let journal: ScriptLedger
  let ledger: (any Ledger)?
  /// The changes of the last session at the prompt.
  let changesFile: PrivateFile

  var inbox: CallbackInbox { calls.inbox }

  func open(_ url: CallbackURL, with options: Dispatcher.RequestOptions) async -> EngineReply {
    await session.open(
      url, from: origin(options), timeout: options.timeout, rate: options.rate, as: options.account,
      effect: options.effect.map(journal.effect), seen: options.seen)
  }

  func openApp(
    _ url: CallbackURL, for signature: Signature, with options: Dispatcher.RequestOptions
  ) async throws {
    try await calls.open(url, for: signature, from: origin(options))
  }

  func decide(
    on urls: [CallbackURL], _ title: String, with options: Dispatcher.RequestOptions
  ) async throws(Failure) -> Result<Void, Dispatcher.Declined>? {
    switch try await session.decide(on: urls, title, from: origin(options), as: options.account) {
    case .allowed: return .success(())
    case .denied(let denial): return .failure(Dispatcher.Declined(denial.refusal))
    }
  }

  private func origin(_ options: Dispatcher.RequestOptions) -> Origin {
    Origin(requester.party, assumesYes: assumesYes, confirmsDanger: options.assumesYes)
  }

  func contents(ofFile path: String) throws(Failure) -> String {
    try TextFile.contents(path)
  }

  func script(at path: String, from script: String?) throws(Failure) -> Source {
    let file = try ScriptFile(path, from: script)
    requester.willRun(file)
    return file.source
  }

  func lacks(for url: CallbackURL, as account: String?) async -> [String] {
    await session.lacks(for: url, as: account).map(\.reason)
  }

  func readAhead(for urls: [CallbackURL], as account: String?) async {
    await session.readAhead(for: urls, as: account)
  }

  func keepChanges(_ changes: JSON) {
    // What cannot be kept can be undone until the session ends.
    try? changesFile.write(changes.text)
  }

  func keptChanges() -> JSON? {
    guard let bytes = try? changesFile.read() else { return nil }
    return try? JSON(parsing: bytes)
  }

  func begin(_ work: BulkWork) async throws(Failure) -> Int? {
    let (forecast, isHarmless) = try await session.forecast(of: work.count, like: work.sample, as: work.account)
    let words = work.words(forecast, now: clock.now())
    guard !isHarmless, !assumesYes, !work.assumesYes else {
      display.tell(note: words)
      return forecast?.end
    }
    guard questions.terminal != nil else { throw .unconfirmed(work, words) }
    guard try await agrees(to: "\(words). Go on") else { throw .declined(work) }
    return forecast?.end
  }

  func answer(to question: String, default fallback: String?) async throws(Failure) -> String? {
    display.endPaging()
    return try await questions.answer(to: question, default: fallback)
  }

  func foregroundTerminal() -> ForegroundTerminal? {
    guard display.terminal.isTerminal(.input), display.terminal.isTerminal(.output) else { return nil }
    display.endPaging()
    display.streams.report(transient: nil)
    return ForegroundTerminal(Terminal.Stream.input.rawValue)
  }

  func accounts(tagged tag: String?) throws(Failure) -> [String] { try session.signedIn(tagged: tag) }

  func environmentVariable(_ name: String) -> String? {
    environment.value(of: name)
  }

  func help(on topic: String) -> String? {
    helpText.text(on: topic)
  }

  func help(onApp name: String?) -> String? {
    helpText.apps(name)
  }

  private var helpText: HelpText { HelpText(Shell.catalog, width: display.terminal.textWidth(on: .output)) }

  func fileText(for event: Interpreter.Event, options: CommandOptions) -> String? {
    display.fileText(for: event, options: options)
  }

  func show(_ event: Interpreter.Event) {
    guard case .skipped(let diagnostic, let source) = event else { return display.show(event) }
    reporter.report(diagnostic, in: diagnostic.source ?? source)
  }
}

/// A host for work that opens nothing, such as printing the URLs of a line.
struct OfflineHost: RuntimeHost {
  let inbox = CallbackInbox(scheme: "tusk")
  let clock = WallClock.system
  let ledger: (any Ledger)? = nil

  func open(_ url: CallbackURL, with options: Dispatcher.RequestOptions) -> EngineReply {
    EngineReply()
  }

  func openApp(_ url: CallbackURL, for signature: Signature, with options: Dispatcher.RequestOptions) throws {
    throw Failure(.unsupported, "other apps cannot be called from here")
  }

  func contents(ofFile path: String) throws(Failure) -> String { try TextFile.contents(path) }

  func script(at path: String, from script: String?) throws(Failure) -> Source {
    throw Failure(.notFound, "cannot read '\(path)': scripts cannot be run from here")
  }

  func answer(to question: String, default: String?) throws(Failure) -> String? {
    throw Failure(.unsupported, "nobody can be asked from here")
  }

  func accounts(tagged tag: String?) throws(Failure) -> [String] { [] }

  func environmentVariable(_ name: String) -> String? { ProcessEnvironment.ofProcess().value(of: name) }

  func help(on topic: String) -> String? { nil }

  func help(onApp name: String?) -> String? { nil }

  func fileText(for event: Interpreter.Event, options: CommandOptions) -> String? { nil }

  func show(_ event: Interpreter.Event) {}
}

extension BulkWork {
  /// How much it is, the limit that takes the longest, and when it will be done.
  fileprivate func words(_ forecast: WorkForecast?, now: Int) -> String {
    let start = "\(verb): \(count < total ? "\(count) of \(total)" : "\(count)") \(subjects)"
    guard let forecast else { return start }
    guard let limit = forecast.limit else { return "\(start); no rate limit is reached" }
    return "\(start), \(limit); done about \(LocalTime.ahead(forecast.end, now: now))"
  }
}

extension Failure {
  fileprivate static func unconfirmed(_ work: BulkWork, _ words: String) -> Failure {
    Failure(.forbidden, "\(words). It needs confirmation, and there is no terminal to ask on; pass --yes")
  }

  fileprivate static func declined(_ work: BulkWork) -> Failure {
    Failure(.forbidden, "'\(work.verb)' was not confirmed, so nothing was done")
  }
}
