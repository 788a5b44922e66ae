import ArgumentParser
import TuskRuntime
import TuskShell

/// `tusk login`
struct LoginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Sign in to a server with an access token.")

  @Option(
    help: ArgumentHelp("Where the token comes from; '-' is standard input, the only place so far.", valueName: "-"))
  var token = "-"

  @Argument(help: "The server: example.social")
  var server: String

  func validate() throws {
    guard token == "-" else {
      throw ValidationError("a token on the command line can be seen by everybody here; pipe it in: --token -")
    }
  }

  func run() throws {
    let shell = Shell(options: Shell.Options())
    guard let token = shell.readToken() else { throw TuskRuntime.ExitCode.usage }
    throw shell.signIn(to: server, token: token)
  }
}

/// `tusk logout`
struct LogoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "logout", abstract: "Forget an account and its token.")

  @Argument(help: "The account, @user@domain; the current one where none is named.")
  var account: String?

  func run() throws {
    throw Shell(options: Shell.Options()).signOut(account)
  }
}

/// `tusk accounts`
struct AccountsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "accounts", abstract: "List who is signed in.")

  @OptionGroup var output: OutputOptions

  func run() throws {
    throw output.shell.listAccounts()
  }
}

/// `tusk use`
struct UseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "use", abstract: "Act as another account from now on.")

  @Argument(help: "The account, @user@domain.")
  var account: String

  func run() throws {
    throw Shell(options: Shell.Options()).use(account)
  }
}

/// `tusk permit`
struct PermitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "permit", abstract: "Permit a script, as it is now, to change the account.")

  @Argument(help: "The script.")
  var file: String

  func run() throws {
    throw Shell(options: Shell.Options()).permit(file: file)
  }
}

/// `tusk permissions`
struct PermissionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "permissions", abstract: "List what was permitted, or take it back.")

  @Option(help: ArgumentHelp("Take back what was decided under this name.", valueName: "name"))
  var revoke: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    throw revoke.map(output.shell.revoke) ?? output.shell.listPermissions()
  }
}

/// `tusk sandbox`
struct SandboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox", abstract: "The server on this machine that commands reach without an account.",
    subcommands: [Status.self, Start.self, Stop.self, Reset.self, Serve.self], defaultSubcommand: Status.self)

  private static var shell: Shell { Shell(options: Shell.Options()) }

  /// `tusk sandbox status`
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Say whether it runs, and where.")
    @OptionGroup var output: OutputOptions
    func run() throws { throw output.shell.showSandbox() }
  }

  /// `tusk sandbox start`
  struct Start: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Start it, if it does not run.")
    @OptionGroup var output: OutputOptions
    func run() throws { throw output.shell.startSandbox() }
  }

  /// `tusk sandbox stop`
  struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Stop it; what was done there is kept.")
    func run() throws { throw shell.becomeSandbox(["stop"]) }
  }

  /// `tusk sandbox reset`
  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Stop it and forget what was done there.")
    func run() throws { throw shell.becomeSandbox(["reset"]) }
  }

  /// `tusk sandbox serve`
  struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve on this port until it is interrupted.")
    @Argument(help: "The port.") var port: Int
    func run() throws { throw shell.becomeSandbox(["serve", "--port", String(port), "--foreground", "--idle", "0"]) }
  }
}
