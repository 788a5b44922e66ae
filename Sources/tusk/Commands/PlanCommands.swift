import ArgumentParser
import TuskCommon
import TuskShell

/// The subcommand `tusk plan`.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Divide a plan among workers, and follow what they do.",
    discussion: "A plan is what 'tusk --rehearse SCRIPT' prints. See tusk-plan(7).",
    subcommands: [PlanCheck.self, PlanSplit.self, PlanRun.self, PlanStatus.self, PlanMerge.self])
}

/// The option that says what stays together.
struct PlanOrder: ParsableArguments {
  @Flag(name: .customLong("by-account"), help: "Keep the lines of each account in one part.")
  var byAccount = false

  @Option(help: ArgumentHelp("Into how many parts the plan is divided.", valueName: "n"))
  var parts: Int

  func validate() throws {
    guard (1...100_000).contains(parts) else { throw ValidationError("--parts takes a number from 1 to 100000") }
  }
}

/// The subcommand `tusk plan check`.
struct PlanCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what a plan changes, writes and runs, and into how many parts it can be divided.")

  @OptionGroup var output: OutputOptions

  @Argument(help: "The plan.")
  var plan: String

  func run() throws { throw output.shell.checkPlan(plan) }
}

/// The subcommand `tusk plan split`.
struct PlanSplit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split", abstract: "Print a part of a plan, or write all parts into a folder.")

  @OptionGroup var order: PlanOrder

  @Option(help: ArgumentHelp("The part to print, from 1.", valueName: "k"))
  var part: Int?

  @Option(name: .customLong("into"), help: ArgumentHelp("The folder for all parts.", valueName: "folder"))
  var folder: String?

  @OptionGroup var output: OutputOptions

  @Argument(help: "The plan.")
  var plan: String

  func validate() throws {
    guard (part == nil) != (folder == nil) else {
      throw ValidationError("split takes either --part K or --into FOLDER")
    }
    guard part.map((1...order.parts).contains) ?? true else {
      throw ValidationError("--part takes 1 to \(order.parts)")
    }
  }

  func run() throws {
    throw output.shell.splitPlan(
      plan, Shell.PlanPart(part ?? 1, of: order.parts, keepsAccounts: order.byAccount), into: folder)
  }
}

/// The subcommand `tusk plan run`.
struct PlanRun: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a part of a plan, and print a JSON line for each of its lines.")

  @OptionGroup var order: PlanOrder

  @Option(help: ArgumentHelp("The part to run, from 1.", valueName: "k"))
  var part: Int

  @OptionGroup var options: RunOptions

  @Argument(help: "The plan.")
  var plan: String

  func validate() throws {
    guard (1...order.parts).contains(part) else { throw ValidationError("--part takes 1 to \(order.parts)") }
  }

  func run() throws {
    throw Shell(options: options.shellOptions).runPlan(
      plan, Shell.PlanPart(part, of: order.parts, keepsAccounts: order.byAccount))
  }
}

/// The subcommand `tusk plan status`.
struct PlanStatus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say how much of a plan is done, from the journal.")

  @OptionGroup var output: OutputOptions

  @Argument(help: "The plan.")
  var plan: String

  func run() throws { throw output.shell.showPlan(plan) }
}

/// The subcommand `tusk plan merge`.
struct PlanMerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Print what 'plan run' wrote for each part, in the order of the plan.")

  @OptionGroup var output: OutputOptions

  @Argument(help: "The files of results.")
  var files: [String]

  func run() throws { throw output.shell.mergeResults(files) }
}
