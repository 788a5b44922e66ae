package import TuskActions
package import TuskLanguage
import TuskRuntime
package import XCallbackURL

/// The shell, put together from what surrounds the process and what its command line said.
package struct Shell: Sendable {
  package let options: Options
  package let surroundings: Surroundings
  package let terminal: Terminal
  package let streams: StandardStreams
  package let sandbox: SandboxServer
  package let accounts: AccountChoice
  package let permissions: Permissions
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
    /// Whether nothing is kept of what is typed.
    package var isPrivate = false
    /// When to color.
    package var color = Terminal.ColorChoice.automatic

    package init() {}
  }

  package init(
    options: Options, surroundings: Surroundings = .ofProcess(), streams: StandardStreams = StandardStreams()
  ) {
    self.options = options
    self.surroundings = surroundings
    self.streams = streams
    terminal = Terminal.current(color: options.color)
    sandbox = SandboxServer(folder: "\(surroundings.state)/sandbox", program: surroundings["TUSK_SANDBOX_PROGRAM"])
    accounts = AccountChoice(surroundings: surroundings, sandbox: sandbox)
    permissions = Permissions(path: "\(surroundings.configuration)/permissions.json", now: Clock.secondsSince1970)
  }

  /// The actions there are.
  package static let catalogue = Catalogue(Action.all.map(\.signature))

  /// The resolver of commands that name this source.
  package static func resolver(source: String = "tusk") -> Resolver {
    Resolver(catalogue: catalogue, options: Parameter.common, source: source)
  }

  /// Where a person at the terminal is asked.
  package func desk() -> ConsentDesk {
    ConsentDesk(streams: streams, canAsk: terminal.isTerminal(.input) && terminal.isTerminal(.errors))
  }

  package func display() -> Display {
    Display(
      streams: streams, terminal: terminal, format: options.format, wantsJSON: options.wantsJSON,
      rehearses: options.rehearses)
  }

  package func session(desk: ConsentDesk, display: Display) -> Session {
    Session(accounts: accounts, permissions: permissions, display: display, desk: desk)
  }

  package func reporter(isScript: Bool) -> Reporter {
    Reporter(streams: streams, terminal: terminal, wantsJSON: options.wantsJSON, isScript: isScript)
  }

  /// What runs statements of this party.
  package func execution(
    for party: Origin.Party, source: String = "tusk", arguments: [String] = [], isScript: Bool
  ) -> Execution {
    let desk = desk()
    let display = display()
    let dispatcher = Dispatcher(
      catalogue: Self.catalogue, source: source,
      door: session(desk: desk, display: display).door(for: party, assumesYes: options.assumesYes))
    let interpreter = Interpreter(
      resolver: Self.resolver(source: source), dispatcher: dispatcher,
      settings: Interpreter.Settings(
        rehearses: options.rehearses, arguments: arguments, contents: TextFile.contents,
        help: { HelpText(Self.catalogue).text(on: $0) },
        refusal: { desk.takeRefusal() }),
      watch: { event in display.show(event) })
    return Execution(
      interpreter: interpreter, display: display, reporter: reporter(isScript: isScript),
      interrupts: interrupts, keepsGoing: options.keepsGoing)
  }
}
