import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Opens the URLs of a command one after the other.
  ///
  /// - Returns: the answer, or a list of answers if the command acts on several things.
  func send(_ request: CommandRequest, showingResult showsResult: Bool, in frame: inout Frame) async throws(Diagnostic)
    -> RuntimeValue
  {
    var request = request.started(at: host.clock.moment())
    guard !request.isBulk(request.urls.count) else {
      var changes = Changes(keepsResults: !showsResult, span: request.verb.span)
      try changes.add(request)
      return RuntimeValue(.list(try await perform(changes, in: &frame)), isForeign: true)
    }
    if showsResult {
      var options = request.options
      options.account = request.account(in: frame)
      await emit(.started(options))
    }
    if try await isConfirmedTogether(request, in: frame) { request.confirm() }
    // What was read ahead for other changes may be old.
    if request.isWrite, mayBeUndone(in: frame) { await host.readAhead(for: [], as: request.account(in: frame)) }
    let outer = frame.command
    if request.urls.count > 1, outer == nil, request.isWrite { frame.command = settings.changes.begin() }
    defer { frame.command = outer }
    var answers: [RuntimeValue] = []
    for url in request.urls {
      guard !Task.isCancelled else { throw .interrupted(request.verb.span) }
      answers.append(try await answer(to: url, request, showingResult: showsResult, in: &frame))
    }
    return answers.count == 1 ? answers[0] : RuntimeValue(.list(answers), isForeign: true)
  }

  /// Asks about changes that differ in their subject alone, once for all of them.
  ///
  /// - Returns: whether that was asked and agreed to; if not, each change is judged by itself.
  func isConfirmedTogether(_ request: CommandRequest, in frame: Frame) async throws(Diagnostic) -> Bool {
    guard !settings.rehearses, request.isOneQuestion else { return false }
    let subjects = request.signature.subject?.kind.plural ?? "requests"
    let title = "\(request.verb.value) \(request.urls.count) \(subjects)"
    let decision: Result<Void, Dispatcher.Declined>?
    do throws(Failure) {
      decision = try await host.decide(on: request.urls, title, with: request.requestOptions(in: frame))
    } catch {
      throw .failed(error, request.urls[0], verb: request.verb)
    }
    switch decision {
    case nil: return false
    case .success?: return true
    case .failure? where Task.isCancelled: throw .interrupted(request.verb.span)
    case .failure(let declined)?: throw .declined(declined.refusal, request)
    }
  }

  /// Opens a URL, unless it is only rehearsed, and shows or returns its answer.
  ///
  /// - Parameter seen: what the command has just read of the subject, by the names of a record.
  func answer(
    to url: CallbackURL, _ request: CommandRequest, showingResult showsResult: Bool, seen: JSON.Object = [:],
    in frame: inout Frame
  ) async throws(Diagnostic) -> RuntimeValue {
    guard !isRedirected || request.signature.effect != .present else {
      throw .onlyShown(request.verb, instead: resolver.catalog.verbReturning(request.verb.value))
    }
    if settings.rehearses, let stand = await rehearse(url, request, keeps: !showsResult, in: &frame) { return stand }
    var options = request.requestOptions(in: frame)
    if request.isWrite, mayBeUndone(in: frame) { options.seen = seen }
    if request.isWrite { options.effect = frame.onceScope?.effect(request.description(of: url)) }
    if let effect = options.effect, frame.onceScope?.isDone ?? false, try await !isAnswered(effect, request) {
      let key = effect.attempt.name.key.prefix(60)
      let reason = "'\(key)' is done, and this change is not part of it"
      await emit(.printed("line \(frame.line(of: request.span)): not made, because \(reason)", toErrors: true))
      return .null
    }
    guard request.signature.items == nil else {
      return try await rows(of: url, request, options, showingResult: showsResult)
    }
    let result = try await open(url, request, options)
    await note(result, request, in: frame)
    if result.restoration?.isNeedless ?? false { frame.needless += 1 }
    guard showsResult else { return runtimeValue(of: result) }
    await emit(.result(result, continues: false))
    if result.restoration?.isNeedless ?? false, request.signature.done == nil {
      await emit(.printed("\(request.verb.value): nothing changed, because it was so before", toErrors: true))
    }
    guard result.isAffirmative else { throw .answeredNo(request, result.data) }
    return runtimeValue(of: result)
  }

  /// Whether the changes may be taken back, so that what is there before them is read.
  func mayBeUndone(in frame: Frame) -> Bool {
    !frame.isUndoing && (settings.changes.isRead || frame.onceScope?.isJob == true)
  }

  private func isAnswered(_ effect: Dispatcher.OnceChange, _ request: CommandRequest) async throws(Diagnostic) -> Bool {
    do throws(Failure) { return try await host.ledger?.isAnswered(effect) ?? false } catch {
      throw .unrecorded(error, request.span)
    }
  }

  /// Opens one URL.
  func open(
    _ url: CallbackURL, _ request: CommandRequest, _ options: Dispatcher.RequestOptions
  ) async throws(Diagnostic) -> ActionResult {
    switch await dispatcher.send(url, of: request.signature, with: options) {
    case .done(let result): return result
    // It waited for a rate limit, and was not sent.
    case .failed(let failure) where failure.code == .timedOut && host.clock.isOver():
      throw .interrupted(request.verb.span)
    case .failed(let failure): throw .failed(failure, url, verb: request.verb).holding(request.interpolations)
    case .canceled where Task.isCancelled: throw .interrupted(request.verb.span)
    case .canceled(let refusal): throw .declined(refusal, request)
    }
  }

  /// The value of an answer: its items, its record, or else its data.
  func runtimeValue(of result: ActionResult) -> RuntimeValue {
    value(of: result).coming(from: RemoteOrigin(reader: result.account))
  }

  private func value(of result: ActionResult) -> RuntimeValue {
    if let items = result.items, let shape = result.signature.items?.record {
      return RuntimeValue(
        .list(items.map { RuntimeValue(.record(RuntimeValue.Record(shape, $0)), isForeign: true) }), isForeign: true)
    }
    if let shape = result.signature.record, let item = result.item {
      return RuntimeValue(.record(RuntimeValue.Record(shape, item)), isForeign: true)
    }
    let shape = RecordShape(result.signature.action, fields: result.signature.results)
    return RuntimeValue(.record(RuntimeValue.Record(shape, result.data)), isForeign: true)
  }
}

