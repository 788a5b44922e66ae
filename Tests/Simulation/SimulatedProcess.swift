import Fediverse
import JSONValue
import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// One run of tusk: it dies at a moment that was chosen, or ends by itself.
final class SimulatedProcess: Sendable {
  let number: Int
  let machine: Machine
  /// What a worker among several suffers; `nil` for a process whose journal is a file.
  let trouble: Trouble?
  private let world: World
  private let kill: Kill?
  private let state = Confined(State())

  private struct State {
    var isDead = false
    var steps = 0
    /// When it started, and until when it is stopped.
    var start = 0
    var stop = 0
    var changes = 0
    var task: Task<Void, Never>?
    var end: Outcome?
    var told = Outcome()
  }

  /// What happens in a process.
  enum Step {
    case disk(Disk.Change)
    case request(HTTPRequest, Kill.Phase)
    /// A message to or from the store of the journal.
    case store
    case time
  }

  init(in world: World, kill: Kill?, trouble: Trouble? = nil, machine: Machine? = nil) {
    self.world = world
    self.kill = kill
    self.trouble = trouble
    self.machine = machine ?? world.machine
    number = world.nextProcess()
  }

  var isDead: Bool { state.value.isDead }

  /// What the process has told so far; a dead one tells nothing.
  var told: Outcome {
    get { state.value.told }
    set { if !isDead { state.value.told = newValue } }
  }

  /// Runs it to its end.
  ///
  /// - Returns: `nil` if it does not end.
  func run(_ input: Input) -> Outcome? {
    var input = input
    // A person looks for the job first.
    if case .job = input, world.disk.hasJob { input = .lines("job resume 1") }
    let disk = world.disk
    disk.attach(recordsUndo: kill?.losesPower ?? false) { [self] change in step(.disk(change), "") }
    start(input)
    let end = Loop.shared.run { state.value.end }
    finish()
    disk.attach(recordsUndo: false) { _ in false }
    return end
  }

  /// Runs processes on several machines at the same time.
  ///
  /// - Returns: `nil` if one of them does not end.
  static func run(_ processes: [SimulatedProcess], _ input: Input) -> [Outcome]? {
    for process in processes {
      Loop.shared.after(process.trouble?.delay ?? 0) { process.start(input) }
    }
    let ends: [Outcome]? = Loop.shared.run {
      let ends = processes.compactMap(\.state.value.end)
      return ends.count == processes.count ? ends : nil
    }
    for process in processes { process.finish() }
    return ends
  }

  private func start(_ input: Input) {
    let parts = [trouble.map { "\($0)" }, kill.map { "\($0)" }, "\(input)"].compactMap(\.self)
    world.trace.note("process \(number): \(parts.joined(separator: ", "))")
    state.value.start = Loop.shared.now
    if case .time(let delay)? = kill?.moment {
      Loop.shared.after(delay) { [self] in if state.value.end == nil { _ = step(.time, "time") } }
    }
    let tusk = SimulatedTusk(self, world, input)
    state.value.task = Task { [self] in
      let code = await tusk.run()
      var outcome = state.value.told
      outcome.code = code
      outcome.isKilled = isDead
      state.value.end = outcome
      world.trace.note("process \(number) ends: \(outcome)")
    }
  }

  private func finish() {
    state.value.task = nil
    Loop.shared.drain()
  }

  /// Counts a step, and dies if this is the moment.
  ///
  /// - Returns: whether the process is alive.
  func step(_ step: Step, _ name: String) -> Bool {
    guard !isDead else { return false }
    state.value.steps += 1
    if case .disk(let change) = step {
      world.trace.note(change)
    } else {
      world.trace.note(name)
    }
    if case .request(let request, .sent) = step, request.method != .get { state.value.changes += 1 }
    if let stop = trouble?.stop, isNow(stop.moment, step) { self.stop(for: stop.length, at: step) }
    // A request may still arrive when the process has ended.
    if state.value.end == nil, isNow(kill?.moment, step) { die(during: step) }
    return !isDead
  }

  /// Adds to the trace what the process does, while it lives.
  func note(_ text: String) {
    if !isDead { world.trace.note(text) }
  }

  private func stop(for length: Int, at step: Step) {
    world.trace.note("process \(number) is stopped")
    state.value.stop = Loop.shared.now + length
    guard case .request(let request, .sent) = step, request.method != .get else { return }
    guard length > Trouble.longestSafeStop * 1_000_000_000 else { return }
    // It goes on with its write after others may have begun with it, which no server can know.
    let text = (try? JSON(parsing: request.body ?? []))?["status"]?.string
    world.lateSends.append(text ?? request.url.target)
  }

  /// Waits while the process is stopped.
  func stops() async {
    while Loop.shared.now < state.value.stop, !isDead {
      // A canceled task of a stopped process does not go on either.
      await withUnsafeContinuation { continuation in
        _ = Loop.shared.after(state.value.stop - Loop.shared.now) { continuation.resume() }
      }
    }
  }

  /// Waits for the given time, and while the process is stopped.
  func sleep(_ duration: Duration) async throws {
    try await Loop.shared.sleep(duration)
    await stops()
  }

  /// Does something as soon as the process is not stopped.
  func whenItRuns(_ act: @escaping () -> Void) {
    guard Loop.shared.now < state.value.stop else { return act() }
    Loop.shared.after(state.value.stop - Loop.shared.now) { [self] in whenItRuns(act) }
  }

  /// Whether it cannot reach the store now.
  var isCut: Bool { trouble?.cut.contains(Loop.shared.now - state.value.start) ?? false }

  private func isNow(_ moment: Kill.Moment?, _ step: Step) -> Bool {
    switch (moment, step) {
    case (.step(let number)?, _): state.value.steps == number + 1
    case (.time?, .time): true
    case (.change(let number, let fatal)?, .request(let request, let phase)):
      phase == fatal && request.method != .get && state.value.changes == number + 1
    default: false
    }
  }

  private func die(during step: Step) {
    world.trace.note("process \(number) dies")
    state.value.isDead = true
    var change: Disk.Change?
    if case .disk(let underway) = step { change = underway }
    if trouble == nil { world.replaceDisk(during: change, losesPower: kill?.losesPower ?? false) }
    state.value.task?.cancel()
  }
}
