import TuskActions
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

  /// What runs the statements of a run.
  ///
  /// - Parameter requests: takes what the desktop brings beside answers, where this run is there for that.
  func execution(
    of run: Run, checker: Checker, requests: (@Sendable (CallbackURL) -> Mailbox.Receipt)? = nil
  ) -> Execution {
    let reporter = reporter(isScript: run.isScript)
    let consentPrompt = consentPrompt()
    let display = display { diagnostic, source in reporter.report(diagnostic, in: diagnostic.source ?? source) }
    let clock = clock
    let session = Session(
      accounts: accounts, permissions: permissions, journal: journal, display: display, consentPrompt: consentPrompt,
      memory: memory, now: clock.now)
    let ledger = ScriptLedger(session: session, script: run.journalName, isFresh: options.isFresh)
    let calls = AppCalls(folder: MailboxFolder(environment), permissions: permissions, consentPrompt: consentPrompt)
    if let requests {
      // A prompt without a mailbox is as good as before; the desktop then starts another process for a URL.
      do throws(Failure) { try calls.openMailbox(for: requests) } catch { _ = reporter.report(error) }
    }
    let dispatcher = Dispatcher(
      catalog: Self.catalog, source: run.source, inbox: calls.inbox,
      openApp: calls.appOpener(for: run.party, assumesYes: options.assumesYes),
      open: session.opener(for: run.party, assumesYes: options.assumesYes) { ledger.effect($0) })
    var settings = Interpreter.Settings(
      rehearses: options.rehearses, contents: TextFile.contents,
      help: { HelpText(Self.catalog).text(on: $0) }, refusal: { consentPrompt.takeRefusal() },
      ledger: options.rehearses
        ? RehearsalLedger(session: session, script: run.journalName, isFresh: options.isFresh) : ledger,
      clock: clock,
      environment: { [environment] name in environment.value(of: name) },
      script: { path throws(Failure) in try ScriptFile(path: path).source },
      text: { [display] event, options, wantsJSON in display.text(of: event, options, wantsJSON: wantsJSON) })
    settings.schedulesAtOnce = !run.isScript
    settings.apps = { HelpText(Self.catalog).apps($0) }
    let interpreter = Interpreter(
      resolver: Self.resolver(source: run.source), dispatcher: dispatcher, settings: settings,
      watch: { event in display.show(event) })
    var frame = Frame(source: Source(""), arguments: run.arguments)
    frame.limits = options.limits
    return Execution(
      interpreter: interpreter, frame: frame, checker: checker,
      display: display, reporter: reporter, interrupts: interrupts, keepsGoing: options.keepsGoing)
  }
}
