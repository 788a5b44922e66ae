import TuskCommon
import TuskLanguage

/// The manual page `tusk`: the program, its command line and its prompt.
struct ProgramPage {
  let program: ProgramCommand

  var text: String {
    let codes = ExitCode.meanings.map { ".TP\n\($0.code.rawValue)\n\(Roff.escaped($0.meaning))\n" }
    let sections = [
      head, CommandLineSections(program: program).text, prompt, accounts, consent, consentOfPrograms, servers, limits,
      environment, lookEnvironment, otherEnvironment, ".PD\n.SH EXIT STATUS\n", Roff.closeEntries(codes),
      FilesSection.text, tail,
    ]
    return sections.joined()
  }

  private var head: String {
    Roff.head("tusk", section: 1, of: "User Commands", "the shell of the fediverse") + """
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
      .PP
      .BR tusk\\-verbs (7)
      lists the verbs,
      .BR tusk\\-records (7)
      what they return, and
      .BR tsk (5)
      describes the language.
      .B tusk help
      .I VERB
      describes one verb.

      """
  }

  private var prompt: String {
    let commands = PromptCommand.all.map { Roff.entry($0.usage, $0.summary, column: 26) }
    let keys = KeyFunction.documented.map { Roff.entry($0.keys, $0.help, column: 26) }
    return """
      .SH THE PROMPT
      At the prompt, a line may also be:
      \(Roff.closeEntries(commands)).PP
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
      .PP
      Several commands that are pasted at once run only after a question, unless
      .B \\-\\-yes
      is given.
      .SS Keys
      The keys are those of Emacs, among them the ones below, or with
      .B bind \\-v
      in
      .I ~/.editrc
      those of vi. What is typed while a command runs stays for the next line.
      \(Roff.closeEntries(keys))\(SettingsSection.text)
      """
  }

  private var accounts: String {
    """
    .SH ACCOUNTS
    Until you sign in, commands go to a sandbox: a small server on the loopback interface with sample accounts and statuses,
    which stops when idle. It sends no push notifications and no details of a refused parameter. To leave it, sign in:
    .B tusk login HOST
    signs in to a server, and commands then act as that account;
    .B tusk logout
    signs out and revokes the token, and commands go to the sandbox again.
    .B \\-\\-account sandbox
    chooses the sandbox for one run. A run keeps the account that it began with.
    .PP
    The access token is looked for in this order: with
    .B TUSK_SERVER
    set,
    .B TUSK_TOKEN
    or the output of
    .BR TUSK_TOKEN_COMMAND ;
    the output of the account's token command
    .RB ( "tusk login \\-\\-token\\-command" );
    the desktop's Secret Service; and
    .IR ~/.config/tusk/accounts.json ,
    which is not used if other users can read it.
    .B tusk whoami \\-\\-storage
    shows where the token of the current account is. An expiring token is renewed after four fifths of its lifetime, by one
    process at a time. Token commands run without a shell and time out after one minute.
    .PP
    Permissions and the journal go by the name of an account, which its server states. A name belongs to the server at which
    it was first used; another server that states it is refused until you run
    .BR "tusk logout NAME" .
    .PP
    Programs that a script runs do not receive
    .BR TUSK_TOKEN .
    A script can compare
    .B $env.TUSK_TOKEN
    and pass it to a program; tusk never prints, sends or stores it. What a program prints of it is ordinary text to the
    script: tusk masks the token where it prints such text itself, but not in files and in what actions send.

    """
  }

  private var consent: String {
    """
    .SH CONSENT
    Commands that you type, give with
    .B \\-c
    or pipe to tusk run without a question. Only destructive commands and bulk changes ask for confirmation, or require
    .B \\-\\-yes
    where nobody can be asked. One question with all texts is asked about up to 20 changes of one verb that differ in their
    subject alone, as in
    .BR "delete 1\\-3" .
    The sandbox never asks;
    .B \\-\\-sandbox\\-asks
    stops there where cron would stop on a real server, and
    .B tusk check
    warns of each command that wants
    .BR \\-\\-yes .
    .PP
    A script file asks once before it first changes a real account.
    .B tusk permit FILE
    permits this in advance, for the current content of the file and of every script that it sources, and for the current
    account and every signed-in account that the script names; without a terminal, a script that is not permitted exits with 3.
    .B tusk permissions
    lists what is permitted, and revokes it.

    """
  }

