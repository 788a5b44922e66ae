import XCallbackURL

extension MailboxFolder {
  /// The mailboxes of the user's running tusks.
  package init(_ environment: ProcessEnvironment) {
    self.init(environment.baseFolder("XDG_RUNTIME_DIR").map { "\($0)/tusk" } ?? "\(environment.state)/run")
  }
}

extension SchemeHandler {
  /// The registration of `tusk:` and `tusker:`.
  package init(_ environment: ProcessEnvironment, program: String) {
    self.init(
      for: CallbackURL.ownSchemes.sorted(), named: "Tusk", entryName: "tusk-url-handler.desktop", program: program,
      variables: { environment[$0] })
  }
}
