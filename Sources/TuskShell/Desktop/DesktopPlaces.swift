import XCallbackURL

extension MailboxFolder {
  /// The mailboxes of the user's running tusks.
  package init(_ environment: ProcessEnvironment) {
    let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    self.init(runtime.map { "\($0)/tusk" } ?? "\(environment.state)/run")
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
