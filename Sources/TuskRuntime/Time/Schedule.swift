import JSONValue
import TuskCommon
package import TuskLanguage
import XCallbackURL

/// An `every` or `at` block.
struct Schedule: Sendable {
  let scope: Scope
  /// The name of the schedule in the journal.
  let name: String
  let times: Times
  /// The account that the block acts as.
  let account: String?
  /// The source of the block.
  let source: Source

  /// When the block runs.
  enum Times: Sendable {
    case interval(IntervalSchedule)
    case daily(DailySchedule)
  }

  /// When the block runs next.
  ///
  /// - Parameter last: the time for which it last ran, or at which it was first started; if it missed times since then,
  ///   it runs once, now.
  func next(after last: Int?, now: Int) -> IntervalSchedule.Moment {
    switch times {
    case .interval(let interval):
      return interval.next(after: last, now: now, random: Double.random(in: 0..<1))
    case .daily(let daily):
      let time = daily.next(after: daily.start(after: last, now: now))
      guard time < now else { return IntervalSchedule.Moment(planned: time, due: time) }
      // Planned for now, so that the next time is in the future even if several were missed.
      return IntervalSchedule.Moment(planned: now, due: now)
    }
  }

  /// The time for which the block runs when it was due at a moment: a later one if further times were missed meanwhile,
  /// because the process was stopped, the machine slept, or another block took long.
  func time(of moment: IntervalSchedule.Moment, after last: Int?, now: Int) -> Int {
    let latest = next(after: last, now: now).planned
    return latest > now ? moment.planned : max(moment.planned, latest)
  }
}

extension Interpreter {
  /// The schedule that `every` or `at` sets up.
  func schedule(_ scope: Scope, at span: Span, in frame: inout Frame) async throws(Diagnostic) -> Schedule {
    let keyword = scope.kind.keyword
    let prepared = try await prepare(scope.settings.compactMap(\.value), in: &frame)
    let given = try resolver.resolve(scope.settings, of: keyword, at: scope.value.span, bindings: bindings(prepared))
    let words = NamedArguments(given)
    let text = try await value(of: scope.value, in: &frame).disclosed(at: scope.value.span).spelling ?? ""
    let base = "\(keyword.word) \(text)"
    let same = frame.schedules.count { $0.name == base || $0.name.hasPrefix("\(base) (") }
    let name = base + (same > 0 ? " (\(same + 1))" : "")
    let times: Schedule.Times
    if scope.kind == .every {
      guard !Duration.isTooLong(text) else { throw .tooLong(text, scope.value.span, .data) }
      guard let every = Duration(written: text), every > .zero else { throw .badTime(scope) }
      let jitter = words["jitter"].flatMap { Duration(written: $0) } ?? .zero
      times = .interval(IntervalSchedule(every: every.wholeSeconds, jitter: jitter.wholeSeconds))
    } else {
      times = .daily(try daily(text, words, scope))
    }
    return Schedule(scope: scope, name: name, times: times, account: frame.account, source: frame.source)
  }

  private func daily(_ text: String, _ words: NamedArguments, _ scope: Scope) throws(Diagnostic) -> DailySchedule {
    guard let time = TimeOfDay(text) else { throw .badTime(scope) }
    do throws(Failure) {
      let zone = if let name = words["zone"] { try TimeZoneRules(named: name) } else { try TimeZoneRules.local() }
      let days = words.all("days").compactMap { Weekday(abbreviation: $0) }
      return DailySchedule(at: time, days: Set(days), zone: zone)
    } catch {
      throw .badZone(error, scope)
    }
  }

