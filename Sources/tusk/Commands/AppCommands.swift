import ArgumentParser
import TuskRuntime
import TuskShell

/// `tusk handler`
struct HandlerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "handler", abstract: "Let the desktop bring tusker: and tusk: URLs to this program.",
    subcommands: [Status.self, Install.self, Uninstall.self], defaultSubcommand: Status.self)

  /// `tusk handler status`
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Say whether it does, and to which program.")
    @OptionGroup var output: OutputOptions
    func run() throws { throw output.shell.showHandler() }
  }

  /// `tusk handler install`
  struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Register this program, for this user.")
    @Flag(help: "Only show what would be written.") var dryRun = false
    @OptionGroup var output: OutputOptions
    func run() throws { throw output.shell.installHandler(isDryRun: dryRun) }
  }

  /// `tusk handler uninstall`
  struct Uninstall: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Take the registration back.")
    @Flag(help: "Only show what would be written.") var dryRun = false
    @OptionGroup var output: OutputOptions
    func run() throws { throw output.shell.uninstallHandler(isDryRun: dryRun) }
  }
}

/// `tusk call`
struct CallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "call", abstract: "Ask another app by its x-callback URL, and print its answer.",
    discussion:
      "Each word is one argument as it is: tusk call bear create title='My notes'. 'tusk -c apps' lists the apps.")

  @Argument(
    parsing: .captureForPassthrough, help: ArgumentHelp("The app, the action and its parameters.", valueName: "word"))
  var words: [String] = []

  func run() throws {
    guard words != ["--help"], words != ["-h"], !words.isEmpty else { throw CleanExit.helpRequest(self) }
    throw Shell(options: Shell.Options()).call(words)
  }
}
