import JSONValue
import SystemPackage
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Begins a job for many changes; `nil` within a `once` block, which is a record of them itself.
  func beginJob(_ changes: Changes, _ request: CommandRequest, in frame: Frame) async throws(Diagnostic) -> Job? {
    guard frame.onceScope == nil, let ledger = host.ledger else { return nil }
    var job = Job(
      id: 0, key: UnguessableToken.make(), verb: request.verb.value,
      subjects: request.signature.subject?.kind.plural ?? "requests", count: changes.count,
      account: request.account(in: frame) ?? "", begun: host.clock.now(),
      line: String(frame.source.text(frame.source.lineSpan(at: request.span.start)).prefix(Self.longestLine)))
    job.undoes = frame.undoneJob
    do throws(Failure) {
      let kept = try await ledger.create(job, urls: changes.urls)
      await emit(.printed("job \(kept.id): if it is stopped, continue it with: job resume \(kept.id)", toErrors: true))
      return kept
    } catch {
      throw .unrecorded(error, request.span)
    }
  }

  /// How much of its line a job keeps.
  private static let longestLine = 1000

  /// Makes the changes of a job that were not made yet, unless another process does.
  func run(_ job: Job, _ changes: Changes, until end: Int?, in frame: inout Frame) async throws(Diagnostic)
    -> [RuntimeValue]
  {
    let (outer, isResumable) = (frame.account, frame.isResumable)
    frame.account = await account(of: job)
    defer { (frame.account, frame.isResumable) = (outer, isResumable) }
    do throws(Diagnostic) { try await runOnce(job, changes, until: end, in: &frame) } catch {
      // The change that it was at may have failed first, because its outcome is not known.
      if error.kind == .interrupted || Task.isCancelled { await emit(.printed(job.noteStopped, toErrors: true)) }
      throw error
    }
    guard changes.keepsResults, case .list(let results)? = frame.last?.form else { return [] }
    return results
  }

  private func runOnce(
    _ job: Job, _ changes: Changes, until end: Int?, in frame: inout Frame
  ) async throws(Diagnostic) {
    let place = OncePlace(script: job.script, isJob: true)
    _ = try await once(.text(job.key), place, at: changes.span, in: &frame) {
      (interpreter, frame) async throws(Diagnostic) in
      if !frame.isUndoing { interpreter.settings.changes.add(job) }
      let before = (skipped: frame.skipped, gone: frame.gone)
      let results = try await interpreter.make(changes, of: job, until: end, in: &frame)
      frame.last = RuntimeValue(.list(results), isForeign: true)
      let gone = frame.gone - before.gone
      let failed = frame.skipped - before.skipped - gone
      if gone > 0 { await interpreter.emit(.printed(job.note(gone: gone), toErrors: true)) }
      guard failed > 0 else {
        await interpreter.noteUndone(by: job)
        return .onward
      }
      await interpreter.emit(.printed(job.note(failed: failed), toErrors: true))
      // The block stays open, so that the rest can be tried again.
      return .exit(.partial)
    }
  }

  /// Notes that a job is taken back whose last change another one has just undone.
  private func noteUndone(by job: Job) async {
    guard let key = job.undoes, let ledger = host.ledger,
      let undone = try? await ledger.jobs().first(where: { $0.key == key })
    else { return }
    // If this fails, undoing it once more changes only what was changed since.
    try? await ledger.markUndone(undone)
  }

  /// The account that acts for a job; `nil` for the current one, which may have its token from the environment.
  func account(of job: Job) async -> String? {
    let current = try? await host.ledger?.name(of: job.key, in: job.script, as: nil).account
    return job.account == current ? nil : job.account
  }

  /// Looks for a job that is not done and shares a request with these changes, which might be made twice.
  ///
  /// - Throws: ``Diagnostic`` if there is one, unless that does no harm or a person allows it.
  func lookForOtherJobs(of changes: Changes, _ head: CommandRequest, in frame: Frame) async throws(Diagnostic) {
    guard frame.onceScope == nil, !frame.isUndoing, let ledger = host.ledger else { return }
    let found: (job: Job, progress: Job.Progress?)?
    do throws(Failure) { found = try await otherJob(of: changes, head, ledger, in: frame) } catch {
      throw .failed(error, at: head.verb.span)
    }
    guard let (job, progress) = found, !head.isAgain else { return }
    guard let progress else {
      guard head.isGuarded else { return }
      throw .failed(.unrecorded(job), at: head.verb.span)
    }
    // A change that may be under way is looked for by its job only.
    guard !head.isGuarded, progress.unknown == 0 else {
      if let worker = progress.worker { throw .failed(.busy(job, worker), at: head.verb.span) }
      throw .alreadyBegun(job, made: progress.made, head)
    }
    await emit(.printed(job.note(alsoAt: progress.made), toErrors: true))
  }

  /// For how many seconds the changes of a canceled job are not made again by mistake.
  private static let freshness = 600

  private func otherJob(
    of changes: Changes, _ head: CommandRequest, _ ledger: any Ledger, in frame: Frame
  ) async throws(Failure) -> (job: Job, progress: Job.Progress?)? {
    let account = head.account(in: frame)
    for job in try await ledger.jobs() where [.kept, .canceled].contains(job.state) {
      guard head.signature.verbs.contains(job.verb) else { continue }
      let acts = await self.account(of: job)
      guard account == nil ? acts == nil : account == job.account || acts == nil else { continue }
      // Most jobs are done, and how far one is takes longer to find out.
      guard try await ledger.completed(job.key, of: job.script, as: acts) == nil else { continue }
      let progress = try await ledger.progress(of: job)
      // What a canceled job has just made is repeated as unwillingly as what a command has.
      let isOver = job.state == .canceled && (progress?.changed ?? 0) < host.clock.now() - Self.freshness
      guard !isOver, let urls = try await ledger.urls(of: job) else { continue }
      while let text = try job.next(of: urls) {
        guard let url = try? CallbackURL(parsing: text) else { continue }
        let identity = Changes.Identity(url, as: head.options.account)
        if changes.identities.contains(identity) { return (job, progress) }
      }
    }
    return nil
  }

  /// Continues a job that was stopped.
  func resumeJob(_ verb: Resolver.Verb, _ words: NamedArguments, in frame: inout Frame) async throws(Diagnostic) {
    let span = verb.spelling.span
    guard !settings.rehearses else { return await rehearse(ownVerb: verb, words) }
    let (job, ledger) = try await job(words, at: span)
    let prepared: (changes: Changes, end: Int?)?
    do throws(Failure) { prepared = try await prepare(job, ledger, at: span) } catch { throw .failed(error, at: span) }
    guard let prepared else { return await emit(.printed("job \(job.id) is done", toErrors: true)) }
    await emit(.started(CommandOptions()))
    _ = try await run(job, prepared.changes, until: prepared.end, in: &frame)
  }

  /// The changes of a job that is to go on, and when they will be done; `nil` if it is done.
  private func prepare(
    _ job: Job, _ ledger: any Ledger, at span: Span
  ) async throws(Failure) -> (changes: Changes, end: Int?)? {
    guard !ledger.isFresh else { throw .fresh(job) }
    guard job.state != .canceled else { throw .isCanceled(job) }
    guard job.state != .undone else { throw .isUndone(job) }
    let progress = try await recordedProgress(of: job, ledger)
    guard !progress.isDone else { return nil }
    if let worker = progress.worker { throw .busy(job, worker) }
    guard let urls = try await ledger.urls(of: job) else { throw .noJob(String(job.id)) }
    let changes = try changes(of: job, urls, at: span)
    guard let sample = changes.sample else { throw .damaged(job) }
    let work = BulkWork(
      verb: job.verb, subjects: job.subjects, count: max(job.count - progress.made, 0), total: job.count,
      sample: sample, account: await account(of: job), assumesYes: true)
    return (changes, try await host.begin(work))
  }

  /// How far a job is, unless it is not this journal that records it: its changes would be made again.
  func recordedProgress(of job: Job, _ ledger: any Ledger) async throws(Failure) -> Job.Progress {
    guard job.state != .damaged else { throw .damaged(job) }
    guard let progress = try await ledger.progress(of: job) else { throw .unrecorded(job) }
    return progress
  }

  private func changes(of job: Job, _ urls: FileLines, at span: Span) throws(Failure) -> Changes {
    var changes = Changes(keepsResults: false, span: span)
    while let text = try job.next(of: urls) {
      guard let url = try? CallbackURL(parsing: text), let signature = resolver.catalog.signature(action: url.action)
      else { throw .damaged(job) }
      // What takes changes back may be of several verbs.
      let verb = signature.verbs.contains(job.verb) ? job.verb : signature.preferredVerb
      do throws(Diagnostic) {
        try changes.add(CommandRequest(signature, verb: Spanned(verb, span), span: span).opening([url]))
      } catch {
        throw Failure(.unwritableFile, error.message)
      }
    }
    changes.agree()
    changes.stopsAfterRefusals = false
    return changes
  }

  func cancelJob(_ verb: Resolver.Verb, _ words: NamedArguments) async throws(Diagnostic) {
    guard !settings.rehearses else { return await rehearse(ownVerb: verb, words) }
    let (job, ledger) = try await job(words, at: verb.spelling.span)
    let isDone: Bool
    do throws(Failure) {
      isDone = try await ledger.progress(of: job)?.isDone ?? false
      if !isDone { try await ledger.cancel(job) }
    } catch {
      throw .failed(error, at: verb.spelling.span)
    }
    let words = isDone ? "is done; take back what it did with: undo job \(job.id)" : "is canceled"
    await emit(.printed("job \(job.id) \(words)", toErrors: true))
  }

  /// The jobs as records, or the record of a named one.
  func jobs(_ verb: Resolver.Verb, _ words: NamedArguments) async throws(Diagnostic) -> RuntimeValue {
    let span = verb.spelling.span
    if words["job"] != nil {
      let (job, ledger) = try await job(words, at: span)
      return try await record(of: job, ledger, at: span)
    }
    guard let ledger = host.ledger else { return RuntimeValue(.list([])) }
    do throws(Failure) {
      var rows: [RuntimeValue] = []
      for job in try await ledger.jobs() { rows.append(record(of: job, try await ledger.progress(of: job))) }
      return RuntimeValue(.list(rows))
    } catch {
      throw .failed(error, at: span)
    }
  }

  private func record(of job: Job, _ ledger: any Ledger, at span: Span) async throws(Diagnostic) -> RuntimeValue {
    do throws(Failure) { return record(of: job, try await ledger.progress(of: job)) } catch {
      throw .failed(error, at: span)
    }
  }

  private func record(of job: Job, _ progress: Job.Progress?) -> RuntimeValue {
    let fields: JSON.Object = [
      "id": .string(String(job.id)), "state": .string(job.state(at: progress)), "verb": .string(job.verb),
      "made": .int(progress?.made ?? 0),
      "count": .int(job.count), "subjects": .string(job.subjects), "account": .string(job.account),
      "begun": .int(job.begun), "begunAt": .string(Instant(seconds: job.begun).rfc3339), "line": .string(job.line),
    ]
    return RuntimeValue(.record(RuntimeValue.Record(.job, fields)))
  }

  /// The job that the words name: `7` or `job:7`.
  private func job(_ words: NamedArguments, at span: Span) async throws(Diagnostic) -> (Job, any Ledger) {
    try await job(named: words["job"] ?? "", at: span)
  }

  func job(named text: String, at span: Span) async throws(Diagnostic) -> (Job, any Ledger) {
    let number = Int(text.hasPrefix("job:") ? String(text.dropFirst(4)) : text)
    do throws(Failure) {
      guard let number, let ledger = host.ledger, let job = try await ledger.jobs().first(where: { $0.id == number })
      else { throw .noJob(text) }
      return (job, ledger)
    } catch {
      throw .failed(error, at: span)
    }
  }
}

