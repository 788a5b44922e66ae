import JSONValue
import TuskCommon
package import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Prepares a run for its statements: what is there before a change is read only if one of them may take it back.
  package func prepare(for statements: some Sequence<Statement>) {
    guard !settings.changes.isRead, !settings.rehearses, statements.use(verb: "undo") else { return }
    settings.changes.expectUndo()
  }

  /// Notes a change that 'undo' may take back, unless it is one of a job, or changed nothing.
  func note(_ result: ActionResult, _ plan: Plan, in frame: Frame) async {
    guard plan.signature.effect.changesAccount, plan.signature.app == nil, !frame.isUndoing,
      frame.onceScope?.isJob != true,
      let inverse = resolver.catalog.inverse(of: result.url, result.signature, answer: result, result.restoration)
    else { return }
    let log = settings.changes
    let entry = ChangeLog.Entry(
      line: line(for: result.url), account: plan.account(in: frame), actor: result.account, content: .changes([inverse])
    )
    log.add(inverse, entry, of: frame.command ?? log.begin())
    if settings.isInteractive { host.keepChanges(archivedChanges()) }
  }

  /// Takes back the newest change of the run, or another one that the words name.
  func undo(_ verb: Resolver.Verb, _ words: NamedArguments, in frame: inout Frame) async throws(Diagnostic) {
    let span = verb.spelling.span
    guard !settings.rehearses else { return await rehearse(ownVerb: verb, words) }
    let outer = (frame.isUndoing, frame.command)
    frame.isUndoing = true
    defer { (frame.isUndoing, frame.command) = outer }
    let (names, isAgreed) = (words.all("change"), words["yes"] == "true")
    switch (names.first, names.count) {
    case (nil, _): try await undoNewest(isAgreed, at: span, in: &frame)
    case ("job", 2): try await undo(try await job(named: names[1], at: span).0, isAgreed, at: span, in: &frame)
    case (let name?, 1) where name.hasPrefix("job:"):
      try await undo(try await job(named: name, at: span).0, isAgreed, at: span, in: &frame)
    case (let name?, 1) where name != "job": try await undoEntry(named: name, isAgreed, at: span, in: &frame)
    default: throw .oneChange(span)
    }
  }

  /// Says that a verb would run whose changes are known only then.
  func rehearse(ownVerb verb: Resolver.Verb, _ words: NamedArguments) async {
    settings.plan.lackSomething()
    let names = words.all("job") + words.all("change")
    await emit(.noted("would: \(([verb.spelling.value] + names).joined(separator: " "))"))
  }

  /// Takes back the newest change that can be, and names those that cannot.
  private func undoNewest(_ isAgreed: Bool, at span: Span, in frame: inout Frame) async throws(Diagnostic) {
    if settings.changes.newest() == nil { try await reachLastSession(at: span) }
    var reason: String?
    while let entry = settings.changes.newest() {
      if let why = try await reasonAgainst(entry, at: span) {
        reason = reason ?? why
        settings.changes.markUndone(entry.number)
        await emit(.printed("passed by: \(entry.title): \(why)", toErrors: true))
        continue
      }
      return try await undo(entry, isAgreed, at: span, in: &frame)
    }
    if let reason { throw .cannotUndo(reason, span) }
    throw .nothingToUndo(try await jobsToUndo(at: span), span)
  }

  private func undoEntry(
    named name: String, _ isAgreed: Bool, at span: Span, in frame: inout Frame
  ) async throws(Diagnostic) {
    guard let number = Int(name), let entry = settings.changes.all.first(where: { $0.number == number })
    else { throw .noChange(name, span) }
    guard !entry.isUndone else { throw .undoneAlready(number, span) }
    if let why = try await reasonAgainst(entry, at: span) { throw .cannotUndo(why, span) }
    try await undo(entry, isAgreed, at: span, in: &frame)
  }

  /// Why a change cannot be taken back; `nil` if it can.
  private func reasonAgainst(_ entry: ChangeLog.Entry, at span: Span) async throws(Diagnostic) -> String? {
    if let job = entry.job {
      do throws(Failure) {
        guard let kept = try await host.ledger?.jobs().first(where: { $0.key == job.key }), kept.state != .damaged
        else { return "job \(job.id) is not kept any more" }
        return nil
      } catch {
        throw .failed(error, at: span)
      }
    }
    guard entry.inverses.allSatisfy({ $0.requests == nil }), case .none(let reason)? = entry.inverses.first
    else { return nil }
    return reason
  }

  private func undo(
    _ entry: ChangeLog.Entry, _ isAgreed: Bool, at span: Span, in frame: inout Frame
  ) async throws(Diagnostic) {
    if let job = entry.job { return try await undo(job, isAgreed, at: span, in: &frame) }
    let outer = frame.account
    frame.account = entry.account
    defer { frame.account = outer }
    try await take(back: entry.inverses, "undo: \(entry.title)", isAgreed, at: span, in: &frame)
    settings.changes.markUndone(entry.number)
    if settings.isInteractive { host.keepChanges(archivedChanges()) }
  }

  /// Sends the requests that take changes back, after saying what they are and what does not come back.
  private func take(
    back inverses: [Inverse], _ title: String, _ isAgreed: Bool, at span: Span, in frame: inout Frame
  ) async throws(Diagnostic) {
    var changes = Changes(keepsResults: false, span: span)
    let now = host.clock.now()
    for url in inverses.flatMap({ $0.requests?.urls(at: now) ?? [] }) {
      guard let signature = resolver.catalog.signature(action: url.action) else { continue }
      try changes.add(Plan(signature, verb: Spanned(signature.preferredVerb, span), span: span).opening([url]))
    }
    if isAgreed { changes.agree() }
    let first = changes.sample.map { "; now: \(line(for: $0))\(changes.count > 1 ? " …" : "")" }
    await emit(.printed(title + (first ?? "; it has ended by itself"), toErrors: true))
    for words in losses(of: inverses) { await emit(.printed(words, toErrors: true)) }
    guard let head = changes.head else { return }
    do throws(Diagnostic) {
      guard changes.count > 1 else {
        frame.last = try await send(head, showingResult: true, in: &frame)
        return
      }
      _ = try await perform(changes, in: &frame)
    } catch {
      // What does not exist any more cannot be as it was.
      guard error.failure?.code == .notFound else { throw error }
      await emit(.printed("gone: \(line(for: head.urls[0])): \(error.message)", toErrors: true))
    }
  }

  /// What does not come back, and what cannot be taken back, each with the number of changes.
  private func losses(of inverses: [Inverse]) -> [String] {
    var counts: [String: Int] = [:]
    var words: [String] = []
    for inverse in inverses {
      let texts =
        switch inverse {
        case .requests(let requests): requests.losses.map { "does not come back: \($0)" }
        case .none(let reason): [reason]
        }
      for text in texts {
        if counts[text] == nil { words.append(text) }
        counts[text, default: 0] += 1
      }
    }
    return words.map { counts[$0, default: 1] > 1 ? "\($0) (\(counts[$0, default: 1]) times)" : $0 }
  }

  /// Takes back what a job has done, from its last change to its first.
  private func undo(
    _ job: Job, _ isAgreed: Bool, at span: Span, in frame: inout Frame
  ) async throws(Diagnostic) {
    let made: (inverses: [Inverse], unknown: Int)
    do throws(Failure) { made = try await changesMade(by: job) } catch { throw .failed(error, at: span) }
    if made.unknown > 0 { await emit(.printed(job.note(unknown: made.unknown), toErrors: true)) }
    if made.inverses.allSatisfy({ $0.requests == nil }) {
      guard case .none(let reason)? = made.inverses.first else { throw .nothingToUndo([], span) }
      throw .cannotUndo(reason, span)
    }
    let outer = frame.account
    frame.account = await account(of: job)
    defer { frame.account = outer }
    try await take(back: made.inverses.reversed(), "undo job \(job.id): \(job.verb)", isAgreed, at: span, in: &frame)
    settings.changes.markUndone(job)
  }

  /// What takes back the changes of a job that changed something, in order, and how many are of unknown outcome.
  private func changesMade(by job: Job) async throws(Failure) -> (inverses: [Inverse], unknown: Int) {
    guard let ledger = host.ledger, let urls = try await ledger.urls(of: job) else { return ([], 0) }
    if let worker = try await recordedProgress(of: job, ledger).worker { throw .busy(job, worker) }
    let recorded = try await ledger.changes(of: job)
    var scope = OnceScope.counting
    var inverses: [Inverse] = []
    while let text = try job.next(of: urls) {
      guard let url = try? CallbackURL(parsing: text), let signature = resolver.catalog.signature(action: url.action)
      else { continue }
      let plan = Plan(signature, verb: Spanned(job.verb, Span(0, 0)), span: Span(0, 0))
      guard case .made(let answer, let restoration)? = recorded[scope.effect(plan.description(of: url)).name],
        let inverse = resolver.catalog.inverse(
          of: url, signature, answer: ActionResult(signature, url, recorded: answer), restoration)
      else { continue }
      inverses.append(inverse)
    }
    return (inverses, recorded.unknown)
  }

  /// The changes of this run as records, the newest first.
  func changes() -> RuntimeValue {
    let rows = settings.changes.all.reversed().map { entry in
      var fields: JSON.Object = ["id": .string(String(entry.number)), "change": .string(entry.title)]
      if entry.isUndone {
        fields["reason"] = "it was undone"
      } else if let job = entry.job {
        fields["undo"] = .string("undo job \(job.id)")
      } else {
        let urls = entry.inverses.flatMap { $0.requests?.urls(at: host.clock.now()) ?? [] }
        fields["undo"] = urls.first.map { .string("\(line(for: $0))\(urls.count > 1 ? " …" : "")") }
        let reasons = entry.inverses.flatMap { inverse in
          if case .none(let reason) = inverse { [reason] } else { inverse.requests?.losses ?? [] }
        }
        fields["reason"] = reasons.first.map(JSON.string)
      }
      return RuntimeValue(.record(RuntimeValue.Record(.change, fields)), isForeign: true)
    }
    return RuntimeValue(.list(rows), isForeign: true)
  }

  /// The line that opens a URL, or else its action.
  private func line(for url: CallbackURL) -> String {
    resolver.line(for: url) ?? resolver.catalog.signature(action: url.action)?.preferredVerb ?? url.action
  }

  /// Jobs of other runs, which 'undo job' reaches, in words.
  private func jobsToUndo(at span: Span) async throws(Diagnostic) -> [String] {
    guard let ledger = host.ledger else { return [] }
    do throws(Failure) {
      return try await ledger.jobs().filter { $0.state != .damaged }.suffix(3).map { "job \($0.id) (\($0.verb))" }
    } catch {
      throw .failed(error, at: span)
    }
  }
}

