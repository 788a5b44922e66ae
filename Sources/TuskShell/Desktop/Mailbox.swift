import Glibc
package import XCallbackURL

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
  private let stop: WakePipe

  /// Opens the mailbox of this process.
  ///
  /// - Parameters:
  ///   - folder: the directory of all mailboxes.
  ///   - take: examines a URL on the mailbox's thread; must not wait for a person.
  /// - Throws: ``Failure`` if it cannot be opened.
  package init(in folder: MailboxFolder, take: @escaping @Sendable (CallbackURL) -> Receipt) throws(Failure) {
    try folder.make()
    path = folder.path(of: getpid())
    guard let stop = WakePipe() else { throw .noDescriptors }
    self.stop = stop
    let socket = try LocalSocket.listening(at: path)
    let listener = Listener(socket: consume socket, stop: stop, take: take)
    let context = Unmanaged.passRetained(listener)
    var thread = pthread_t()
    guard pthread_create(&thread, nil, { run($0) }, context.toOpaque()) == 0 else {
      context.release()
      throw .noDescriptors
    }
    pthread_detach(thread)
  }

  deinit {
    unlink(path)
    stop.send(0)
  }
}

/// The state of a mailbox's thread.
private final class Listener: Sendable {
  private let socket: LocalSocket
  private let stop: WakePipe
  private let take: @Sendable (CallbackURL) -> Mailbox.Receipt

  init(
    socket: consuming sending LocalSocket, stop: WakePipe, take: @escaping @Sendable (CallbackURL) -> Mailbox.Receipt
  ) {
    self.socket = socket
    self.stop = stop
    self.take = take
  }

  func serve() {
    while true {
      var waiting = [
        pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stop.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, 2, -1) > 0 || errno == EINTR else { return }
      guard waiting[1].revents == 0 else { return }
      if waiting[0].revents != 0, let connection = socket.accepted() { answer(connection) }
    }
  }

  /// Takes a URL only while its sender still waits, because otherwise another process may carry it out.
  private func answer(_ connection: borrowing LocalSocket) {
    guard let text = connection.receivedLine(atMost: CallbackURL.longestText, within: Self.patience),
      let url = try? CallbackURL(parsing: text)
    else { return connection.send(line: Mailbox.Receipt.refused.rawValue) }
    connection.send(line: Mailbox.ready)
    guard connection.receivedLine(atMost: 64, within: Self.patience) == Mailbox.go else { return }
    connection.send(line: take(url).rawValue)
  }

  /// The time a peer may take for a line, during which others wait.
  private static let patience = Duration.milliseconds(500)
}

private func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<Listener>.fromOpaque(context).takeRetainedValue().serve()
  return nil
}

extension Failure {
  fileprivate static let noDescriptors = Failure(
    .badSettings, "cannot wait for URLs: out of file descriptors or threads")
}
