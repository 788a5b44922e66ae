import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

extension Shell {
  /// What is run: whose act it is, and by which names it is known.
  struct Run {
    var party: Origin.Party
    /// What requests name as their source.
    var source = "tusk"
    /// The name that the journal knows it by.
    var journalName: String
    var arguments: [String] = []
    /// Whether it is a script, whose reader wants to know the exit code.
    var isScript: Bool
  }

  /// The clock of the machine, or one that jumps in the sandbox.
  private var clock: WallClock {
    guard let limit = options.fastForward else { return .system }
    // A sandbox that is not moved on is behind, and no harm is done.
    let move: @Sendable (Int) async -> Int = { [accounts] seconds in
      (try? await accounts.account().advanceClock(by: seconds)) ?? 0
    }
    let start = Blocking.run { await move(0) }
    return FastForward(limit, from: start) { seconds in _ = await move(seconds) }.clock
  }

  /// Refuses to jump over time anywhere but in the sandbox, where waits are there to spare a server.
  func refusal(of options: Options) -> ExitCode? {
    guard options.fastForward != nil else { return nil }
    do throws(Failure) {
      guard try !accounts.account().isSandbox else { return nil }
      return reporter(isScript: true).report("--fast-forward is for the sandbox, and somebody is signed in", .usage)
    } catch {
      return reporter(isScript: true).report(error)
    }
  }

  /// Prepares a run: its host, its interpreter and its checker.
  ///
  /// - Parameters:
  ///   - checker: checks the statements before they run.
  ///   - requests: receives URLs that other programs send to this run, if it accepts any.
  func execution(
    of run: Run, checker: Checker, requests: (@Sendable (CallbackURL) -> Mailbox.Receipt)? = nil
  ) -> Execution {
    let host = host(of: run)
    if let requests {
      // Without a mailbox the prompt works, and the desktop starts another process for each URL.
      do throws(Failure) { try host.calls.openMailbox(for: requests) } catch { _ = host.reporter.report(error) }
    }
    let interpreter = Interpreter(
      resolver: Self.resolver(source: run.source), host: host,
      settings: Interpreter.Settings(rehearses: options.rehearses, schedulesAtOnce: !run.isScript))
    var frame = Frame(source: Source(""), arguments: run.arguments)
    frame.limits = options.limits
    return Execution(
      interpreter: interpreter, frame: frame, checker: checker, display: host.display, reporter: host.reporter,
      interrupts: interrupts, keepsGoing: options.keepsGoing)
  }

  private func host(of run: Run) -> ShellHost {
    let (consentPrompt, display, clock) = (consentPrompt(), display(), clock)
    let session = Session(
      accounts: accounts, permissions: permissions, journal: journal, display: display, consentPrompt: consentPrompt,
      memory: memory, now: clock.now)
    let ledger = ScriptLedger(session: session, script: run.journalName, isFresh: options.isFresh)
    return ShellHost(
      party: run.party, assumesYes: options.assumesYes, session: session,
      calls: AppCalls(folder: MailboxFolder(environment), permissions: permissions, consentPrompt: consentPrompt),
      display: display, reporter: reporter(isScript: run.isScript), environment: environment, clock: clock,
      journal: ledger, ledger: options.rehearses ? RehearsalLedger(ledger) : ledger)
  }
}
