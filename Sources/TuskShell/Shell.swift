package import TuskActions
package import TuskApps
package import TuskCommon
package import TuskLanguage
import TuskRuntime
package import XCallbackURL

/// The shell, made from the environment of the process and the options of its command line.
package struct Shell: Sendable {
  package let options: Options
  package let environment: ProcessEnvironment
  package let terminal: Terminal
  package let streams: StandardStreams
  package let sandbox: SandboxServer
  package let accounts: AccountChoice
  package let permissions: Permissions
  /// The journal of what scripts have done.
  package let journal: any JournalStore
  /// The store of a journal that several machines share; `nil` if it is a file of this one.
  let etcd: EtcdClient?
  /// The folder of jobs, beside the journal.
  let jobFolder: String
  package let interrupts: Interrupts
  private let questions: TerminalQuestions

  /// The options of a run.
  package struct Options: Sendable {
    /// Whether results and errors are JSON.
    package var wantsJSON = false
    /// The output format; `nil` to let the terminal decide.
    package var format: Renderer.Format?
    /// Whether every question but the duplicate-post check is answered with yes.
    package var assumesYes = false
    /// Whether changes are only shown.
    package var rehearses = false
    /// Whether the run continues after a failed command.
    package var keepsGoing = false
    /// Whether to repeat what the journal says is done.
    package var isFresh = false
    /// Whether the sandbox wants permission and confirmation, as a server does where nobody can be asked.
    package var sandboxAsks = false
    /// How much simulated time the run takes in the sandbox; `nil` for real time.
    package var fastForward: Duration?
    /// The time at which the test begins that runs, in seconds since 1970; `nil` if none does.
    package var testStart: Int?
    /// Whether the history is not written.
    package var isPrivate = false
    /// Whether the prompt starts without its start script.
    package var skipsStartScript = false
    /// How requests respond to a server's rate limit.
    package var rate = RateOptions()
    /// The software that every server is treated as.
    package var flavor: String?
    /// Whether to show each request to a server.
    package var traces = false
    /// When to color.
    package var color = Terminal.ColorChoice.automatic
    /// Whether answers are sentences without drawing and colors.
    package var isPlain = false

    package init() {}
  }

  package init(
    options: Options, environment: ProcessEnvironment = .ofProcess(), streams: StandardStreams = StandardStreams()
  ) {
    self.init(options, environment, streams, Interrupts())
  }

  /// The same shell after somebody signed in or out, or chose another account.
  func renewed() -> Shell { Shell(options, environment, streams, interrupts) }

  private init(
    _ options: Options, _ environment: ProcessEnvironment, _ streams: StandardStreams, _ interrupts: Interrupts
  ) {
    self.options = options
    self.environment = environment
    self.interrupts = interrupts
    self.streams = streams.masking(environment[ProcessEnvironment.token])
    questions = TerminalQuestions(streams: self.streams)
    terminal = Terminal.current(color: options.color, isPlain: options.isPlain)
    sandbox = SandboxServer(folder: "\(environment.state)/sandbox", program: environment["TUSK_SANDBOX_PROGRAM"])
    let accounts = AccountChoice(environment: environment, sandbox: sandbox)
    self.accounts = accounts
    let isSandbox = (try? accounts.isSandbox()) ?? false
    // The journal of the sandbox is deleted with it.
    let folder = isSandbox ? "\(environment.state)/sandbox" : environment.state
    jobFolder = "\(folder)/jobs"
    etcd = isSandbox ? nil : Self.etcd(environment)
    journal = etcd.map { EtcdJournal($0) } ?? LocalJournal(path: "\(folder)/journal.db", now: WallClock.system.now)
    permissions = Permissions(path: "\(environment.configuration)/permissions.json", now: WallClock.system.now)
  }

  /// The store of a journal that several machines share; `nil` for a journal of this one.
  private static func etcd(_ environment: ProcessEnvironment) -> EtcdClient? {
    guard let address = environment["TUSK_JOURNAL"] else { return nil }
    let login = environment["TUSK_JOURNAL_USER"].map {
      EtcdClient.Login(user: $0, password: environment[ProcessEnvironment.journalPassword] ?? "")
    }
    return EtcdClient(parsing: address, login: login, local: WallClock.system.now)
  }

  /// The clock of scripts: that of the journal, because the machines that share one run each schedule once.
  var clock: WallClock {
    var clock = WallClock.system
    if let etcd { clock.now = { etcd.now } }
    return clock
  }

  /// What is remembered about servers between runs.
  var memory: ServerMemory {
    ServerMemory(cache: environment.cache, state: environment.state, flavor: options.flavor, shared: etcd)
  }

  /// The names of the server software that Tusk distinguishes.
  package static let flavors = ServerMemory.flavors

  /// All actions.
  package static let catalog = Catalog(Action.all.map(\.signature), records: Action.parts)

  /// The known apps.
  package static let apps = AppLibrary(folder: "\(ProcessEnvironment.ofProcess().configuration)/apps")

  /// A resolver for commands with this `x-source`.
  package static func resolver(source: String = "tusk") -> Resolver {
    Resolver(
      catalog: catalog, options: Parameter.common, listOptions: Parameter.lists,
      apps: Resolver.Apps(
        names: { apps.names }, catalog: { name throws(Diagnostic) in try apps.catalog(of: name) },
        action: { apps.action(of: $0) }),
      source: source)
  }

  /// A consent prompt at the terminal.
  ///
  /// - Parameter arguments: the arguments of the script.
  package func consentPrompt(arguments: [String] = []) -> ConsentPrompt {
    consentPrompt(
      terminal: options.sandboxAsks ? nil : questionsAtTerminal, hasLateYes: arguments.contains("--yes"))
  }

  /// Asks at the terminal; `nil` unless questions can be both shown and answered there.
  var questionsAtTerminal: TerminalQuestions? {
    terminal.isTerminal(.input) && terminal.isTerminal(.errors) ? questions : nil
  }

  /// - Parameter window: asks without a terminal.
  func consentPrompt(
    terminal: TerminalQuestions?, window: QuestionWindow? = nil, hasLateYes: Bool = false
  ) -> ConsentPrompt {
    ConsentPrompt(
      terminal: terminal, window: window,
      limit: QuestionLimit(path: "\(environment.state)/questions", now: WallClock.system.now),
      hasLateYes: hasLateYes, isOther: accounts.isOther,
      handler: { [environment] scheme in SchemeHandler.entryName(for: scheme) { environment[$0] } })
  }

  package func display() -> Display {
    Display(
      streams: streams, terminal: terminal, format: options.format, wantsJSON: options.wantsJSON,
      rehearses: options.rehearses, environment: environment)
  }

  package func reporter(isScript: Bool) -> Reporter {
    Reporter(
      streams: streams, terminal: terminal, wantsJSON: options.wantsJSON, isScript: isScript, traces: options.traces)
  }
}
