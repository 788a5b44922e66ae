import Fediverse
import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// One run of tusk: it dies at a moment that was chosen, or ends by itself.
final class SimulatedProcess: Sendable {
  let number: Int
  private let world: World
  private let kill: Kill?
  private let state = Confined(State())

  private struct State {
    var isDead = false
    var steps = 0
    var changes = 0
    var task: Task<Void, Never>?
    var end: Outcome?
    var told = Outcome()
  }

  /// What happens in a process.
  enum Step {
    case disk(Disk.Change)
    case request(HTTPRequest, Kill.Phase)
    case time
  }

  init(in world: World, kill: Kill?) {
    self.world = world
    self.kill = kill
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
    world.trace.note("process \(number): \(input)\(kill.map { ", \($0)" } ?? "")")
    let disk = world.disk
    disk.attach(recordsUndo: kill?.losesPower ?? false) { [self] change in step(.disk(change), "") }
    if case .time(let delay)? = kill?.moment {
      Loop.shared.after(delay) { [self] in if state.value.end == nil { _ = step(.time, "time") } }
    }
    let tusk = SimulatedTusk(self, world, input, journalAt: disk.journal)
    state.value.task = Task { [self] in
      let code = await tusk.run()
      var outcome = state.value.told
      outcome.code = code
      outcome.isKilled = isDead
      state.value.end = outcome
    }
    let end = Loop.shared.run { state.value.end }
    state.value.task = nil
    Loop.shared.drain()
    disk.attach(recordsUndo: false) { _ in false }
    if let end { world.trace.note("process \(number) ends: \(end)") }
    return end
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
    // A request may still arrive when the process has ended.
    if state.value.end == nil, isFatal(step) { die(during: step) }
    return !isDead
  }

  /// Adds to the trace what the process does, while it lives.
  func note(_ text: String) {
    if !isDead { world.trace.note(text) }
  }

  private func isFatal(_ step: Step) -> Bool {
    switch (kill?.moment, step) {
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
    world.replaceDisk(during: change, losesPower: kill?.losesPower ?? false)
    state.value.task?.cancel()
  }
}
