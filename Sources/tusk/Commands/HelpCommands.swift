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
    if let command = subcommand, HelpText(Shell.catalog).text(on: topic) == nil {
      StandardStreams().write(Tusk.helpMessage(for: command) + "\n")
      throw TuskCommon.ExitCode.success
    }
    throw Shell(options: Shell.Options()).showHelp(on: topic)
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
    StandardStreams().write(ManualPage(Shell.catalog).text(commands: pages))
    throw TuskCommon.ExitCode.success
  }
}
