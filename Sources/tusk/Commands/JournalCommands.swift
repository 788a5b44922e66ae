import ArgumentParser
import TuskRuntime
import TuskShell

/// `tusk journal`
struct JournalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal", abstract: "Show or forget what scripts have done once.",
    subcommands: [JournalList.self, JournalShow.self, JournalForget.self], defaultSubcommand: JournalList.self)
}

/// Which part of the journal is meant.
struct JournalScope: ParsableArguments {
  @Option(help: ArgumentHelp("Only what was done as this account.", valueName: "@user@host"))
  var account: String?

  @Option(help: "How many entries at most, the newest.")
  var limit = 100

  @OptionGroup var output: OutputOptions

  @Argument(help: "The script; all of them where none is named.")
  var script: String?
}

/// `tusk journal list`
struct JournalList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what scripts have done, the newest last.")

  @OptionGroup var scope: JournalScope

  func run() throws {
    throw scope.output.shell.listJournal(
      script: scope.script, account: scope.account, limit: scope.limit, showsEffects: false)
  }
}

/// `tusk journal show`
struct JournalShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "List what scripts have done, with each change that was made.")

  @OptionGroup var scope: JournalScope

  func run() throws {
    throw scope.output.shell.listJournal(
      script: scope.script, account: scope.account, limit: scope.limit, showsEffects: true)
  }
}

/// `tusk journal forget`
struct JournalForget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Forget what a script has done, so that it does it again.")

  @Option(help: ArgumentHelp("Only what was done as this account.", valueName: "@user@host"))
  var account: String?

  @OptionGroup var output: OutputOptions

  @Argument(help: "The script.")
  var script: String

  @Argument(help: "The text after 'once'; everything of the script where none is given.")
  var key: String?

  func run() throws {
    throw output.shell.forgetJournal(script: script, account: account, key: key)
  }
}

/// `tusk fmt`
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", abstract: "Write a script in the one layout that scripts have.")

  @Flag(help: "Change nothing; name the files that are laid out otherwise, and exit with 1.")
  var check = false

  @Argument(help: "The scripts, which are changed where they stand; '-' prints what comes on standard input.")
  var files: [String]

  func run() throws {
    throw Shell(options: Shell.Options()).format(files, changing: !check)
  }
}