extension Job {
  fileprivate func state(at progress: Progress?) -> String {
    guard state != .damaged else { return "damaged" }
    guard let progress else { return "unrecorded" }
    if progress.worker != nil { return "running" }
    if state == .undone { return "undone" }
    return progress.isDone ? "done" : state == .canceled ? "canceled" : "stopped"
  }

  fileprivate var noteStopped: String { "job \(id) is stopped; continue it with: job resume \(id)" }

  fileprivate func note(alsoAt made: Int) -> String {
    "job \(id) of the same changes is at \(made) of \(count); if it is not to go on: job cancel \(id)"
  }

  fileprivate func note(gone: Int) -> String {
    "job \(id): \(gone) of \(count) \(subjects) do not exist any more; they are not tried again"
  }

  fileprivate func note(failed: Int) -> String {
    "job \(id): \(failed) of \(count) changes failed; try them again with: job resume \(id)"
  }

  /// The next of its URLs.
  func next(of urls: FileLines) throws(Failure) -> String? {
    do throws(Errno) { return try urls.next() } catch { throw .damaged(self) }
  }
}

extension Failure {
  fileprivate static func noJob(_ name: String) -> Failure {
    Failure(.notFound, "there is no job '\(name)'; 'jobs' lists them")
  }

  static func busy(_ job: Job, _ worker: Worker) -> Failure {
    Failure(.locked, "\(worker) is working on job \(job.id)")
  }

