import ArgumentParser
import TuskShell

/// The subcommand `tusk handler`.
struct HandlerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "handler", abstract: "Let the desktop open tusker: and tusk: URLs with this program.",
    subcommands: [Status.self, Install.self, Uninstall.self], defaultSubcommand: Status.self)

  /// The subcommand `tusk handler status`.
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show which program opens these URLs.")
    @OptionGroup var output: OutputOptions
    func run() throws { throw output.shell.showHandler() }
  }

  /// The subcommand `tusk handler install`.
  struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Register this program for the current user.")
    @Flag(help: "Only show what would be written.") var dryRun = false
    @OptionGroup var output: OutputOptions
    func run() throws { throw output.shell.installHandler(isDryRun: dryRun) }
  }

  /// The subcommand `tusk handler uninstall`.
  struct Uninstall: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove the registration.")
    @Flag(help: "Only show what would be written.") var dryRun = false
    @OptionGroup var output: OutputOptions
    func run() throws { throw output.shell.uninstallHandler(isDryRun: dryRun) }
  }
}

/// The subcommand `tusk call`.
struct CallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "call", abstract: "Call another app by its x-callback URL, and print the result.",
    discussion:
      "Each word is passed as one argument: tusk call bear create title='My notes'. 'tusk -c apps' lists the apps.")

  @Argument(
    parsing: .captureForPassthrough, help: ArgumentHelp("The app, the action and its parameters.", valueName: "word"))
  var words: [String] = []

  func run() throws {
    guard words != ["--help"], words != ["-h"], !words.isEmpty else { throw CleanExit.helpRequest(self) }
    throw Shell(options: Shell.Options()).call(words)
  }
}