  /// Runs the schedules of a script until they are canceled. Intervals are counted by a clock that cannot be set.
  ///
  /// - Parameter end: the time after which none is run.
  package func runSchedules(in frame: inout Frame, until end: Int = .max) async throws(Diagnostic) -> Flow {
    for schedule in frame.schedules {
      let flow = try await resume(schedule, in: &frame)
      guard case .onward = flow else { return flow }
    }
    var starts: [Int?] = []
    for schedule in frame.schedules { starts.append(try await startingTime(of: schedule)) }
    // Reading the times shows the clock of a journal that several machines share.
    let steady = host.clock.steady()
    var plans = zip(frame.schedules, starts).map { schedule, last in
      let clock = if case .interval = schedule.times { steady } else { host.clock }
      return ScheduledRun(schedule, last: last, by: clock, host.clock)
    }
    while let index = await nextDue(plans, until: end) {
      let schedule = plans[index].schedule
      guard !Task.isCancelled else {
        throw Diagnostic.interrupted(schedule.scope.value.span).from(schedule.source, unlessWithin: frame.source)
      }
      guard !host.clock.isOver() else { return .timeOver }
      // The claim of a killed process may have outlasted the start.
      let resumed = try await resume(schedule, in: &frame)
      guard case .onward = resumed else { return resumed }
      let (time, recorded) = plans[index].time
      if try await advance(schedule, from: plans[index].recorded, to: recorded) {
        plans[index].last = time
        plans[index].recorded = recorded
        // Only the process whose run it is begins it: others would take its record from it.
        let attempt = try await beginOccasion(of: schedule)
        let flow = try await run(schedule, attempt, in: &frame)
        guard case .onward = flow else { return flow }
      } else {
        await emit(.progress("\(schedule.name): another process has run it"))
        plans[index].follow(try await lastTime(of: schedule))
      }
      plans[index].plan()
    }
    return .onward
  }

  /// Waits until a schedule is due, until the run is canceled, or until its time is over; `nil` if none is due by the end.
  private func nextDue(_ plans: [ScheduledRun], until end: Int) async -> Int? {
    var shown: Int?
    while let index = plans.indices.min(by: { plans[$0].rest < plans[$1].rest }) {
      let plan = plans[index]
      guard plan.due <= end else { return nil }
      guard plan.rest > 0, !Task.isCancelled, !host.clock.isOver() else {
        await emit(.progress(nil))
        return index
      }
      if shown != index {
        let time = LocalTime.ahead(plan.due, now: host.clock.now())
        await emit(.progress("\(plan.schedule.name): next at \(time)"))
      }
      shown = index
      // In steps, because a sleeping machine does not count time, and a clock that is set may change the order.
      await plan.clock.sleep(.seconds(plan.clock.jumps ? plan.rest : min(plan.rest, 60)))
    }
    return nil
  }

  /// Runs the last occasion of a schedule again if it was stopped and every change of its lines is made once; otherwise
  /// says what was stopped.
  private func resume(_ schedule: Schedule, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    guard let attempt = try await stoppedOccasion(of: schedule) else { return .onward }
    let definitions = frame.definitions.values.map { Statement(.definition($0.definition), $0.definition.verb.span) }
    let rest = Effects(of: definitions + schedule.scope.body, resolver: resolver, omitsOnce: true)
    let start = "\(schedule.name): its last run was interrupted and"
    if let repeatable = rest.repeatable {
      await emit(.printed("\(start) is not repeated, because it \(repeatable) outside of 'once'", toErrors: true))
      try await end(attempt, of: schedule)
      return .onward
    }
    await emit(.printed("\(start) starts again", toErrors: true))
    return try await run(schedule, attempt, in: &frame)
  }

  /// Runs an occasion of a schedule, and records its end unless it is stopped.
  ///
  /// - Returns: how the script ends, or that the schedules go on.
  private func run(
    _ schedule: Schedule, _ attempt: OnceAttempt?, in frame: inout Frame
  ) async throws(Diagnostic) -> Flow {
    let flow: Flow
    do throws(Diagnostic) { flow = try await run(schedule, in: &frame) } catch {
      // The error of the lines is shown, even if the journal fails too.
      if Task.isCancelled || host.clock.isOver() {
        await abandon(attempt)
      } else {
        try? await end(attempt, of: schedule)
      }
      throw error
    }
    switch flow {
    case .timeOver:
      await abandon(attempt)
      return flow
    case .exit:
      try await end(attempt, of: schedule)
      return flow
    case .onward, .next, .stop, .answer:
      try await end(attempt, of: schedule)
      return .onward
    }
  }