  fileprivate static func damaged(_ job: Job) -> Failure {
    Failure(
      .badSettings, "the file of job \(job.id) is damaged, or others can change it; forget it: job cancel \(job.id)")
  }

  static func isUndone(_ job: Job) -> Failure {
    Failure(.forbidden, "job \(job.id) was undone already")
  }

  fileprivate static func isCanceled(_ job: Job) -> Failure {
    Failure(.forbidden, "job \(job.id) was canceled; take back what it did with: undo job \(job.id)")
  }

  fileprivate static func fresh(_ job: Job) -> Failure {
    Failure(.forbidden, "--fresh would make the changes of job \(job.id) again; continue it without --fresh")
  }

  fileprivate static func unrecorded(_ job: Job) -> Failure {
    let place = job.journal.map { $0 == Job.ownJournal ? "" : ", which was begun with TUSK_JOURNAL=\($0)" } ?? ""
    return Failure(
      .badSettings,
      "the journal has no record of job \(job.id)\(place), so it would make its changes again; "
        + "use its journal, or forget it: job cancel \(job.id)")
  }
}

extension Diagnostic {
  fileprivate static func alreadyBegun(_ job: Job, made: Int, _ request: CommandRequest) -> Diagnostic {
    Diagnostic(
      .needsConfirmation, at: request.verb.span,
      job.state == .canceled
        ? "job \(job.id), which was canceled, has just made \(made) of \(job.count), with the same changes"
        : "job \(job.id) is at \(made) of \(job.count), with the same changes; continue it with: job resume \(job.id)",
      label: request.isGuarded ? "or add --again to make them all" : "or forget it: job cancel \(job.id)",
      edits: request.isGuarded ? [Edit(Span(request.span.end, request.span.end), " --again")] : [], exitCode: .canceled)
  }

  static func failed(_ failure: Failure, at span: Span) -> Diagnostic {
    var diagnostic = Diagnostic(.failed, at: span, failure.message, exitCode: ExitCode(failure))
    diagnostic.failure = failure
    return diagnostic
  }
}
