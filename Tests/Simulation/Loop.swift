import CSimulation

/// Runs all jobs of the process on one thread, in an order that a seed decides, with a clock that jumps from event to
/// event.
final class Loop: Sendable {
  /// The loop that gets the jobs of the runtime.
  static let shared = Loop()

  private let state = Confined(State())

  private enum Job {
    case global(UnsafeMutableRawPointer)
    case serial(UnownedJob, UnownedSerialExecutor)
  }

  private struct State {
    var ready: [Job] = []
    var timers: [Timer] = []
    var now = 0
    var count = 0
    var dice = Dice(seed: 0)
    var isInOrder = false
  }

  /// Something to do at a time, unless it is canceled.
  final class Timer {
    fileprivate let time: Int
    fileprivate let number: Int
    fileprivate var act: (() -> Void)?

    fileprivate init(_ time: Int, _ number: Int, _ act: @escaping () -> Void) {
      (self.time, self.number, self.act) = (time, number, act)
    }

    func cancel() {
      act = nil
    }
  }

  /// Takes over the jobs of the runtime.
  static func install() {
    csm_take_jobs { job in
      guard let job else { return }
      Loop.shared.state.value.ready.append(.global(job))
    }
  }

  /// The nanoseconds that have passed.
  var now: Int { state.value.now }

  /// Starts over, at time zero.
  func reset(seed: UInt64) {
    state.value = State()
    state.value.dice = Dice(seed: seed)
    state.value.isInOrder = state.value.dice.chance(0.3)
  }

  /// Does something after some nanoseconds.
  @discardableResult
  func after(_ nanoseconds: Int, _ act: @escaping () -> Void) -> Timer {
    state.value.count += 1
    let timer = Timer(state.value.now + max(nanoseconds, 0), state.value.count, act)
    state.value.timers.append(timer)
    return timer
  }

  fileprivate func enqueue(_ job: UnownedJob, on executor: UnownedSerialExecutor) {
    state.value.ready.append(.serial(job, executor))
  }

  /// How many steps a run may take.
  private static let mostSteps = 2_000_000

  /// Runs jobs until there is a result.
  ///
  /// - Returns: `nil` if nothing is left to do, or if the work does not end.
  func run<Result>(until result: () -> Result?) -> Result? {
    for _ in 0..<Self.mostSteps {
      if let result = result() { return result }
      guard step() else { return nil }
    }
    return nil
  }

  /// Runs what is left, without letting time pass.
  func drain() {
    while let job = takeReady() { run(job) }
  }

  private func step() -> Bool {
    if let job = takeReady() {
      run(job)
      return true
    }
    guard let act = takeTimer() else { return false }
    act()
    return true
  }

  private func run(_ job: Job) {
    switch job {
    case .global(let job): csm_run(job)
    case .serial(let job, let executor): job.runSynchronously(on: executor)
    }
  }

  private func takeReady() -> Job? {
    let count = state.value.ready.count
    guard count > 0 else { return nil }
    let index = count == 1 || state.value.isInOrder ? 0 : state.value.dice.below(count)
    return state.value.ready.remove(at: index)
  }

  /// Removes the first timer, and sets the clock to its time.
  private func takeTimer() -> (() -> Void)? {
    state.value.timers.removeAll { $0.act == nil }
    let first = state.value.timers.indices.min { one, other in
      let (one, other) = (state.value.timers[one], state.value.timers[other])
      return (one.time, one.number) < (other.time, other.number)
    }
    guard let first else { return nil }
    let timer = state.value.timers.remove(at: first)
    state.value.now = max(state.value.now, timer.time)
    return timer.act
  }
}

/// Runs the jobs of an actor in the loop.
final class LoopExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    Loop.shared.enqueue(UnownedJob(job), on: asUnownedSerialExecutor())
  }
}

extension Loop {
  /// Waits for the given time.
  ///
  /// - Throws: `CancellationError` as soon as the task is canceled.
  func sleep(_ duration: Duration) async throws {
    let signal = Signal<Void>()
    let timer = after(duration.nanoseconds) { signal.send(.success(())) }
    defer { timer.cancel() }
    try await signal.value().get()
  }
}

/// A value that one task waits for.
final class Signal<Value: Sendable>: Sendable {
  private struct State {
    var value: Result<Value, CancellationError>?
    var waiting: UnsafeContinuation<Result<Value, CancellationError>, Never>?
  }

  private let state = Confined(State())

  /// Sends the value; only the first one counts.
  func send(_ value: Result<Value, CancellationError>) {
    guard state.value.value == nil else { return }
    state.value.value = value
    state.value.waiting?.resume(returning: value)
    state.value.waiting = nil
  }

  /// The value, or an error once the task is canceled.
  func value() async -> Result<Value, CancellationError> {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        if let value = state.value.value { return continuation.resume(returning: value) }
        state.value.waiting = continuation
      }
    } onCancel: {
      send(.failure(CancellationError()))
    }
  }
}

extension Duration {
  /// The nanoseconds, at most those of 200 years.
  var nanoseconds: Int {
    let (seconds, attoseconds) = components
    return Int(min(seconds, 6_000_000_000)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
