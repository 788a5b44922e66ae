import ArgumentParser
import TuskRuntime
import TuskShell
import XCallbackURL

/// Runs a file, lines, standard input or the prompt.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a script file, lines, standard input, or the prompt (the default).")

  @Option(name: .customShort("c"), help: ArgumentHelp("Run this line; may be repeated.", valueName: "line"))
  var lines: [String] = []

  @OptionGroup var options: RunOptions

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("A script file, and the arguments that it knows as $1 and so on.", valueName: "file"))
  var script: [String] = []

  /// What follows a script is the script's own; what looks like an option and is none of ours is a mistake.
  func validate() throws {
    if ["--help", "-h"].contains(script.first) { throw CleanExit.helpRequest(self) }
    if let word = script.first, word.hasPrefix("-"), word != "-" {
      throw ValidationError("there is no option '\(word)'; a script of that name is ./\(word)")
    }
    if !lines.isEmpty, let word = script.first {
      throw ValidationError("'\(word)' is too much: beside -c there is no script")
    }
  }

  func run() throws {
    throw code
  }

  private var code: TuskRuntime.ExitCode {
    let shell = Shell(options: options.shellOptions)
    if !lines.isEmpty { return shell.run(lines: lines) }
    if let file = script.first { return shell.run(file: file, arguments: Array(script.dropFirst())) }
    return shell.terminal.isTerminal(.input) ? shell.runPrompt() : shell.runStandardInput()
  }
}

/// What every way of running takes.
struct RunOptions: ParsableArguments {
  @Flag(help: "Answer as JSON, one object a line; errors too.")
  var json = false

  @Flag(help: "Answer with references that are input again, as --format ids.")
  var ids = false

  @Flag(help: "Answer yes to every question but whether to post the same again.")
  var yes = false

  @Flag(help: "Print the URLs of changes instead of making them; reads stay real.")
  var rehearse = false

  @Flag(help: "Begin anew what 'once' says is done already.")
  var fresh = false

  @Option(
    help: ArgumentHelp(
      "In the sandbox: let waits take no time, and end after so much of it: 2d.", valueName: "duration"))
  var fastForward: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "Where a server wants fewer requests: wait, pace (spread them, so that it does not come to that) or throw.",
      valueName: "manner"))
  var rate: Dispatcher.Limits.RateMode = .wait

  @Option(help: ArgumentHelp("Fail rather than wait longer for that: 2h; 30m by default.", valueName: "duration"))
  var maxWait: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "Take every server for one of this software, whatever it says: \(Shell.flavors.joined(separator: ", ")).",
      valueName: "software"))
  var flavor: ServerSoftware?

  @Flag(help: "Go on after a command that failed, and exit with 1.")
  var keepGoing = false

  @Flag(name: .customLong("private"), help: "Keep nothing of what is typed.")
  var isPrivate = false

  @Option(help: "Show answers for people (human), between tabs (tabs), as json, or as references (ids).")
  var format: FormatOption?

  @Option(help: "When to color: auto, always or never.")
  var color = ColorOption.auto

  var shellOptions: Shell.Options {
    var options = Shell.Options()
    options.wantsJSON = json
    options.format = format?.format ?? (ids ? .ids : nil)
    options.assumesYes = yes
    options.rehearses = rehearse
    options.keepsGoing = keepGoing
    options.isPrivate = isPrivate
    options.isFresh = fresh
    options.fastForward = fastForward?.duration
    options.limits = Dispatcher.Limits(rate)
    if let maxWait { options.limits.longestWait = maxWait.duration }
    options.flavor = flavor?.name
    options.color = color.choice
    return options
  }
}

extension Dispatcher.Limits.RateMode: ExpressibleByArgument {}

/// The software of a server, as it is spelled.
struct ServerSoftware: ExpressibleByArgument {
  let name: String

  init?(argument: String) {
    guard Shell.flavors.contains(argument.lowercased()) else { return nil }
    name = argument.lowercased()
  }
}

/// A length of time, as it is spelled.
struct TimeSpan: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    guard let duration = Duration(written: argument), duration > .zero else { return nil }
    self.duration = duration
  }
}

/// When to color, as it is spelled.
enum ColorOption: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  var choice: Terminal.ColorChoice {
    switch self {
    case .auto: .automatic
    case .always: .always
    case .never: .never
    }
  }
}

/// What answers look like, as it is spelled.
enum FormatOption: String, ExpressibleByArgument, CaseIterable {
  case human, tabs, json, ids

  var format: Renderer.Format {
    switch self {
    case .human: .human
    case .tabs: .tabs
    case .json: .json
    case .ids: .ids
    }
  }
}
