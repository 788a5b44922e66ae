import ArgumentParser
import TuskShell

/// The subcommand `tusk login`.
struct LoginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Sign in to a server (in a browser by default).")

  @Flag(help: "Show the sign-in page's address and read its code, for machines without a browser.")
  var oob = false

  @Option(
    help: ArgumentHelp("Read an access token from standard input ('-' is the only accepted value).", valueName: "-"))
  var token: String?

  @Option(
    help: ArgumentHelp(
      "Get the access token from the first line that this command prints, each time; no shell is involved.",
      valueName: "command"))
  var tokenCommand: String?

  @Option(
    help: ArgumentHelp(
      "What the token should allow, such as 'read' or 'read write:statuses' (default: everything tusk can use).",
      valueName: "scopes"))
  var scopes: String?

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp("A word by which scripts choose accounts; may be repeated.", valueName: "tag"))
  var tags: [String] = []

  @Flag(help: "Show each request to the server on standard error: status, time and headers, with secrets masked.")
  var trace = false

  @Argument(help: "The server, such as example.social.")
  var server: String

  func validate() throws {
    guard tags.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) } }) else {
      throw ValidationError("a tag is made of letters, digits, '-' and '_'")
    }
    guard token == nil || token == "-" else {
      throw ValidationError("a token on the command line is visible to every user; pipe it in instead: --token -")
    }
    guard [oob, token != nil, tokenCommand != nil].count(where: \.self) < 2 else {
      throw ValidationError("--oob, --token and --token-command exclude each other")
    }
    guard scopes == nil || token == nil && tokenCommand == nil else {
      throw ValidationError("--scopes applies only to a new token; the scopes of an existing token are fixed")
    }
    guard scopes?.contains(where: { !$0.isWhitespace }) != false else {
      throw ValidationError("--scopes is empty; write it like: --scopes 'read write'")
    }
  }

  func run() throws {
    var options = Shell.Options()
    options.traces = trace
    let shell = Shell(options: options)
    throw shell.tracing { shell.signIn(to: server, by: source, scopes: scopes, tags: tags) }
  }

  private var source: Shell.TokenSource {
    if let tokenCommand { return .command(tokenCommand) }
    return token != nil ? .input : oob ? .code : .browser
  }
}

/// The subcommand `tusk logout`.
struct LogoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "Sign out: revoke an account's token and remove the account.",
    discussion: """
      The account is removed even if its server cannot be reached; a message then says that the token may still be \
      valid, and the exit status is 0.
      """)

  @Argument(help: "The account, @USER@HOST (default: the current one).")
  var account: String?

  func run() throws {
    throw Shell(options: Shell.Options()).signOut(account)
  }
}

/// The subcommand `tusk whoami`.
struct WhoamiCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami", abstract: "Show the account that commands act as.")

  @Flag(help: "Show where its token is stored, too.")
  var storage = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    throw output.shell.showCurrentAccount(withStorage: storage)
  }
}

/// The subcommand `tusk accounts`.
struct AccountsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "accounts", abstract: "List the signed-in accounts.")

  @Option(help: ArgumentHelp("Only accounts with this tag.", valueName: "tag"))
  var tag: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    throw output.shell.listAccounts(tag: tag)
  }
}

/// The subcommand `tusk use`.
struct UseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "use", abstract: "Switch to another account.")

  @Argument(help: "The account, @USER@HOST.")
  var account: String

  func run() throws {
    throw Shell(options: Shell.Options()).use(account)
  }
}

/// The subcommand `tusk permit`.
struct PermitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "permit",
    abstract: "Permit a script, with its current content, to change the current account and those that it names.")

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Permit it for another signed-in account, too, which the script knows only when it runs.", valueName: "account"))
  var others: [String] = []

  @Argument(help: "The script.")
  var file: String

  func run() throws {
    throw Shell(options: Shell.Options()).permit(file: file, as: others)
  }
}

/// The subcommand `tusk permissions`.
struct PermissionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "permissions", abstract: "List the permissions, or revoke one.")

  @Option(help: ArgumentHelp("Revoke the permission of this name.", valueName: "name"))
  var revoke: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    throw revoke.map(output.shell.revoke) ?? output.shell.listPermissions()
  }
}

/// The subcommand `tusk rates`.
struct RatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rates", abstract: "List the rate limits remembered for an account, or forget them.")

  @Flag(help: "Forget them, so that the next request is sent at once.")
  var forget = false

  @OptionGroup var output: OutputOptions

  @Argument(help: "The account, @USER@HOST (default: the current one).")
  var account: String?

  func run() throws {
    throw forget ? output.shell.forgetRates(of: account) : output.shell.listRates(of: account)
  }
}

/// The subcommand `tusk sandbox`.
struct SandboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox", abstract: "Control the sandbox, the private server used without an account.",
    subcommands: [Status.self, Start.self, Stop.self, Reset.self, Serve.self], defaultSubcommand: Status.self)

  private static var shell: Shell { Shell(options: Shell.Options()) }

  /// The subcommand `tusk sandbox status`.
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the address of the sandbox; exits with 1 if it is stopped.")
    @OptionGroup var output: OutputOptions
    func run() throws { throw output.shell.showSandbox() }
  }

  /// The subcommand `tusk sandbox start`.
  struct Start: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Start the sandbox if it is not running.")
    @OptionGroup var output: OutputOptions
    func run() throws { throw output.shell.startSandbox() }
  }

  /// The subcommand `tusk sandbox stop`.
  struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Stop the sandbox and keep its data.")
    func run() throws { throw shell.becomeSandbox(["stop"]) }
  }

  /// The subcommand `tusk sandbox reset`.
  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Stop the sandbox and delete its data.")
    func run() throws { throw shell.becomeSandbox(["reset"]) }
  }

  /// The subcommand `tusk sandbox serve`.
  struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run the sandbox on this port until interrupted.")
    @Argument(help: "The port.") var port: Int
    func run() throws { throw shell.becomeSandbox(["serve", "--port", String(port), "--foreground", "--idle", "0"]) }
  }
}
