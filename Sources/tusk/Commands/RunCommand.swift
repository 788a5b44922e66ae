import ArgumentParser
import TuskCommon
import TuskShell
import XCallbackURL

/// The default subcommand: runs a file, lines, standard input or the prompt.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a script file, lines, standard input or the prompt (the default).")

  @Option(name: .customShort("c"), help: ArgumentHelp("Run this line; may be repeated.", valueName: "line"))
  var lines: [String] = []

  @OptionGroup var options: RunOptions

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp(
      "A script file, or - for standard input, followed by the arguments $1, $2 and so on; after -c only the arguments.",
      valueName: "file"))
  var script: [String] = []

  /// Rejects unknown options before the script. All words after the script are its arguments.
  func validate() throws {
    if ["--help", "-h"].contains(script.first) { throw CleanExit.helpRequest(self) }
    guard let word = script.first, word.hasPrefix("-"), word != "-", word != "--" else { return }
    let advice =
      lines.isEmpty ? "to run a script of that name, write ./\(word)" : "to pass it as an argument, write -- \(word)"
    throw ValidationError("unknown option '\(word)'; \(advice)")
  }

  func run() throws {
    throw code
  }

  private var code: TuskCommon.ExitCode {
    let shell = Shell(options: options.shellOptions)
    return shell.tracing { result(of: shell) }
  }

  private func result(of shell: Shell) -> TuskCommon.ExitCode {
    // The end of the options may be written, as in the first line of a script.
    let words = script.first == "--" ? Array(script.dropFirst()) : script
    let rest = Array(words.dropFirst())
    if !lines.isEmpty { return shell.run(lines: lines, arguments: words) }
    if words.first == "-" { return shell.runStandardInput(arguments: rest) }
    if let file = words.first {
      let subcommands = Tusk.configuration.subcommands.map { $0.configuration }.filter(\.shouldDisplay)
      return shell.run(file: file, arguments: rest, subcommands: subcommands.compactMap(\.commandName))
    }
    return shell.terminal.isTerminal(.input) ? shell.runPrompt() : shell.runStandardInput()
  }
}

/// The options of every way to run commands.
struct RunOptions: ParsableArguments {
  @Flag(help: ArgumentHelp(Parameter.json.sentence))
  var json = false

  @Flag(help: ArgumentHelp(Parameter.ids.sentence))
  var ids = false

  @Flag(help: ArgumentHelp(Parameter.yes.sentence))
  var yes = false

  @Flag(help: "Print the URLs of changes instead of making them; reads are real.")
  var rehearse = false

  @Flag(help: "Run 'once' blocks again even if they were completed.")
  var fresh = false

  @Flag(
    help: "In the sandbox: stop where a server would want permission or confirmation and nobody can be asked.")
  var sandboxAsks = false

  @Option(
    help: ArgumentHelp(
      "In the sandbox: skip waits, and stop after this much simulated time, such as 2d.", valueName: "duration"))
  var fastForward: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "When rate-limited: wait, pace (spread requests to stay under the limit) or throw.",
      valueName: "mode"))
  var rate: RateOptions.Mode = .wait

  @Option(help: ArgumentHelp(Parameter.maxWait.sentence, valueName: "duration"))
  var maxWait: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "Treat every server as running this software: \(Shell.flavors.joined(separator: ", ")).",
      valueName: "software"))
  var flavor: ServerSoftware?

  /// The British spelling of `--flavor`, which is accepted but not documented.
  @Option(help: ArgumentHelp(valueName: "software", visibility: .hidden))
  var flavour: ServerSoftware?

  @Flag(
    help: "Continue after a command fails, and exit with 1 at the end; mistakes in the input still stop the run.")
  var keepGoing = false

  @Flag(help: "Show each request to a server on standard error: status, time and headers, with secrets masked.")
  var trace = false

  @Flag(name: .customLong("private"), help: "Do not save typed lines to the history.")
  var isPrivate = false

  @Flag(name: .customLong("no-init"), help: "Start the prompt without ~/.config/tusk/init.tsk.")
  var skipsStartScript = false

  @Option(
    help:
      "The format of results: human (cards and tables), tabs (tab-separated), json, csv, csv-safe or ids (references)."
  )
  var format: FormatOption?

  @Option(help: "When to use colors.")
  var color = ColorOption.auto

  @Flag(help: "Write sentences and draw nothing, for screen readers; TUSK_PLAIN=1 does the same.")
  var plain = false

  /// The British spelling of `--color`, which is accepted but not documented.
  @Option(help: .hidden)
  var colour: ColorOption?

  var shellOptions: Shell.Options {
    var options = Shell.Options()
    options.wantsJSON = json
    options.format = format?.format ?? (ids ? .ids : nil)
    options.assumesYes = yes
    options.rehearses = rehearse
    options.keepsGoing = keepGoing
    options.isPrivate = isPrivate
    options.skipsStartScript = skipsStartScript
    options.traces = trace
    options.isFresh = fresh
    options.sandboxAsks = sandboxAsks
    options.fastForward = fastForward?.duration
    options.rate = RateOptions(rate)
    if let maxWait { options.rate.longestWait = maxWait.duration }
    options.flavor = (flavor ?? flavour)?.name
    options.color = (colour ?? color).choice
    options.isPlain = plain
    return options
  }
}

extension RateOptions.Mode: ExpressibleByArgument {}

/// The name of a server's software, as an option value.
struct ServerSoftware: ExpressibleByArgument {
  let name: String

  init?(argument: String) {
    guard Shell.flavors.contains(argument.lowercased()) else { return nil }
    name = argument.lowercased()
  }
}

/// A length of time, as an option value.
struct TimeSpan: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    guard let duration = Duration(written: argument), duration > .zero else { return nil }
    self.duration = duration
  }
}

/// When to use colors, as an option value.
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

/// The format of answers, as an option value.
enum FormatOption: String, ExpressibleByArgument, CaseIterable {
  case human, tabs, json, csv
  case safeCSV = "csv-safe"
  case ids

  var format: Renderer.Format {
    switch self {
    case .human: .human
    case .tabs: .tabs
    case .json: .json
    case .csv: .csv
    case .safeCSV: .safeCSV
    case .ids: .ids
    }
  }
}
