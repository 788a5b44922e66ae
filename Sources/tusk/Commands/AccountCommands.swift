import ArgumentParser
import TuskRuntime
import TuskShell

/// `tusk login`
struct LoginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Sign in to a server, in a browser where nothing else is said.")

  @Flag(help: "Show the page's address and ask for its code, for machines without a browser.")
  var oob = false

  @Option(
    help: ArgumentHelp("Take an access token from standard input, the only place that '-' stands for.", valueName: "-"))
  var token: String?

  @Option(
    help: ArgumentHelp(
      "Take the access token, now and each time, from the first line that this command prints; no shell runs it.",
      valueName: "command"))
  var tokenCommand: String?

  @Option(
    help: ArgumentHelp(
      "What the token is to allow, such as 'read' or 'read write:statuses'; whatever tusk can use where it is not given.",
      valueName: "scopes"))
  var scopes: String?

  @Argument(help: "The server: example.social")
  var server: String

  func validate() throws {
    guard token == nil || token == "-" else {
      throw ValidationError("a token on the command line can be seen by everybody here; pipe it in: --token -")
    }
    guard [oob, token != nil, tokenCommand != nil].count(where: \.self) < 2 else {
      throw ValidationError("--oob, --token and --token-command exclude each other")
    }
    guard scopes == nil || token == nil && tokenCommand == nil else {
      throw ValidationError("a token that is there already allows what it allows; --scopes is for a new one")
    }
    guard scopes?.contains(where: { !$0.isWhitespace }) != false else {
      throw ValidationError("--scopes is empty; write it like: --scopes 'read write'")
    }
  }

  func run() throws {
    throw Shell(options: Shell.Options()).signIn(to: server, by: source, scopes: scopes)
  }

  private var source: Shell.TokenSource {
    if let tokenCommand { return .command(tokenCommand) }
    return token != nil ? .input : oob ? .code : .browser
  }
}

/// `tusk logout`
struct LogoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "Have the server take a token back, and forget it and its account.")

  @Argument(help: "The account, @user@domain; the current one where none is named.")
  var account: String?

  func run() throws {
    throw Shell(options: Shell.Options()).signOut(account)
  }
}

/// `tusk whoami`
struct WhoamiCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami", abstract: "Say which account commands act as.")

  @Flag(help: "Say where its token lies, too.")
  var storage = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    throw output.shell.tellWhoActs(tellsStorage: storage)
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
