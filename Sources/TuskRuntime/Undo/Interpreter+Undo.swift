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
  func note(_ result: ActionResult, _ request: CommandRequest, in frame: Frame) async {
    guard request.signature.effect.changesAccount, request.signature.app == nil, !frame.isUndoing,
      frame.onceScope?.isJob != true,
      let inverse = resolver.catalog.inverse(
        of: result.url, result.signature, answer: result, result.restoration, isRead: settings.changes.isRead)
    else { return }
    let log = settings.changes
    loadEarlier()
    let account = request.account(in: frame)
    let actor = settings.isInteractive ? try? await host.ledger?.name(of: "", in: nil, as: account).account : nil
    let entry = ChangeLog.Entry(
      line: line(for: result.url), account: account, actor: actor, content: .changes([inverse]))
    log.add(inverse, entry, of: frame.command ?? log.begin())
    keepChanges()
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
    settings.rehearsal.lackSomething()
    let names = words.all("job") + words.all("change")
    await emit(.noted("would: \(([verb.spelling.value] + names).joined(separator: " "))"))
  }

  /// Takes back the newest change; one that cannot be is named, and nothing before it is taken back unasked.
  private func undoNewest(_ isAgreed: Bool, at span: Span, in frame: inout Frame) async throws(Diagnostic) {
    if settings.changes.newest() == nil { try await reachLastSession(at: span) }
    guard let entry = settings.changes.newest() else {
      throw .nothingToUndo(try await jobsToUndo(at: span), span)
    }
    guard let why = try await reasonAgainst(entry, at: span) else {
      return try await undo(entry, isAgreed, at: span, in: &frame)
    }
    let earlier = try await newestUndoable(before: entry, at: span)
    let advice = earlier.map { "; 'undo \($0.number)' takes back an earlier one" } ?? ""
    throw .cannotUndo("the newest change cannot be undone: \(entry.shortTitle): \(why)\(advice)", span)
  }

  private func newestUndoable(
    before newest: ChangeLog.Entry, at span: Span
  ) async throws(Diagnostic) -> ChangeLog.Entry? {
    for entry in settings.changes.all.reversed() where !entry.isUndone && entry.number < newest.number {
      if try await reasonAgainst(entry, at: span) == nil { return entry }
    }
    return nil
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
    guard try await take(back: entry.inverses, "undo: \(entry.shortTitle)", isAgreed, at: span, in: &frame) else {
      return
    }
    settings.changes.markUndone(entry.number)
    keepChanges()
  }

  /// Sends the requests that take changes back, after saying what they are and what does not come back.
  ///
  /// - Returns: whether all of them were made, or what they are about is gone.
  private func take(
    back inverses: [Inverse], _ title: String, _ isAgreed: Bool, at span: Span, in frame: inout Frame
  ) async throws(Diagnostic) -> Bool {
    var changes = Changes(keepsResults: false, span: span)
    let now = host.clock.now()
    for url in inverses.flatMap({ $0.requests?.urls(at: now) ?? [] }) {
      guard let signature = resolver.catalog.signature(action: url.action) else { continue }
      try changes.add(
        CommandRequest(signature, verb: Spanned(signature.preferredVerb, span), span: span).opening([url]))
    }
    if isAgreed { changes.agree() }
    let first = changes.sample.map { "; now: \(line(for: $0))\(changes.count > 1 ? " …" : "")" }
    await emit(.printed(title + (first ?? "; it has ended by itself"), toErrors: true))
    for words in losses(of: inverses) { await emit(.printed(words, toErrors: true)) }
    guard let head = changes.head else { return true }
    guard try await isWanted(inverses, isAgreed, at: span) else { return false }
    let before = frame.skipped - frame.gone
    do throws(Diagnostic) {
      if changes.count > 1 {
        _ = try await perform(changes, in: &frame)
      } else {
        frame.last = try await send(head, showingResult: true, in: &frame)
      }
    } catch {
      // What does not exist any more cannot be as it was.
      guard error.failure?.isGone ?? false else { throw error }
      await emit(.printed("gone: \(line(for: head.urls[0])): \(error.message)", toErrors: true))
    }
    return frame.skipped - frame.gone == before
  }

  /// Whether a person at the prompt wants it though not everything comes back.
  private func isWanted(_ inverses: [Inverse], _ isAgreed: Bool, at span: Span) async throws(Diagnostic) -> Bool {
    guard settings.isInteractive, !isAgreed, inverses.contains(where: { $0.requests?.losses.isEmpty != true })
    else { return true }
    do throws(Failure) { return try await host.agrees(to: "undo it all the same") } catch {
      throw .failed(error, at: span)
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
    guard job.state != .undone else { throw .failed(.isUndone(job), at: span) }
    let made: (inverses: [Inverse], unknown: Int)
    do throws(Failure) { made = try await changesMade(by: job) } catch { throw .failed(error, at: span) }
    if made.unknown > 0 { await emit(.printed(job.note(unknown: made.unknown), toErrors: true)) }
    if made.inverses.allSatisfy({ $0.requests == nil }) {
      guard case .none(let reason)? = made.inverses.first else { throw .nothingToUndo([], span) }
      throw .cannotUndo(reason, span)
    }
    let outer = (frame.account, frame.undoneJob)
    (frame.account, frame.undoneJob) = (await account(of: job), job.key)
    defer { (frame.account, frame.undoneJob) = outer }
    let title = "undo job \(job.id): \(job.verb)"
    guard try await take(back: made.inverses.reversed(), title, isAgreed, at: span, in: &frame) else { return }
    settings.changes.markUndone(job)
    do throws(Failure) { try await host.ledger?.markUndone(job) } catch { throw .failed(error, at: span) }
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
      let request = CommandRequest(signature, verb: Spanned(job.verb, Span(0, 0)), span: Span(0, 0))
      guard case .made(let answer, let restoration)? = recorded[scope.effect(request.description(of: url)).name],
        let inverse = resolver.catalog.inverse(
          of: url, signature, answer: ActionResult(signature, url, recorded: answer), restoration, isRead: true)
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
    let signature = resolver.catalog.signature(action: url.action)
    let pairs = url.pairs.filter { signature?.parameter(named: $0.name)?.isSecret != true }
    let shown = CallbackURL(scheme: url.scheme, action: url.action, pairs: pairs)
    return resolver.line(for: shown) ?? signature?.preferredVerb ?? url.action
  }

  /// Jobs of other runs, which 'undo job' reaches, in words.
  private func jobsToUndo(at span: Span) async throws(Diagnostic) -> [String] {
    guard let ledger = host.ledger else { return [] }
    do throws(Failure) {
      let known = Set(settings.changes.all.compactMap { $0.job?.key })
      let others = try await ledger.jobs().filter {
        ![.damaged, .undone].contains($0.state) && $0.undoes == nil && !known.contains($0.key)
      }
      return others.suffix(3).map { "job \($0.id) (\($0.verb))" }
    } catch {
      throw .failed(error, at: span)
    }
  }
}

