import TuskCommon
import TuskLanguage
package import XCallbackURL

/// Many changes that one verb makes.
package struct BulkWork: Sendable, Hashable {
  package let verb: String
  /// The noun for what it changes, such as `statuses`.
  package let subjects: String
  /// How many are to be made.
  package let count: Int
  /// How many there are with those that were made before.
  package let total: Int
  /// One of the requests.
  package let sample: CallbackURL
  /// The account that acts; `nil` for the current one.
  package let account: String?
  /// Whether a person said yes in advance.
  package let assumesYes: Bool
}

extension Interpreter {
  /// Makes changes; many of them become a job, after a person was told and, where that is needed, has agreed.
  ///
  /// - Returns: the results, if they are wanted.
  func perform(_ changes: Changes, in frame: inout Frame) async throws(Diagnostic) -> [RuntimeValue] {
    guard let head = changes.head else { return [] }
    let outer = frame.command
    if outer == nil { frame.command = settings.changes.begin() }
    defer { frame.command = outer }
    if changes.repeated > 0 { await emit(.printed(changes.note(head), toErrors: true)) }
    if !settings.rehearses, changes.count > 1 { try await lookForOtherJobs(of: changes, head, in: frame) }
    guard changes.areMany, !settings.rehearses else {
      await start(head, changes, in: frame)
      var changes = changes
      if let request = changes.request, try await isConfirmedTogether(request, in: frame) { changes.confirm() }
      return try await make(changes, of: nil, until: nil, in: &frame)
    }
    guard changes.haveOneAccount else { throw .severalAccounts(changes.span) }
    let end = try await begin(changes, head, in: frame)
    var agreed = changes
    agreed.agree()
    let job = try await beginJob(changes, head, in: frame)
    await start(head, changes, in: frame)
    guard let job else { return try await make(agreed, of: nil, until: end, in: &frame) }
    do throws(Diagnostic) { return try await run(job, agreed, until: end, in: &frame) } catch {
      // What was refused before its first change is no job that somebody may continue.
      if error.kind == .needsConfirmation { await forgetIfUntouched(job) }
      throw error
    }
  }

  private func forgetIfUntouched(_ job: Job) async {
    guard let ledger = host.ledger, let progress = try? await ledger.progress(of: job), progress.isUntouched
    else { return }
    try? await ledger.forget(job)
    await emit(.printed("job \(job.id) is forgotten, because nothing was done", toErrors: true))
  }

  private func start(_ head: CommandRequest, _ changes: Changes, in frame: Frame) async {
    guard !changes.keepsResults else { return }
    var options = head.options
    options.account = head.account(in: frame)
    await emit(.started(options))
  }

  /// Tells how many changes there are, and asks where that is needed.
  ///
  /// - Returns: when they will be done; `nil` if no limit delays them.
  private func begin(_ changes: Changes, _ head: CommandRequest, in frame: Frame) async throws(Diagnostic) -> Int? {
    let work = BulkWork(
      verb: head.verb.value, subjects: head.signature.subject?.kind.plural ?? "requests", count: changes.count,
      total: changes.count, sample: head.urls[0], account: head.account(in: frame), assumesYes: head.options.yes)
    do throws(Failure) { return try await host.begin(work) } catch { throw .unconfirmed(error, head) }
  }

