import ArgumentParser
import TuskShell

/// The subcommand `tusk journal`.
struct JournalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal", abstract: "List, settle or delete the records of 'once' blocks.",
    subcommands: [JournalList.self, JournalShow.self, JournalSettle.self, JournalForget.self],
    defaultSubcommand: JournalList.self)
}

/// The options that select journal entries.
struct JournalScope: ParsableArguments {
  @Option(help: ArgumentHelp("Only entries of this account.", valueName: "@USER@HOST"))
  var account: String?

  @Option(help: ArgumentHelp("Show only the newest N entries.", valueName: "n"))
  var limit = 100

  @OptionGroup var output: OutputOptions

  @Argument(help: "The script (default: all scripts).")
  var script: String?
}

/// The subcommand `tusk journal list`.
struct JournalList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the records of 'once' blocks, newest last.")

  @OptionGroup var scope: JournalScope

  func run() throws {
    throw scope.output.shell.listJournal(
      script: scope.script, account: scope.account, limit: scope.limit, showsEffects: false)
  }
}

/// The subcommand `tusk journal show`.
struct JournalShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "List the records of 'once' blocks with the changes they made.")

  @OptionGroup var scope: JournalScope

  func run() throws {
    throw scope.output.shell.listJournal(
      script: scope.script, account: scope.account, limit: scope.limit, showsEffects: true)
  }
}

/// The subcommand `tusk journal settle`.
struct JournalSettle: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settle",
    abstract: "Record whether a change was made whose outcome nobody could tell, so that its script can continue.")

  @Flag(help: "The change was made; it is not sent again.")
  var done = false

  @Option(help: ArgumentHelp("With --done: the address of the status that it posted.", valueName: "url"))
  var url: String?

  @Flag(help: "The change was not made; the next run sends it again.")
  var notSent = false

  @OptionGroup var output: OutputOptions

  @Argument(help: "The number of the entry, as the error and 'journal show' state it.")
  var number: Int

  func validate() throws {
    guard done != notSent else { throw ValidationError("say --done or --not-sent, one of them") }
    guard done || url == nil else { throw ValidationError("--url belongs to --done") }
  }

  func run() throws {
    throw output.shell.settleJournal(number, isDone: done, url: url)
  }
}

/// The subcommand `tusk journal forget`.
struct JournalForget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Delete records of a script, so that its 'once' blocks run again.")

  @Option(help: ArgumentHelp("Only entries of this account.", valueName: "@USER@HOST"))
  var account: String?

  @OptionGroup var output: OutputOptions

  @Argument(help: "The script.")
  var script: String

  @Argument(help: "The text after 'once' (default: all texts).")
  var key: String?

  func run() throws {
    throw output.shell.forgetJournal(script: script, account: account, key: key)
  }
}

/// The subcommand `tusk fmt`.
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", abstract: "Format scripts.")

  @Flag(help: "Change nothing; name the files that are not formatted, and exit with 1.")
  var check = false

  @Argument(help: "The scripts to format in place; '-' formats standard input to standard output.")
  var files: [String]

  func run() throws {
    throw Shell(options: Shell.Options()).format(files, changing: !check)
  }
}
