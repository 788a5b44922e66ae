import TuskCommon
import TuskLanguage
package import XCallbackURL

/// The manual page, generated from the same declarations that run the program.
package struct ManualPage: Sendable {
  let catalog: Catalog

  package init(_ catalog: Catalog) {
    self.catalog = catalog
  }

  /// A page of a manual is 80 columns wide, of which the margin takes 7.
  var help: HelpText { HelpText(catalog, width: 73) }

  /// The page in the man macros.
  package func text(of program: ProgramCommand) -> String {
    let verbs = catalog.signatures.map { signature in
      ".SS \(roff(signature.preferredVerb))\n" + verbatim(help.page(for: signature))
    }
    let codes = ExitCode.meanings.map { ".TP\n\($0.code.rawValue)\n\(roff($0.meaning))\n" }
    let common = Parameter.common.map { ".TP\n.B \(roff($0.spelling))\n\(roff($0.summary))\n" }.joined()
    let forms = Keyword.documented.map { ".SS \(roff($0.word))\n" + verbatim(help.page(of: $0)) }
    let own = Catalog.own.signatures.map { ".SS \(roff($0.action))\n" + verbatim(help.page(ofOwn: $0)) }
    let lists = Parameter.lists.map { ".TP\n.B \(roff($0.spelling))\n\(roff($0.summary))\n" }.joined()
    return head + options(of: program) + subcommands(of: program) + ".SH VERBS\nEvery action accepts:\n" + common
      + ".PP\nActions that return lists also accept:\n" + lists + callbacks + verbs.joined() + records
      + ".SH THE LANGUAGE\n" + (forms + own).joined() + prompt + environment + lookEnvironment + otherEnvironment
      + ".SH EXIT STATUS\n" + codes.joined() + tail
  }

  private var head: String {
    """
    .TH TUSK 1 "" "tusk \(Version.number)" "User Commands"
    .SH NAME
    tusk \\- the shell of the fediverse
    .SH SYNOPSIS
    .B tusk
    .br
    .B tusk
    [\\fIoptions\\fR] \\fIFILE\\fR [\\fIARGUMENTS\\fR]
    .br
    .B tusk
    [\\fIoptions\\fR] \\fB\\-c\\fR \\fILINE\\fR [\\fB\\-c\\fR \\fILINE\\fR ...] [\\fIARGUMENTS\\fR]
    .br
    \\fICOMMANDS\\fR |
    .B tusk
    [\\fIoptions\\fR] [\\fB\\-\\fR \\fIARGUMENTS\\fR]
    .br
    .B tusk
    \\fISUBCOMMAND\\fR
    .SH DESCRIPTION
    .B tusk
    reads commands such as
    .B fav status:123
    at a prompt, from a script file, from its command line or from standard input, compiles each one to x-callback URLs,
    performs these on a Mastodon-compatible server and prints the results in their callbacks.
    Without an account it uses a sandbox: a private server on this machine.
    The language is described in
    .BR tsk (5).

    """
  }

  private var prompt: String {
    let commands = PromptCommand.all.map { ".TP\n.B \(roff($0.usage))\n\(roff($0.summary))\n" }
    let rows = """
      .PP
      The rows of a list have numbers there, which name them in the next lines:
      .BR "fav 3" ,
      .BR "fav 1 4" ,
      .BR "fav 2\\-5" .
      A row stands for its own kind first, else for its status, else for its author, so that
      .B follow 3
      follows the author of a status; where a change could mean two of them, it is refused. A boost stands for the boosted
      status.
      .B it
      names what the last line showed or made alone. The numbers hold until the next list; the history has the references in
      their place.

      """
    let keys = """
      .SS Keys
      The keys are those of Emacs, among them the ones below, or with
      .B bind \\-v
      in
      .I ~/.editrc
      those of vi. What is typed while a command runs stays for the next line.

      """
    return ".SH THE PROMPT\nAt the prompt, a line may also be:\n" + commands.joined() + rows + keys
      + KeyFunction.documented.map { ".TP\n.B \(roff($0.keys))\n\(roff($0.help))\n" }.joined()
  }

  private var environment: String {
    """
    .SH ENVIRONMENT
    .TP
    .BR TUSK_SERVER ", " TUSK_TOKEN
    The server, and the access token to act with. \\fBTUSK_SERVER\\fR requires \\fBTUSK_TOKEN\\fR or
    \\fBTUSK_TOKEN_COMMAND\\fR, and each of these requires \\fBTUSK_SERVER\\fR. Plain http is accepted for loopback
    addresses only. Programs that a script runs do not receive \\fBTUSK_TOKEN\\fR: a \\fBtusk\\fR among them needs
    \\fBTUSK_TOKEN_COMMAND\\fR, or no \\fBTUSK_SERVER\\fR and a signed\\-in account.
    .TP
    .B TUSK_TOKEN_COMMAND
    A command that prints the access token on its first line, used if
    .B TUSK_TOKEN
    is not set. Like every such command it is run without a shell: spaces separate its words, and quotes keep a word
    together.
    .TP
    .B TUSK_JOURNAL
    Where the journal and the use of rate limits are, if several machines share them:
    \\fIetcd://HOST:PORT,HOST:PORT/PREFIX\\fR, the nodes of an etcd cluster; see JOURNAL in
    .BR tsk (5).
    .TP
    .BR TUSK_JOURNAL_USER ", " TUSK_JOURNAL_PASSWORD
    The user of etcd, if it asks for one. Programs that a script runs do not receive the password.
    .TP
    .BR DBUS_SESSION_BUS_ADDRESS ", " XDG_RUNTIME_DIR
    Used to find the desktop's Secret Service, which stores the tokens if
    .BR secret\\-tool (1)
    is installed.

    """
  }

  /// The variables that choose how answers look.
  private var lookEnvironment: String {
    """
    .TP
    .B NO_COLOR
    If set, turns colors off.
    .TP
    .B TUSK_PLAIN
    If set, answers for people are sentences without drawing and colors, for screen readers, as with
    .BR \\-\\-plain .
    .TP
    .B PAGER
    The program that shows an answer of more than a screen at the prompt (default:
    .BR "less \\-FRX" );
    the empty string turns it off.
    .TP
    .B COLUMNS
    The width of lines for people where the output is no terminal (default: 80).

    """
  }

  private var otherEnvironment: String {
    """
    .TP
    .BR XDG_CONFIG_HOME ", " XDG_STATE_HOME
    The base directories for accounts and permissions, and for the history and the sandbox.
    .TP
    .BR SSL_CERT_FILE ", " SSL_CERT_DIR
    Certificates to trust instead of the system's.
    .TP
    .BR http_proxy ", " https_proxy ", " all_proxy ", " no_proxy
    Proxies, as curl reads them.

    """
  }

  private var tail: String {
    files + """
      .SH SEE ALSO
      .BR tsk (5)

      """
  }

  private var files: String {
    """
    .SH FILES
    .TP
    .I ~/.config/tusk/accounts.json
    Signed-in accounts, and any tokens not kept in the Secret Service or supplied by a command. Must not be readable by other
    users.
    .TP
    .I ~/.config/tusk/registrations.json
    The client registrations with servers, for sign-ins without a browser.
    .TP
    .I ~/.config/tusk/permissions.json
    The permissions granted to scripts and programs.
    .TP
    .I ~/.local/state/tusk/history
    The lines typed at the prompt, except lines that start with a space.
    .TP
    .I ~/.local/state/tusk/journal.db
    The records of
    .B once
    blocks and of the changes they made; the sandbox's journal is in its own directory.
    .TP
    .I ~/.local/state/tusk/redrafts
    The texts of statuses that
    .B redraft
    deleted in the last 30 days, each kept before it was.
    .TP
    .I ~/.local/state/tusk/account-servers.json
    The servers at which accounts were first used, because another server must not get the permissions and the journal of a
    name.
    .TP
    .I ~/.local/state/tusk/sandbox
    The data of the sandbox. Its
    .I server.json
    has the port, the token and the secret that the sandbox asks for before a client may act for an account; only you can
    read it, while every user of the machine can reach the port. 'tusk login' at the sandbox needs no secret, because the
    address of the page that it opens proves that you asked for it.

    """
  }

  func verbatim(_ text: String) -> String {
    ".nf\n" + text.split(separator: "\n", omittingEmptySubsequences: false).map { roff(String($0)) + "\n" }.joined()
      + ".fi\n"
  }

  /// Text with troff's special characters escaped.
  func roff(_ text: String) -> String {
    let escaped = text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case _ where !character.isASCII:
        character.unicodeScalars.map { "\\[u\($0.hexadecimal)]" }.joined()
      default: String(character)
      }
    }.joined()
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
