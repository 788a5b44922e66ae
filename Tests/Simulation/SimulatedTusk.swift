import Fediverse
import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import TuskShell
import XCallbackURL

/// What a process runs.
enum Input: CustomStringConvertible {
  case lines(String)
  case script(String, path: String)
  case rehearsal(String, path: String)
  case plan(String)
  /// A script with schedules, for so many seconds.
  case schedules(String, path: String, seconds: Int)
  /// Many changes, or the continuation of their job, once there is one.
  case job(String)

  var text: String {
    switch self {
    case .lines(let text), .script(let text, _), .rehearsal(let text, _), .plan(let text), .schedules(let text, _, _),
      .job(let text):
      text
    }
  }

  /// The name of the run in the journal, unless it states another.
  var journalName: String {
    switch self {
    case .lines, .job: "-c"
    case .plan: "-"
    case .script(_, let path), .rehearsal(_, let path), .schedules(_, let path, _): path
    }
  }

  var description: String {
    switch self {
    case .lines(let text), .job(let text): "-c \(text)"
    case .plan(let text): "plan\n\(text)"
    case .script(let text, let path), .schedules(let text, let path, _): "\(path)\n\(text)"
    case .rehearsal(_, let path): "--rehearse \(path)"
    }
  }
}

/// The program as `TuskShell` puts it together, with simulated time, network and disk.
struct SimulatedTusk {
  private let process: SimulatedProcess
  private let world: World
  private let input: Input
  private let journal: any JournalStore
  private let host: SimulatedHost

  static let account = "@drill@\(SimulatedServer.host)"

  init(_ process: SimulatedProcess, _ world: World, _ input: Input) {
    (self.process, self.world, self.input) = (process, world, input)
    let machine = process.machine
    let etcd = process.trouble == nil ? nil : Self.etcd(process, world)
    if let etcd {
      journal = EtcdJournal(etcd, uptime: { machine.uptime })
    } else {
      journal = LocalJournal(
        path: world.disk.journal, now: { machine.time.seconds }, uptime: { machine.uptime }, executor: LoopExecutor())
    }
    var limit: Int?
    if case .schedules(_, _, let seconds) = input { limit = seconds }
    host = SimulatedHost(process, world, journal, etcd, input: input, limit: limit)
  }

  private static func etcd(_ process: SimulatedProcess, _ world: World) -> EtcdClient {
    guard let address = try? EtcdAddress("etcd://one.example,two.example/drill") else {
      preconditionFailure("the address of the store is not valid")
    }
    return EtcdClient(
      address, transport: StoreNetwork(process: process, world: world), waiting: SimulatedHost.waiting(process, world),
      local: { process.machine.time.seconds })
  }

  private static let resolver = Shell.resolver()

  /// Runs the input.
  func run() async -> ExitCode {
    var code = await runStatements()
    await journal.close()
    if process.told.skipped > 0, code == .success { code = .partial }
    return code
  }

  private func runStatements() async -> ExitCode {
    let source = Source(input.text)
    var isRehearsal = false
    if case .rehearsal = input { isRehearsal = true }
    let interpreter = Interpreter(
      resolver: Self.resolver, host: host, settings: Interpreter.Settings(rehearses: isRehearsal))
    var frame = Frame(source: source)
    do throws(Diagnostic) {
      for statement in try checked(source, in: &frame) {
        guard let code = Self.end(after: try await interpreter.run(statement, in: &frame)) else { continue }
        return code
      }
      if frame.hasSchedules, !isRehearsal { _ = try await interpreter.runSchedules(in: &frame) }
      if isRehearsal { await interpreter.endRehearsal(isCut: false) }
      return .success
    } catch {
      process.told.errors.append(error.message)
      process.told.failure = error.failure?.code
      return error.exitCode
    }
  }

  /// The statements, if the checker finds no mistake.
  private func checked(_ source: Source, in frame: inout Frame) throws(Diagnostic) -> [Statement] {
    if case .plan = input {
      let header = try ScriptHeader(of: source)
      guard header.plan?.account == Self.account else { throw .init(.failed, at: Span(0, 0), "the plan is another's") }
    }
    if Self.checked.value?.source != source {
      let statements = try ParsedSource(source).statements.get()
      var checker = Checker.onThisMachine(resolver: Self.resolver, arguments: [], mode: .script)
      if let mistake = checker.check(statements, in: source).first { throw mistake }
      Self.checked.value = Checked(source: source, statements: statements, resolutions: checker.resolutions)
    }
    frame.resolutions = Self.checked.value?.resolutions ?? Resolutions()
    return Self.checked.value?.statements ?? []
  }

  /// The last source that passed the check, because most processes run the same one again.
  private static let checked = Confined<Checked?>(nil)

  private struct Checked {
    let source: Source
    let statements: [Statement]
    let resolutions: Resolutions
  }

  private static func end(after flow: Interpreter.Flow) -> ExitCode? {
    switch flow {
    case .exit(let code): code
    case .timeOver: .success
    case .onward, .next, .stop, .answer: nil
    }
  }
}