// The changes of the last session at the prompt.
extension Interpreter {
  /// Asks whether the changes of the account's last session are to be taken back too.
  private func reachLastSession(at span: Span) async throws(Diagnostic) {
    loadEarlier()
    guard settings.isInteractive, let ledger = host.ledger else { return }
    do throws(Failure) {
      let account = try await ledger.name(of: "", in: nil, as: nil).account
      guard let newest = settings.changes.earlier.last(where: { $0.actor == account }) else { return }
      guard try await host.agrees(to: "undo '\(newest.shortTitle)' of the last session") else {
        return await emit(.printed("nothing was undone", toErrors: true))
      }
      settings.changes.reachEarlier(of: account)
    } catch {
      throw .failed(error, at: span)
    }
  }

  /// Reads what earlier sessions changed, before this one writes its own.
  private func loadEarlier() {
    guard settings.isInteractive else { return }
    settings.changes.loadEarlier { (host.keptChanges()?.array ?? []).compactMap { ChangeLog.Entry(archived: $0) } }
  }

  private func keepChanges() {
    guard settings.isInteractive else { return }
    let log = settings.changes
    let open = log.earlier + log.all.filter { !$0.isUndone }
    host.keepChanges(.array(open.suffix(ChangeLog.most).compactMap(\.archived)))
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

  fileprivate init?(archived json: JSON) {
    guard let line = json["line"]?.string, let actor = json["actor"]?.string, let inverses = json["undo"]?.array
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