// The changes of the last session at the prompt.
extension Interpreter {
  /// Asks whether the changes of the account's last session are to be taken back too.
  private func reachLastSession(at span: Span) async throws(Diagnostic) {
    guard settings.isInteractive, let kept = host.keptChanges(), let ledger = host.ledger else { return }
    do throws(Failure) {
      let account = try await ledger.name(of: "", in: nil, as: nil).account
      let entries = (kept.array ?? []).compactMap { ChangeLog.Entry(archived: $0, actor: account) }
      guard let newest = entries.last else { return }
      let question = "undo '\(newest.title)' of the last session (y/n)?"
      guard ["y", "yes"].contains(try await host.answer(to: question, default: "n")?.lowercased() ?? "") else { return }
      settings.changes.restore(entries)
    } catch {
      throw .failed(error, at: span)
    }
  }

  private func archivedChanges() -> JSON {
    .array(settings.changes.all.compactMap { $0.isUndone ? nil : $0.archived })
  }
}

extension ChangeLog.Entry {
  /// The most of a line that is kept.
  private static let longestLine = 200

  fileprivate var archived: JSON? {
    guard case .changes(let inverses) = content, let actor else { return nil }
    return [
      "line": .string(String(line.prefix(Self.longestLine))), "actor": .string(actor),
      "undo": .array(inverses.map(\.archived)),
    ]
  }

