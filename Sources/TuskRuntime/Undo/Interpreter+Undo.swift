import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Notes a change, unless it is one of a job.
  func note(_ result: ActionResult, _ plan: Plan, in frame: Frame) {
    guard plan.signature.effect.changesAccount, plan.signature.app == nil, !frame.isUndoing,
      frame.onceScope?.isJob != true
    else { return }
    settings.changes.add(.change(result, account: plan.account(in: frame)))
  }

  /// Takes back the newest change of the run, or the changes of a job.
  func undo(_ verb: Resolver.Verb, _ words: NamedArguments, in frame: inout Frame) async throws(Diagnostic) {
    let span = verb.spelling.span
    guard !settings.rehearses else { return await rehearse(ownVerb: verb, words) }
    let outer = frame.isUndoing
    frame.isUndoing = true
    defer { frame.isUndoing = outer }
    let (names, isAgreed) = (words.all("job"), words["yes"] == "true")
    guard names.isEmpty else {
      guard names.count == 2 && names[0] == "job" || names.count == 1 && names[0] != "job" else { throw .oneJob(span) }
      return try await undo(try await job(named: names[names.count - 1], at: span).0, isAgreed, at: span, in: &frame)
    }
    guard let newest = settings.changes.takeNewest() else { throw .nothingToUndo(span) }
    do throws(Diagnostic) {
      switch newest {
      case .job(let job): try await undo(job, isAgreed, at: span, in: &frame)
      case .change(let result, let account):
        try await undo(result, as: account, isAgreed, at: span, in: &frame)
      }
    } catch {
      settings.changes.add(newest)
      throw error
    }
  }

  /// Says that a verb would run whose changes are known only then.
  func rehearse(ownVerb verb: Resolver.Verb, _ words: NamedArguments) async {
    settings.plan.lackSomething()
    await emit(.noted("would: \(([verb.spelling.value] + words.all("job")).joined(separator: " "))"))
  }

  private func undo(
    _ result: ActionResult, as account: String?, _ isAgreed: Bool, at span: Span, in frame: inout Frame
  ) async throws(Diagnostic) {
    switch resolver.catalog.inverse(of: result.url, result.signature, answer: result) {
    case .none(let reason): throw .cannotUndo(reason, span)
    case .request(let url, let signature):
      await emit(.printed("undo: \(line(for: result.url)); now: \(line(for: url))", toErrors: true))
      var plan = Plan(signature, verb: Spanned(signature.preferredVerb, span), span: span)
      if isAgreed { plan.agree() }
      let outer = frame.account
      frame.account = account
      defer { frame.account = outer }
      frame.last = try await send(plan.opening([url]), showingResult: true, in: &frame)
    }
  }

  /// Takes back what a job has done, from its last change to its first.
  private func undo(
    _ job: Job, _ isAgreed: Bool, at span: Span, in frame: inout Frame
  ) async throws(Diagnostic) {
    let urls: [CallbackURL]
    do throws(Failure) { urls = try await changesMade(by: job) } catch { throw .failed(error, at: span) }
    var changes = Changes(keepsResults: false, span: span)
    for url in urls.reversed() {
      guard let signature = resolver.catalog.signature(action: url.action) else { continue }
      switch resolver.catalog.inverse(of: url, signature, answer: nil) {
      case .none(let reason): throw .cannotUndo(reason, span)
      case .request(let inverse, let opposite):
        let plan = Plan(opposite, verb: Spanned(opposite.preferredVerb, span), span: span)
        try changes.add(plan.opening([inverse]))
      }
    }
    guard let first = changes.sample else { throw .nothingToUndo(span) }
    if isAgreed { changes.agree() }
    await emit(.printed("undo job \(job.id): \(job.verb); now: \(line(for: first)) …", toErrors: true))
    let outer = frame.account
    frame.account = await account(of: job)
    defer { frame.account = outer }
    _ = try await perform(changes, in: &frame)
  }

  /// The changes of a job that were answered, in order.
  private func changesMade(by job: Job) async throws(Failure) -> [CallbackURL] {
    guard let ledger = host.ledger, let urls = try await ledger.urls(of: job) else { return [] }
    if let worker = try await recordedProgress(of: job, ledger).worker { throw .busy(job, worker) }
    let made = try await ledger.changes(of: job)
    var scope = OnceScope.counting
    var answered: [CallbackURL] = []
    while let text = try job.next(of: urls) {
      guard let url = try? CallbackURL(parsing: text), let signature = resolver.catalog.signature(action: url.action)
      else { continue }
      let plan = Plan(signature, verb: Spanned(job.verb, Span(0, 0)), span: Span(0, 0))
      if case .made = made[scope.effect(plan.description(of: url)).name] { answered.append(url) }
    }
    return answered
  }

  /// The changes of this run as records, the newest first.
  func changes() -> RuntimeValue {
    let rows = settings.changes.all.reversed().enumerated().map { index, entry in
      var fields: JSON.Object = ["id": .string(String(index + 1))]
      switch entry {
      case .job(let job):
        fields["change"] = .string(job.line)
        fields["undo"] = .string("undo job \(job.id)")
      case .change(let result, _):
        fields["change"] = .string(line(for: result.url))
        switch resolver.catalog.inverse(of: result.url, result.signature, answer: result) {
        case .none(let reason): fields["reason"] = .string(reason)
        case .request(let url, _): fields["undo"] = .string(line(for: url))
        }
      }
      return RuntimeValue(.record(RuntimeValue.Record(.change, fields)), isForeign: true)
    }
    return RuntimeValue(.list(rows), isForeign: true)
  }

  /// The line that opens a URL, or else its action.
  private func line(for url: CallbackURL) -> String {
    resolver.line(for: url) ?? resolver.catalog.signature(action: url.action)?.preferredVerb ?? url.action
  }
}

extension Diagnostic {
  fileprivate static func nothingToUndo(_ span: Span) -> Diagnostic {
    Diagnostic(.failed, at: span, "there is no change to undo", exitCode: .data)
  }

  fileprivate static func oneJob(_ span: Span) -> Diagnostic {
    Diagnostic(.tooManyArgs, at: span, "one job is undone at a time, by its number", label: "as in: undo job 1")
  }

  fileprivate static func cannotUndo(_ reason: String, _ span: Span) -> Diagnostic {
    Diagnostic(.failed, at: span, reason, exitCode: .refused)
  }
}
