/// The files that tusk reads and writes, in the manual page of the program.
enum FilesSection {
  static var text: String { files + stateFiles }

  private static var files: String {
    """
    .SH FILES
    .PD 0
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
    .I ~/.config/tusk/init.tsk, ~/.config/tusk/settings
    What the prompt runs before the first line (definitions, names of values, settings, and scripts of such lines), and its
    saved settings, a name and a value a line. Must not be writable by other users.
    .TP
    .I ~/.local/state/tusk/history
    The lines typed at the prompt, except lines that start with a space.
    .TP
    .I ~/.cache/tusk/shown
    For each account the names that were shown at the prompt, which are completed
    without a request: accounts, hashtags, lists, filters, scheduled posts, and
    statuses with their first words; the newest 10,000. Direct messages and what
    only moderators see are never in it. Those of the sandbox are in
    .IR ~/.local/state/tusk/sandbox/shown .
    Nothing is kept with
    .B \\-\\-private
    or
    .BR TUSK_CACHE=off ;
    .B tusk logout
    removes the file of the account, and any file can be deleted.

    """
  }

  private static var stateFiles: String {
    """
    .TP
    .I ~/.local/state/tusk/journal.db
    The records of
    .B once
    blocks and of the changes they made; the sandbox's journal is in its own directory.
    .TP
    .I ~/.local/state/tusk/redrafts
    The texts of statuses that
    .B redraft
    deleted in the last 30 days, each saved before the deletion.
    .TP
    .I ~/.local/state/tusk/drafts
    The posts that you began in an editor and have not posted; 'logout' removes those of the account.
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
    .PD

    """
  }
}
