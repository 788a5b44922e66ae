import ArgumentParser
import TuskCommon
import TuskShell

/// The subcommand `tusk help`.
struct HelpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help", abstract: "Show all verbs, or help on one verb or subcommand.")

  @Argument(help: "A verb or a subcommand.")
  var verb: [String] = []

  func run() throws {
    let topic = verb.joined(separator: " ")
    guard let command = subcommand else { throw Shell(options: Shell.Options()).showHelp(on: topic) }
    let page = HelpText(Shell.catalog).text(on: topic).map { "\n\nIN THE LANGUAGE:\n\n\($0)" } ?? ""
    let streams = StandardStreams()
    streams.write(Tusk.helpMessage(for: command) + page + "\n")
    throw streams.exitCode
  }
}

extension HelpCommand {
  /// The subcommand that the words name, each nested in the previous one.
  private var subcommand: (any ParsableCommand.Type)? {
    var found: any ParsableCommand.Type = Tusk.self
    for word in verb {
      let name = { (type: any ParsableCommand.Type) in type.configuration.commandName ?? "\(type)".lowercased() }
      guard let next = found.configuration.subcommands.first(where: { name($0) == word }) else { return nil }
      found = next
    }
    return verb.isEmpty ? nil : found
  }
}

/// The subcommand `tusk manual`, which generates the pages of the manual.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print a page of the manual.", shouldDisplay: false)

  @Argument(help: "The page.")
  var page = ManualPage.program

  func run() throws {
    guard let program = Tusk.description else { throw ExitCode.failure }
    let streams = StandardStreams()
    streams.write(page.text(of: program, Shell.catalog))
    throw streams.exitCode
  }
}

/// The subcommand by which shells complete the command line: `tusk __complete -- WORD...`.
///
/// Prints a line for each completion of the last word, with its meaning after a tab. The exit status is 1 if names of
/// files are among the completions.
struct CompleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "__complete", abstract: "Print the completions of the last word.", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough)
  var words: [String] = []

  func run() throws {
    guard let program = Tusk.description else { throw ExitCode.failure }
    let shell = Shell(options: Shell.Options())
    let completion = ArgumentCompletion(program, accounts: shell.accountNames, surroundings: shell.surroundings())
    let answer = completion.answer(to: Array(words.dropFirst()))
    let streams = StandardStreams()
    streams.write(
      answer.words.map { TerminalText.field($0.text) + "\t" + TerminalText.field($0.description) + "\n" }.joined())
    throw answer.takesFiles ? ExitCode(1) : streams.exitCode
  }
}

extension Tusk {
  /// The command line, as the option parser describes it.
  fileprivate static var description: ProgramCommand? { ProgramCommand(description: _dumpHelp()) }
}

extension ManualPage: ExpressibleByArgument {}
