import CSpawn
import Dispatch
import Glibc
import Synchronization
import SystemPackage
import XCallbackURL

/// Programs that have the terminal. They are a process group of their own, so that its keys end and stop nothing else.
final class ForegroundJob: Sendable {
  private let terminal: ForegroundTerminal
  private let names: [String]
  private let processes: [pid_t]
  private let state: Mutex<State>
  /// Waits for one program after the other: a key stops all of them.
  private let queue = DispatchQueue(label: "tusk.foreground-job")

  private struct State {
    /// How many programs have not ended.
    var running: Int
    var isEnding = false
  }

  /// Starts the programs.
  ///
  /// - Throws: ``Failure`` if one cannot be started; the others are then ended.
  init(_ stages: [ProgramStage], on terminal: ForegroundTerminal) throws(Failure) {
    defer { for stage in stages { stage.closePipes() } }
    var processes: [pid_t] = []
    for stage in stages {
      do throws(Errno) {
        processes.append(try stage.start(in: processes.first, on: terminal.descriptor))
      } catch {
        Self.abandon(processes, on: terminal)
        throw error == .noSuchFileOrDirectory ? .noProgram(stage.program.name) : .cannotRun(stage.program.name, error)
      }
    }
    self.terminal = terminal
    self.processes = processes
    names = stages.map(\.program.name)
    state = Mutex(State(running: processes.count))
  }

  /// Ends programs of which one is missing.
  private static func abandon(_ processes: [pid_t], on terminal: ForegroundTerminal) {
    if let group = processes.first { kill(-group, SIGKILL) }
    var status: Int32 = 0
    for process in processes {
      while waitpid(process, &status, 0) == -1, errno == EINTR {}
    }
    terminal.take()
  }

  /// Waits for a program. Canceling the task sends SIGTERM to all of them, and SIGKILL to those that still run after
  /// two seconds.
  func end(of index: Int) async -> Result<ProgramStage.Finished, Failure> {
    let process = processes[index]
    let status: Int32? = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.status(of: process)) }
      }
    } onCancel: {
      terminate()
    }
    guard let status else { return .failure(.lostProgram) }
    let signal = status & 0x7F
    let end = signal == 0 ? ProgramResult.Ending.End.status(status >> 8 & 0xFF) : .signal(signal)
    return .success(ProgramStage.Finished(ending: ProgramResult.Ending(program: names[index], end: end), output: []))
  }

  /// Waits until a process has ended, however often it stops before.
  private func status(of process: pid_t) -> Int32? {
    defer { noteEnd() }
    var status: Int32 = 0
    while true {
      guard waitpid(process, &status, WUNTRACED) == process else {
        guard errno == EINTR else { return nil }
        continue
      }
      guard status & 0xFF == 0x7F else { return status }
      goOn(afterStopBy: status >> 8 & 0xFF)
    }
  }

  private func noteEnd() {
    let isLast = state.withLock { state in
      state.running -= 1
      return state.running == 0
    }
    if isLast { terminal.take() }
  }

  /// Stops with the programs, so that the shell around this process has the terminal, and goes on with them.
  private func goOn(afterStopBy signal: Int32) {
    var modes = terminal.modes
    // These only say that the programs were in the background, because this process was.
    if signal != SIGTTIN, signal != SIGTTOU {
      modes = terminal.take()
      ForegroundTerminal.stopThisProcess()
    }
    guard terminal.give(to: processes[0], in: modes) else { return terminate() }
    send(SIGCONT)
  }

  private func terminate() {
    let isFirst = state.withLock { state in
      defer { state.isEnding = true }
      return !state.isEnding
    }
    guard isFirst else { return }
    send(SIGTERM)
    send(SIGCONT)
    Task.detached {
      try? await Task.sleep(for: .seconds(2))
      self.send(SIGKILL)
    }
  }

  /// Sends the programs a signal, unless all have ended.
  private func send(_ signal: Int32) {
    state.withLock { state in
      guard state.running > 0 else { return }
      kill(-processes[0], signal)
    }
  }
}

extension ProgramStage {
  /// Starts the program where the chain has the terminal, with the terminal as its input if it has no other.
  ///
  /// - Parameter group: the process group; `nil` for a new one, which takes the terminal.
  fileprivate func start(in group: pid_t?, on terminal: Int32) throws(Errno) -> pid_t {
    var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if group == nil { posix_spawn_file_actions_addtcsetpgrp_np(&actions, terminal) }
    posix_spawn_file_actions_adddup2(&actions, source?.rawValue ?? terminal, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors?.rawValue ?? 2, 2)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&usual)
    for signal in [SIGKILL, SIGSTOP] { sigdelset(&usual, signal) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setpgroup(&attributes, group ?? 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words = ([program.name] + program.arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    words.append(nil)
    var process: pid_t = 0
    let number = posix_spawn(&process, program.path, &actions, &attributes, words, environ)
    guard number == 0 else { throw Errno(rawValue: number) }
    return process
  }

  /// Where the program writes; what would be kept goes to the terminal.
  private var output: Int32 {
    switch target {
    case .pipe(let end): end.rawValue
    case .end(.descriptor(let number)): number
    case .end(.captured): 1
    }
  }

  /// Closes the ends of pipes that the program has.
  fileprivate func closePipes() {
    try? source?.close()
    if case .pipe(let end) = target { try? end.close() }
  }
}