  private func abandon(_ attempt: OnceAttempt?) async {
    if let attempt { await host.ledger?.abandon(attempt) }
  }

  private func end(_ attempt: OnceAttempt?, of schedule: Schedule) async throws(Diagnostic) {
    guard let attempt else { return }
    do throws(Failure) { try await host.ledger?.finish(attempt, outcome: [:]) } catch {
      throw .unrecorded(error, schedule.scope.value.span)
    }
  }

  private func beginOccasion(of schedule: Schedule) async throws(Diagnostic) -> OnceAttempt? {
    do throws(Failure) { return try await host.ledger?.beginOccasion(of: schedule.name) } catch {
      throw .unrecorded(error, schedule.scope.value.span)
    }
  }

  private func stoppedOccasion(of schedule: Schedule) async throws(Diagnostic) -> OnceAttempt? {
    do throws(Failure) { return try await host.ledger?.stoppedOccasion(of: schedule.name) } catch {
      throw .unrecorded(error, schedule.scope.value.span)
    }
  }

  private func run(_ schedule: Schedule, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    let (outer, source) = (frame.account, frame.source)
    frame.isScheduled = true
    defer {
      frame.account = outer
      frame.source = source
      frame.isScheduled = false
    }
    frame.account = schedule.account
    frame.source = schedule.source
    do throws(Diagnostic) {
      return try await run(schedule.scope.body, in: &frame)
    } catch {
      throw error.from(schedule.source, unlessWithin: source)
    }
  }

  /// The time after which a schedule has runs to make up for: that of its last run, or of its first start, which is
  /// recorded, so that a script that is started again does not miss the first run.
  private func startingTime(of schedule: Schedule) async throws(Diagnostic) -> Int? {
    let last = try await lastTime(of: schedule)
    // Those with an interval begin at once.
    guard last == nil, case .daily = schedule.times else { return last }
    let now = host.clock.now()
    return try await advance(schedule, from: nil, to: now) ? now : try await lastTime(of: schedule)
  }

  private func advance(_ schedule: Schedule, from last: Int?, to time: Int) async throws(Diagnostic) -> Bool {
    do throws(Failure) { return try await host.ledger?.advance(schedule.name, from: last, to: time) ?? true } catch {
      throw .unrecorded(error, schedule.scope.value.span)
    }
  }

  private func lastTime(of schedule: Schedule) async throws(Diagnostic) -> Int? {
    do throws(Failure) { return try await host.ledger?.lastTime(of: schedule.name) } catch {
      throw .unrecorded(error, schedule.scope.value.span)
    }
  }

  /// Shows what a schedule would do, once.
  func rehearse(_ schedule: Schedule, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    let moment = schedule.next(after: try await lastTime(of: schedule), now: host.clock.now())
    await emit(.noted("\(schedule.name), next at \(Instant(seconds: moment.planned).rfc3339):"))
    settings.rehearsal.lackSomething()
    settings.rehearsal.isScheduled = true
    defer { settings.rehearsal.isScheduled = false }
    return try await run(schedule.scope.body, in: &frame)
  }
}

extension Diagnostic {
  fileprivate static func badTime(_ scope: Scope) -> Diagnostic {
    let wants = scope.kind == .at ? "a time of day such as 09:00" : "a duration such as 30s, 5m, 1h or 2d"
    return Diagnostic(.typeMismatch, at: scope.value.span, "'\(scope.kind.keyword.word)' needs \(wants)")
  }

  fileprivate static func badZone(_ failure: Failure, _ scope: Scope) -> Diagnostic {
    let span = scope.settings.first { $0.key.value == "zone" }?.span ?? scope.value.span
    return Diagnostic(.typeMismatch, at: span, failure.message)
  }
}
