#if canImport(Glibc)
  /// Hands callbacks to a process that listens for them, and others to the next opener.
  struct HandingOpener: URLOpener {
    private let beyond: any URLOpener
    private let folder: @Sendable (_ scheme: String) -> MailboxFolder

    init(beyond: any URLOpener, folder: @escaping @Sendable (_ scheme: String) -> MailboxFolder) {
      self.beyond = beyond
      self.folder = folder
    }

    func open(_ url: CallbackURL) async throws {
      if url.isCallbackAddress, try folder(url.scheme).deliver(url) { return }
      try await beyond.open(url)
    }
  }
#endif
