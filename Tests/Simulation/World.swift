import Fediverse

/// Everything around the processes of a run: server, network, machine and disk.
final class World: Sendable {
  let server: SimulatedServer
  let machine = Machine()
  /// The store that the journals of several machines share.
  let store: SimulatedStore
  let trace: Trace
  private let state: Confined<State>
  private let folder: String

  private struct State {
    var dice: Dice
    var faults: [Fault]
    var disk: Disk
    var processes = 0
    /// How many requests the server will carry out later.
    var late = 0
    var slowest = 0
    var lateSends: [String] = []
  }

  /// - Parameter folder: where the files of the run are, in memory.
  init(_ server: SimulatedServer, faults: [Fault], seed: UInt64, folder: String, trace: Trace) {
    self.server = server
    self.folder = folder
    self.trace = trace
    var dice = Dice(seed: seed)
    let slowest = dice.pick([2, 20, 80]) * 1_000_000
    let disk = Disk("\(folder)/1")
    store = SimulatedStore(clock: dice.pick([0, 0, 0, 40, -3600]))
    state = Confined(State(dice: dice, faults: faults, disk: disk, slowest: slowest))
  }

  /// The folder of what is remembered about servers.
  var memory: String { folder }

  var disk: Disk { state.value.disk }

  var faults: [Fault] {
    get { state.value.faults }
    set { state.value.faults = newValue }
  }

  /// Changes the dice of what happens at random.
  func roll<Value>(_ use: (inout Dice) -> Value) -> Value { use(&state.value.dice) }

  /// The number of the next process.
  func nextProcess() -> Int {
    state.value.processes += 1
    return state.value.processes
  }

  /// The fault that strikes a request, if one does.
  func takeFault(for request: HTTPRequest) -> Fault? {
    for index in state.value.faults.indices where state.value.faults[index].strikes(request) {
      return state.value.faults[index]
    }
    return nil
  }

  /// How long a message is on its way.
  func latency() -> Int {
    1_000_000 + state.value.dice.below(state.value.slowest)
  }

  /// The changes before whose writes a process was stopped for too long, after the check of its lease: the text of a post,
  /// or the target of another request.
  var lateSends: [String] {
    get { state.value.lateSends }
    set { state.value.lateSends = newValue }
  }

  /// Whether the server will still carry out a request.
  var isLate: Bool { state.value.late > 0 }

  func expectLate() {
    state.value.late += 1
  }

  func endLate() {
    state.value.late -= 1
  }

  /// Lets time pass.
  func pass(milliseconds: Int) {
    let isOver = Confined(false)
    Loop.shared.after(milliseconds * 1_000_000) { isOver.value = true }
    _ = Loop.shared.run { isOver.value ? true : nil }
  }

  /// Waits until the server has carried out everything.
  func finishLate() {
    _ = Loop.shared.run { self.state.value.late == 0 ? true : nil }
  }

  /// Continues with the disk as it is at this instant.
  func replaceDisk(during change: Disk.Change?, losesPower: Bool) {
    let number = Int(state.value.disk.folder.split(separator: "/").last ?? "") ?? 0
    let old = state.value.disk
    state.value.disk = old.copy(
      to: "\(folder)/\(number + 1)", during: change, losesPower: losesPower, by: &state.value.dice)
  }
}
