package import TuskActions
package import TuskApps
package import TuskCommon
package import TuskLanguage
import TuskRuntime
package import XCallbackURL

/// The shell, put together from what surrounds the process and what its command line said.
package struct Shell: Sendable {
  package let options: Options
  package let environment: ProcessEnvironment
  package let terminal: Terminal
  package let streams: StandardStreams
  package let sandbox: SandboxServer
  package let accounts: AccountChoice
  package let permissions: Permissions
  /// What scripts have done.
  package let journal: Journal
  package let interrupts = Interrupts()

  /// What the command line said about the whole run.
  package struct Options: Sendable {
    /// Whether answers and errors are JSON.
    package var wantsJSON = false
    /// What answers look like, where it is not left to the terminal.
    package var format: Renderer.Format?
    /// Whether every question is answered with yes.
    package var assumesYes = false
    /// Whether changes are only shown.
    package var rehearses = false
    /// Whether a failed command does not end the run.
    package var keepsGoing = false
    /// Whether what scripts have done before counts for nothing.
    package var isFresh = false
    /// How much time passes at once in the sandbox, where waiting is to take none.
    package var fastForward: Duration?
    /// Whether nothing is kept of what is typed.
    package var isPrivate = false
    /// What is done where a server wants fewer requests.
    package var limits = RateOptions()
    /// The software that every server is taken for.
    package var flavor: String?
    /// When to color.
    package var color = Terminal.ColorChoice.automatic

    package init() {}
  }

  package init(
    options: Options, environment: ProcessEnvironment = .ofProcess(), streams: StandardStreams = StandardStreams()
  ) {
    self.options = options
    self.environment = environment
    self.streams = streams
    terminal = Terminal.current(color: options.color)
    sandbox = SandboxServer(folder: "\(environment.state)/sandbox", program: environment["TUSK_SANDBOX_PROGRAM"])
    let accounts = AccountChoice(environment: environment, sandbox: sandbox)
    self.accounts = accounts
    journal = Journal(path: Self.journalPath(environment, accounts), now: WallClock.system.now)
    permissions = Permissions(path: "\(environment.configuration)/permissions.json", now: WallClock.system.now)
  }

  /// Where the journal is; what was done in the sandbox is forgotten with its world.
  private static func journalPath(_ environment: ProcessEnvironment, _ accounts: AccountChoice) -> String {
    let isSandbox = environment["TUSK_SERVER"] == nil && (try? accounts.store.accounts().current) == nil
    return "\(environment.state)/\(isSandbox ? "sandbox/" : "")journal.db"
  }

  /// What is kept of servers from one run to the next.
  var memory: ServerMemory {
    ServerMemory(cache: environment.cache, state: environment.state, flavor: options.flavor)
  }

  /// The server software that can be told apart.
  package static let flavors = ServerMemory.flavors

  /// The actions there are.
  package static let catalog = Catalog(Action.all.map(\.signature), records: Action.parts)

  /// The apps that can be called.
  package static let apps = AppLibrary(folder: "\(ProcessEnvironment.ofProcess().configuration)/apps")

  /// The resolver of commands that name this source.
  package static func resolver(source: String = "tusk") -> Resolver {
    Resolver(
      catalog: catalog, options: Parameter.common, listOptions: Parameter.lists,
      apps: Resolver.Apps(
        names: { apps.names }, catalog: { name throws(Diagnostic) in try apps.catalog(of: name) },
        action: { apps.action(of: $0) }),
      source: source)
  }

  /// Where a person at the terminal is asked.
  package func consentPrompt() -> ConsentPrompt {
    consentPrompt(canAsk: terminal.isTerminal(.input) && terminal.isTerminal(.errors))
  }

  /// - Parameter window: what asks where nobody sits at the terminal.
  func consentPrompt(canAsk: Bool, window: QuestionWindow? = nil) -> ConsentPrompt {
    ConsentPrompt(
      streams: streams, canAsk: canAsk, window: window,
      limit: QuestionLimit(path: "\(environment.state)/questions", now: WallClock.system.now),
      handler: { [environment] in await SchemeHandler.name(for: $0, in: environment) })
  }

  package func display() -> Display {
    Display(
      streams: streams, terminal: terminal, format: options.format, wantsJSON: options.wantsJSON,
      rehearses: options.rehearses)
  }

  package func reporter(isScript: Bool) -> Reporter {
    Reporter(streams: streams, terminal: terminal, wantsJSON: options.wantsJSON, isScript: isScript)
  }
}
