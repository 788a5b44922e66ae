#if canImport(Glibc)
  import Glibc

  /// Receives URLs for this process from other processes, which the desktop starts to open them.
  ///
  /// It is a socket in a directory that only its user can enter, and accepts one URL per connection.
  package final class Mailbox: Sendable {
    /// The outcome of delivering a URL.
    package enum Receipt: String, Sendable, Hashable {
      /// The URL answered a call that waits here, or will be carried out here.
      case taken
      /// The URL does not concern this process.
      case refused
    }

    /// What the receiver sends after reading a URL, and what it waits for before taking it.
    static let ready = "ready", go = "go"

    private let path: String
    private let listener: Listener

    /// Opens a mailbox of this process.
    ///
    /// - Parameters:
    ///   - folder: the directory of all mailboxes.
    ///   - name: distinguishes several mailboxes of this process there.
    ///   - take: examines a URL on the mailbox's thread; must not wait for a person.
    /// - Throws: ``Failure`` if it cannot be opened.
    package init(
      in folder: MailboxFolder, named name: String = "", take: @escaping @Sendable (CallbackURL) -> Receipt
    ) throws(Failure) {
      try folder.make()
      path = folder.path(of: getpid(), name)
      let socket = try LocalSocket.listening(at: path)
      listener = Listener(socket: consume socket, take: take)
      do {
        try DetachedThread.start { [listener] in listener.serve() }
      } catch {
        throw .noThread
      }
    }

    deinit {
      unlink(path)
      listener.stop()
    }
  }

  /// The state of a mailbox's thread.
  private final class Listener: Sendable {
    private let socket: LocalSocket
    private let take: @Sendable (CallbackURL) -> Mailbox.Receipt

    init(socket: consuming sending LocalSocket, take: @escaping @Sendable (CallbackURL) -> Mailbox.Receipt) {
      self.socket = socket
      self.take = take
    }

    func serve() {
      socket.acceptConnections { answer($0) }
    }

    func stop() {
      socket.stop()
    }

    /// Takes a URL only while its sender still waits, because otherwise another process may carry it out.
    private func answer(_ connection: borrowing LocalSocket) {
      guard let text = connection.receivedLine(atMost: CallbackURL.longestText, within: Self.patience),
        let url = try? CallbackURL(parsing: text, mode: .lenient)
      else { return connection.send(line: Mailbox.Receipt.refused.rawValue) }
      connection.send(line: Mailbox.ready)
      guard connection.receivedLine(atMost: 64, within: Self.patience) == Mailbox.go else {
        return connection.send(line: Mailbox.Receipt.refused.rawValue)
      }
      connection.send(line: take(url).rawValue)
    }

    /// The time a peer may take for a line, during which others wait.
    private static let patience = Duration.milliseconds(500)
  }

  extension Failure {
    fileprivate static let noThread = Failure(.badSettings, "cannot wait for URLs: out of threads")
  }
#endif
