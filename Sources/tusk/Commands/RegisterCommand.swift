import ArgumentParser
import TuskShell

/// The subcommand `tusk register`.
struct RegisterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "register", abstract: "Register a new account at a server.",
    discussion: """
      The password is read from standard input, or asked for at a terminal without showing it. Without --accept-rules, \
      only the rules of the server are shown.
      """)

  @Option(help: ArgumentHelp("The name of the new account, without the server.", valueName: "name"))
  var user: String

  @Option(help: ArgumentHelp("Its email address, which the server asks to confirm.", valueName: "address"))
  var email: String

  @Option(help: ArgumentHelp("The language of the server's emails (default: en).", valueName: "code"))
  var language = "en"

  @Option(help: ArgumentHelp("Why you want to join, for servers whose moderators decide.", valueName: "text"))
  var reason: String?

  @Option(help: ArgumentHelp("Your date of birth, YYYY-MM-DD, for servers that require it.", valueName: "date"))
  var born: String?

  @Option(help: ArgumentHelp("An invite code.", valueName: "code"))
  var invite: String?

  @Flag(help: "Accept the rules of the server.")
  var acceptRules = false

  @Argument(help: "The server, such as example.social.")
  var server: String

  func run() throws {
    let account = Shell.NewAccount(
      name: user, email: email, language: language, reason: reason, birthday: born, inviteCode: invite)
    throw Shell(options: Shell.Options()).register(account, at: server, acceptsRules: acceptRules)
  }
}
