import ArgumentParser
import TuskCommon
import TuskLanguage
import TuskShell
import XCallbackURL

/// The options of commands that print answers.
struct OutputOptions: ParsableArguments {
  @Flag(help: ArgumentHelp(Parameter.json.sentence))
  var json = false

  var shell: Shell {
    var options = Shell.Options()
    options.wantsJSON = json
    return Shell(options: options)
  }
}

/// The subcommand `tusk url`.
struct URLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "url", abstract: "Print the URLs of a line, or the parts of a URL.")

  @Flag(help: "Print the parts of a URL.")
  var decode = false

  @Flag(help: "Accept characters that RFC 3986 forbids.")
  var lenient = false

  @Option(help: ArgumentHelp("Append these pairs to a URL, as for a callback.", valueName: "json-pairs"))
  var append: String?

  @OptionGroup var output: OutputOptions

  @ArgumentParser.Argument(help: ArgumentHelp("A command line; with --decode or --append, a URL.", valueName: "line"))
  var text: String

  @ArgumentParser.Argument(parsing: .allUnrecognized, help: .hidden)
  var rest: [String] = []

  func validate() throws {
    guard rest.isEmpty else {
      throw ValidationError("pass the line as one argument: tusk url '\(([text] + rest).joined(separator: " "))'")
    }
  }

  func run() throws {
    if let append { throw output.shell.printAppended(append, to: text) }
    throw decode ? output.shell.printParts(of: text, isLenient: lenient) : output.shell.printURLs(of: text)
  }
}

/// The subcommand `tusk open`.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Perform an x-callback URL, and print the resulting callback URL.")

  @Option(help: ArgumentHelp("Allow callbacks to this scheme, too; may be repeated.", valueName: "scheme"))
  var allowCallback: [String] = []

  @Flag(help: ArgumentHelp(Parameter.yes.sentence))
  var yes = false

  @OptionGroup var output: OutputOptions

  @ArgumentParser.Argument(help: "The URL.")
  var url: String

  func run() throws {
    var options = output.shell.options
    options.assumesYes = yes
    throw Shell(options: options).open(url, allowing: allowCallback)
  }
}

/// The subcommand `tusk check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Find the mistakes in a script without running it.")

  @Flag(help: "Print the syntax tree as JSON.")
  var ast = false

  @Flag(
    help: "Print what the script would do: actions, accounts, files and programs; with --json, also its worst effect.")
  var effects = false

  @Option(help: "Read the input as a script, or as lines at the prompt (repl).")
  var mode = SourceMode.script

  @Option(
    help: ArgumentHelp(
      "Also name what a server lacks for the script: its address, an account there, or its software (in its current version).",
      valueName: "name"))
  var server: String?

  @OptionGroup var output: OutputOptions

  @ArgumentParser.Argument(help: "The script; '-' means standard input.")
  var file: String

  @ArgumentParser.Argument(help: "Its arguments $1, $2 and so on, to check them too.")
  var arguments: [String] = []

  func validate() throws {
    guard !ast || server == nil else { throw ValidationError("--ast and --server exclude each other") }
  }

  func run() throws {
    let shell = output.shell
    guard let source = shell.source(at: file) else { throw TuskCommon.ExitCode.noInput }
    let program = ParsedSource(source, mode: mode.parserMode)
    guard effects || !ast else { throw shell.printTree(of: program) }
    let code = shell.check(program, mode: mode.parserMode, arguments: arguments.isEmpty ? nil : arguments)
    guard code == .success else { throw code }
    if effects, case let code = shell.printEffects(of: program), code != .success || server == nil { throw code }
    throw server.map { shell.checkServer($0, for: program) } ?? code
  }
}

/// How a text is read, as an option value.
enum SourceMode: String, ExpressibleByArgument, CaseIterable {
  case script, repl

  var parserMode: Parser.Mode {
    switch self {
    case .script: .script
    case .repl: .repl
    }
  }
}

/// The subcommand `tusk test`.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run the tests of scripts, each in a sandbox of its own.",
    discussion: "The exit status is 0 if all passed, and 1 if one failed. Section TESTS of 'man tsk' describes them.")

  @OptionGroup var output: OutputOptions

  @ArgumentParser.Argument(help: "The scripts.")
  var file: [String]

  func run() throws { throw output.shell.test(files: file) }
}

/// The subcommand with which `tusk test` runs a test.
struct RunTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "__test", abstract: "Run one test in this environment.", shouldDisplay: false)

  @Option(help: "The line of the test.")
  var line: Int

  @ArgumentParser.Argument(help: "The script.")
  var file: String

  func run() throws { throw Shell(options: Shell.Options()).runTest(on: line, of: file) }
}