  /// Makes the changes one after the other. One that the server refuses is reported, and the rest go on.
  ///
  /// - Parameter job: the job that they are; it stops when it is canceled.
  func make(_ changes: Changes, of job: Job?, until end: Int?, in frame: inout Frame) async throws(Diagnostic)
    -> [RuntimeValue]
  {
    var results: [RuntimeValue] = []
    var refusals = 0
    let before = frame.needless
    let ahead = mayBeUndone(in: frame) ? try changes.ahead() : nil
    let mostRefusals = changes.stopsAfterRefusals ? Self.mostRefusals : .max
    try await changes.forEach { index, url, request async throws(Diagnostic) in
      guard !Task.isCancelled else { throw .interrupted(changes.span) }
      if changes.areMany, !settings.rehearses { await showProgress(request, index, of: changes.count, until: end) }
      if let job { try await check(job, at: changes.span) }
      if let ahead, index.isMultiple(of: Changes.partLength) { await read(ahead, request, in: frame) }
      do throws(Diagnostic) {
        let seen = changes.seen(at: index)
        let result = try await answer(to: url, request, showingResult: !changes.keepsResults, seen: seen, in: &frame)
        if changes.keepsResults { results.append(result) }
        refusals = 0
      } catch {
        let isGone = error.failure?.isGone ?? false
        refusals = isGone ? 0 : refusals + 1
        guard error.concernsOneChange, changes.count > 1, refusals < mostRefusals else { throw error }
        frame.skipped += 1
        if isGone { frame.gone += 1 }
        await emit(.skipped(error, frame.source))
      }
    }
    await emit(.progress(nil))
    let needless = frame.needless - before
    if needless > 0, changes.count > 1, let verb = changes.head?.verb.value {
      let were = needless == 1 ? "was" : "were"
      await emit(
        .printed("\(verb): \(changes.count - needless) changed, \(needless) \(were) so before", toErrors: true))
    }
    return results
  }

  /// Reads what is there before the next changes.
  private func read(_ ahead: FileLines, _ request: CommandRequest, in frame: Frame) async {
    var urls: [CallbackURL] = []
    while urls.count < Changes.partLength, let line = try? ahead.next() {
      if let url = try? CallbackURL(parsing: line) { urls.append(url) }
    }
    await host.readAhead(for: urls, as: request.account(in: frame))
  }

  /// - Throws: ``Diagnostic`` if the job is not to go on.
  private func check(_ job: Job, at span: Span) async throws(Diagnostic) {
    guard let ledger = host.ledger else { return }
    let isKept: Bool
    do throws(Failure) { isKept = try await ledger.isKept(job) } catch { throw .failed(error, at: span) }
    guard isKept else { throw .canceled(job, span) }
  }

  /// After how many refusals in a row the rest is not tried.
  private static let mostRefusals = 10

  private func showProgress(_ request: CommandRequest, _ index: Int, of count: Int, until end: Int?) async {
    let time = end.map { ", done about \(LocalTime.ahead($0, now: host.clock.now()))" } ?? ""
    await emit(.progress("\(request.verb.value): \(index) of \(count)\(time)"))
  }
}

extension Changes {
  /// That several rows are about the same thing.
  fileprivate func note(_ head: CommandRequest) -> String {
    let subjects = head.signature.subject?.kind.plural ?? "requests"
    return "\(head.verb.value): \(count + repeated) rows are \(count) \(subjects), each of which is changed once"
  }
}

extension Diagnostic {
  /// Whether the same verb may succeed for the next thing.
  fileprivate var concernsOneChange: Bool {
    guard failure?.isOfToken != true else { return false }
    return switch failure?.code {
    case .notFound?, .forbidden?, .rejected?, .invalidParameter?, .malformedAnswer?: true
    default: false
    }
  }

  fileprivate static func severalAccounts(_ span: Span) -> Diagnostic {
    Diagnostic(
      .conflictingArgs, at: span, "more than \(BulkLimit.mostUntold) changes act as one account",
      label: "use 'for' to act as several", exitCode: .data)
  }

  fileprivate static func canceled(_ job: Job, _ span: Span) -> Diagnostic {
    Diagnostic(.failed, at: span, "job \(job.id) was canceled", exitCode: .canceled)
  }

  fileprivate static func unconfirmed(_ failure: Failure, _ request: CommandRequest) -> Diagnostic {
    guard failure.code == .forbidden else { return .failed(failure, request.urls[0], verb: request.verb) }
    let end = Span(request.span.end, request.span.end)
    return Diagnostic(
      .needsConfirmation, at: request.verb.span, failure.message,
      edits: failure.message.hasSuffix("--yes") ? [Edit(end, " --yes")] : [], exitCode: .canceled)
  }
}