extension ActionResult {
  /// Whether a command that asks a yes-or-no question got a yes; true for all others.
  fileprivate var isAffirmative: Bool {
    !signature.results.contains { $0.isVerdict && data[$0.name] == .bool(false) }
  }
}

extension CommandRequest {
  /// What was not done because of a refusal.
  fileprivate var undone: String {
    guard urls.count > 1 else { return " (nothing was done)" }
    return " (\(urls.count) \(signature.subject?.kind.plural ?? "requests"); nothing was done)"
  }
}

extension Signature.Effect {
  /// Why it needs confirmation.
  fileprivate var danger: String? {
    switch self {
    case .destructive: "destructive"
    case .mass: "affects many things at once"
    default: nil
    }
  }
}

extension ReferenceKind {
  /// The noun for several of them.
  var plural: String {
    switch self {
    case .status: "statuses"
    case .media: "media"
    default: "\(rawValue)s"
    }
  }
}

extension Diagnostic {
  static func failed(_ failure: Failure, _ url: CallbackURL, verb: Spanned<String>) -> Diagnostic {
    var diagnostic = Diagnostic(
      .failed, at: verb.span, "\(verb.value) failed: \(failure.message)",
      context: [url.redacted.description], exitCode: ExitCode(failure))
    diagnostic.failure = failure
    return diagnostic
  }

  fileprivate static func answeredNo(_ request: CommandRequest, _ data: JSON.Object) -> Diagnostic {
    let message = data["reason"]?.string ?? "'\(request.verb.value)' answered no"
    let isUnknown = data["certainty"]?.string == "unknown"
    var diagnostic = Diagnostic(
      .failed, at: request.verb.span, message, exitCode: isUnknown ? .unknown : .partial)
    diagnostic.failure = Failure(.unsupported, message)
    return diagnostic
  }

  fileprivate static func declined(_ refusal: Refusal?, _ request: CommandRequest) -> Diagnostic {
    let remedy = refusal?.remedy
    // An option of the action is a parameter in its URL.
    let isOption = remedy != "--again" || request.verb.value != "open"
    let message = refusal?.message ?? "'\(request.verb.value)' was not confirmed, so it was not done"
    return Diagnostic(
      .needsConfirmation, at: request.verb.span, remedy == nil ? message : message + request.undone,
      label: remedy == "--yes" ? request.signature.effect.danger : nil,
      edits: (isOption ? remedy : nil).map { [Diagnostic.Edit(Span(request.span.end, request.span.end), " \($0)")] }
        ?? [],
      exitCode: .canceled)
  }
}
