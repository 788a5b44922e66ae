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

/// The subcommand `tusk manual`, which generates the manual page.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page.", shouldDisplay: false)

  func run() throws {
    let commands = Tusk.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    let pages = commands.map { ($0.configuration.commandName ?? "", Tusk.helpMessage(for: $0, columns: 80)) }
    let streams = StandardStreams()
    streams.write(ManualPage(Shell.catalog).text(commands: pages))
    throw streams.exitCode
  }
}
