import ArgumentParser
import TuskLanguage
import TuskRuntime
import TuskShell

/// What commands that print take.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Answer as JSON; errors too.")
  var json = false

  var shell: Shell {
    var options = Shell.Options()
    options.wantsJSON = json
    return Shell(options: options)
  }
}

/// `tusk url`
struct URLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "url", abstract: "Print the URLs of a line, or take a URL apart.")

  @Flag(help: "Print the parts of a URL.")
  var decode = false

  @Flag(help: "Read what RFC 3986 forbids as well as it can be.")
  var lenient = false

  @Option(help: ArgumentHelp("Append these pairs to a URL, as a callback is assembled.", valueName: "json-pairs"))
  var append: String?

  @OptionGroup var output: OutputOptions

  @ArgumentParser.Argument(help: ArgumentHelp("A command line, or with --decode or --append a URL.", valueName: "line"))
  var text: String

  @ArgumentParser.Argument(parsing: .allUnrecognized, help: .hidden)
  var rest: [String] = []

  func validate() throws {
    guard rest.isEmpty else {
      throw ValidationError("the line is one argument: tusk url '\(([text] + rest).joined(separator: " "))'")
    }
  }

  func run() throws {
    if let append { throw output.shell.printAppended(append, to: text) }
    throw decode ? output.shell.printParts(of: text, isLenient: lenient) : output.shell.printURLs(of: text)
  }
}

/// `tusk open`
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Carry out an x-callback URL, and print the callback that it asks to open.")

  @Option(help: ArgumentHelp("Let answers go to this scheme too; may be repeated.", valueName: "scheme"))
  var allowCallback: [String] = []

  @Flag(help: "Answer yes to every question but whether to post the same again.")
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

/// `tusk check`
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Find the mistakes in a script without running it.")

  @Flag(help: "Print the syntax tree as JSON.")
  var ast = false

  @Flag(help: "Print what the script would do: actions, accounts, files, programs, and the worst of it.")
  var effects = false

  @Option(help: "Read as a script, or as lines at the prompt: script or repl.")
  var mode = SourceMode.script

  @OptionGroup var output: OutputOptions

  @ArgumentParser.Argument(help: "The script; '-' is standard input.")
  var file: String

  func run() throws {
    let shell = output.shell
    guard let source = shell.source(at: file) else { throw TuskRuntime.ExitCode.noInput }
    if effects {
      let code = shell.check(source, mode: mode.parserMode)
      throw code == .success ? shell.printEffects(of: source) : code
    }
    throw ast ? shell.printTree(of: source, mode: mode.parserMode) : shell.check(source, mode: mode.parserMode)
  }
}

/// Where a text is taken to come from, as it is spelled.
enum SourceMode: String, ExpressibleByArgument, CaseIterable {
  case script, repl

  var parserMode: Parser.Mode {
    switch self {
    case .script: .script
    case .repl: .repl
    }
  }
}
