import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

extension Shell {
  /// What is run, and on whose behalf.
  struct Run {
    var requester: Requester
    /// The `x-source` of requests.
    var source = "tusk"
    /// The name of the run in the journal, unless it states another.
    var journalName: String
    /// The name that the script states.
    var statedName: String?
    var arguments: [String] = []
    var mode = Checker.Mode.script
    /// The verbs that the scripts which it sources define.
    var sourcedVerbs: Set<String> = []

    /// Counts the time of its requests and waits, if somebody wants to know.
    var networkTime: NetworkTime?

    /// Whether it is a script, whose errors name the exit code.
    var isScript: Bool { mode != .prompt }
  }

  /// A clock that skips waits in the sandbox; `nil` for the system clock.
  private var fastForward: FastForward? {
    guard options.fastForward != nil || options.testStart != nil else { return nil }
    // A sandbox whose clock did not move is only behind.
    let move: @Sendable (Int) async -> Int = { [accounts] seconds in
      (try? await accounts.account().advanceClock(by: seconds)) ?? 0
    }
    if let start = options.testStart {
      return FastForward(stoppedAt: start) { seconds in _ = await move(seconds) }
    }
    guard let limit = options.fastForward else { return nil }
    let start = Blocking.run { await move(0) }
    return FastForward(limit, from: start) { seconds in _ = await move(seconds) }
  }

  /// Refuses `--fast-forward` outside the sandbox, where waits protect a real server, and `--sandbox-asks`, which
  /// changes nothing there.
  ///
  /// - Returns: the exit code, if the options are refused.
  func refusal(of options: Options) -> ExitCode? {
    let given = options.fastForward != nil ? "--fast-forward" : options.sandboxAsks ? "--sandbox-asks" : nil
    guard let given else { return nil }
    do throws(Failure) {
      guard try !accounts.isSandbox() else { return nil }
      return reporter(isScript: true).report("\(given) works only in the sandbox, and you are signed in", .usage)
    } catch {
      return reporter(isScript: true).report(error)
    }
  }

  /// Prepares a run: its host, its interpreter and its checker.
  ///
  /// - Parameter calls: makes its calls to other apps, and gets the answers; `nil` for ones of its own.
  func execution(of run: Run, calls: AppCalls? = nil) -> Execution {
    let host = host(of: run, calls)
    let resolver = Self.resolver(source: run.source)
    var settings = Interpreter.Settings(rehearses: options.rehearses, isInteractive: !run.isScript)
    settings.testStart = options.testStart
    let interpreter = Interpreter(resolver: resolver, host: host, settings: settings)
    var frame = Frame(source: Source(""), arguments: run.arguments)
    frame.rate = options.rate
    var checker = Checker.onThisMachine(resolver: resolver, arguments: run.arguments, mode: run.mode)
    checker.sourcedVerbs = run.sourcedVerbs
    return Execution(
      interpreter: interpreter, frame: frame, checker: checker,
      display: host.display, reporter: host.reporter, interrupts: interrupts, keepsGoing: options.keepsGoing)
  }

  /// The calls of a run to other apps.
  func appCalls(asking consentPrompt: ConsentPrompt) -> AppCalls {
    AppCalls(folder: MailboxFolder(environment), permissions: permissions, consentPrompt: consentPrompt)
  }

  private func host(of run: Run, _ calls: AppCalls?) -> ShellHost {
    let (consentPrompt, display, fastForward) = (consentPrompt(arguments: run.arguments), display(), fastForward)
    let clock = fastForward?.clock ?? self.clock
    let time = fastForward?.time ?? .machine
    let countedTime = run.networkTime.map { counter in time.reportingWaits { counter.add(wait: $0) } }
    let session = Session(
      accounts: accounts, permissions: permissions, journal: journal, display: display, consentPrompt: consentPrompt,
      sandboxAsks: options.sandboxAsks, memory: memory, time: countedTime ?? time)
    let ledger = ScriptLedger(
      journal, jobs: JobStore(folder: jobFolder), path: run.journalName,
      statedName: run.statedName, isFresh: options.isFresh,
      accountName: { name async throws(Failure) in try await session.name(of: name) })
    return ShellHost(
      requester: run.requester, assumesYes: options.assumesYes, session: session,
      calls: calls ?? appCalls(asking: consentPrompt),
      questions: PersonPrompt(terminal: questionsAtTerminal),
      display: display, reporter: reporter(isScript: run.isScript), environment: environment, clock: clock,
      journal: ledger, ledger: options.rehearses ? RehearsalLedger(ledger) : ledger,
      changesFile: PrivateFile("\(jobFolder)/changes.json"))
  }
}