  /// - Parameter actor: the account whose changes are wanted.
  fileprivate init?(archived json: JSON, actor: String) {
    guard let line = json["line"]?.string, json["actor"]?.string == actor, let inverses = json["undo"]?.array
    else { return nil }
    self.init(
      line: line, account: nil, actor: actor, content: .changes(inverses.compactMap { Inverse(archived: $0) }))
  }
}

extension Inverse {
  fileprivate var archived: JSON {
    switch self {
    case .none(let reason): return ["reason": .string(reason)]
    case .requests(let requests):
      var object: JSON.Object = [
        "urls": .array(requests.urls.map { .string($0.description) }),
        "losses": .array(requests.losses.map(JSON.string)),
        "later": .array(requests.later.map { .string($0.description) }),
      ]
      object["end"] = requests.end.map(JSON.int)
      return .object(object)
    }
  }

  fileprivate init?(archived json: JSON) {
    if let reason = json["reason"]?.string {
      self = .none(reason)
      return
    }
    func urls(_ name: String) -> [CallbackURL] {
      (json[name]?.array ?? []).compactMap { $0.string.flatMap { try? CallbackURL(parsing: $0) } }
    }
    guard json["urls"] != nil else { return nil }
    self = .requests(
      Requests(
        urls: urls("urls"), losses: json["losses"]?.array?.compactMap(\.string) ?? [], end: json["end"]?.int,
        later: urls("later")))
  }
}

extension Job {
  fileprivate func note(unknown: Int) -> String {
    "job \(id): whether \(unknown == 1 ? "1 change was" : "\(unknown) changes were") made is not known, "
      + "and not taken back; find out with: job resume \(id)"
  }
}

extension Diagnostic {
  fileprivate static func nothingToUndo(_ jobs: [String], _ span: Span) -> Diagnostic {
    let others = jobs.isEmpty ? "" : "; other runs left \(jobs.joined(separator: ", ")): undo job N"
    return Diagnostic(
      .failed, at: span, "there is no change to undo: 'undo' reaches the changes of its own run\(others)",
      exitCode: .data)
  }

  fileprivate static func noChange(_ name: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .failed, at: span,
      "there is no change '\(name)' in this run; 'changes' lists them, and a job is undone by: undo job N",
      exitCode: .data)
  }

  fileprivate static func undoneAlready(_ number: Int, _ span: Span) -> Diagnostic {
    Diagnostic(.failed, at: span, "change \(number) was undone already", exitCode: .data)
  }

  fileprivate static func oneChange(_ span: Span) -> Diagnostic {
    Diagnostic(
      .tooManyArgs, at: span, "one change is undone at a time, by its number", label: "as in: undo 3, or: undo job 1")
  }

  fileprivate static func cannotUndo(_ reason: String, _ span: Span) -> Diagnostic {
    Diagnostic(.failed, at: span, reason, exitCode: .refused)
  }
}