  private var consentOfPrograms: String {
    """
    .PP
    A URL from another program
    .RB ( "tusk open URL" )
    asks before every change unless you have permitted its source. A post that mentions somebody in its text is shown even
    then, and fails with
    .BR \\-\\-yes ,
    unless the URL has
    .BR mentions=keep .
    One with
    .B mentioning=
    is shown unless you gave
    .BR \\-\\-yes ,
    or the program has an access token.
    A URL from the desktop may come from any web page under any name: tusk asks before every change, before revealing private
    data, and before an answer opens another app, at most five times a minute, and drops what comes beyond that. Without
    permission for the answer, a change is not made.
    .PP
    A program that you authorize
    .RB ( authorize ,
    see
    .BR tsk (5))
    gets a token for specific actions, valid for 90 days or until
    .BR "tusk permissions \\-\\-revoke NAME" .
    The token is good under the program's own name, and for answers to the app that received it.
    .PP
    Mentions and hashtags in text from a server stop a post, unless it says
    .B mentions=keep
    or
    .BR mentions=defuse ;
    your own text is yours. A download never replaces a file that the same URL did not write. Text from a server can be posted
    and printed, but it can never name a file, a program or an option.

    """
  }

  private var servers: String {
    """
    .SH SERVERS AND LIMITS
    Servers differ. tusk detects a server's software and version, or assumes the software given with
    .BR \\-\\-flavor .
    .B can FEATURE
    tells whether the server has a feature: exit status 0, 1 or, if that is unknown, 2. What a server declares is kept for a
    day, and what its responses reveal for a week;
    .B can FEATURE \\-\\-probe
    asks the server now. Connections use TLS 1.2 or newer. The packaged programs look up names of hosts in
    .I /etc/hosts
    and by DNS, not by mDNS (.local).

    """
  }

  private var limits: String {
    """
    .PP
    Transient failures of safe requests are retried up to four times with backoff. When a server limits requests, tusk waits
    until it may continue, for at most 30 minutes; Ctrl\\-C cancels the wait.
    .B \\-\\-rate pace
    spreads requests to stay under the limit,
    .B \\-\\-rate throw
    fails with exit status 75, and
    .B \\-\\-max\\-wait 2h
    allows longer waits. All processes on one machine that act for the same account share one rate budget;
    .B tusk rates
    lists the limits that are remembered.
    .PP
    A status is posted once. If the response is lost, or tusk is killed before it arrives, the same
    .B post
    in the next run first checks whether the status exists. tusk asks before it repeats a post that another run made less than
    ten minutes ago; without a terminal, the repeat needs
    .BR \\-\\-again .
    Both need the journal: if it cannot be used, for instance in a home that cannot be written, a post is refused.
    .B \\-\\-again
    then posts without it, and neither checks for an earlier status nor remembers this one.
    .PP
    With
    .BR TUSK_JOURNAL ,
    workers on several machines share the journal and the rate limits of each account; see JOURNAL in
    .BR tsk (5)
    and
    .BR tusk\\-plan (7).

    """
  }

  private var environment: String {
    """
    .SH ENVIRONMENT
    .PD 0
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
    .B TUSK_CACHE
    If \\fBoff\\fR, the names that are shown at the prompt are in memory only.
    .TP
    .BR XDG_CONFIG_HOME ", " XDG_STATE_HOME ", " XDG_CACHE_HOME
    The base directories for accounts and permissions, for the history and the
    sandbox, and for what can be fetched again.
    .TP
    .BR SSL_CERT_FILE ", " SSL_CERT_DIR
    Certificates to trust instead of the system's.
    .TP
    .BR http_proxy ", " https_proxy ", " all_proxy ", " no_proxy
    Proxies, as curl reads them.

    """
  }

  private var tail: String {
    """
    .SH EXAMPLES
    .nf
    tusk                                          # a prompt
    tusk \\-c 'home count=5'                        # one line
    tusk \\-c 'home \\-\\-all \\-\\-json' | jq \\-r .url      # for other programs
    echo 'fav status:123' | tusk                  # standard input
    tusk check \\-\\-effects welcome.tsk              # what a script would do
    tusk \\-\\-rehearse welcome.tsk > plan            # the URLs of its changes
    tusk permit welcome.tsk && tusk welcome.tsk   # run it, as from cron
    tusk \\-\\-yes \\-c 'statuses before=90d \\-\\-all | delete'
    tusk \\-c 'fav status:123' \\-c undo             # undo within its run
    .fi
    .SH SEE ALSO
    .BR tusk\\-verbs (7),
    .BR tusk\\-records (7),
    .BR tusk\\-plan (7),
    .BR tsk (5)

    """
  }
}
