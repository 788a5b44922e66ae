import Glibc
package import XCallbackURL

/// Where a running process gets the URLs that the desktop has handed to another one, which was started for that.
///
/// It is a socket in a folder that only its user can enter, and takes one URL a connection.
package final class Mailbox: Sendable {
  /// What became of a URL.
  package enum Receipt: String, Sendable, Hashable {
    /// It was the answer to a call that waited here, or will be carried out here.
    case taken
    /// It is nothing to this process.
    case refused
  }

  /// What this process says when it has read a URL, and what it waits for before it takes it.
  static let ready = "ready", go = "go"

  private let path: String
  private let stop: WakePipe

  /// Opens the box of this process.
  ///
  /// - Parameters:
  ///   - folder: where all boxes are.
  ///   - take: looks at a URL, on a thread of the mailbox, and does not wait for people.
  /// - Throws: ``Failure`` where it cannot be opened.
  package init(in folder: MailboxFolder, take: @escaping @Sendable (CallbackURL) -> Receipt) throws(Failure) {
    try folder.make()
    path = folder.path(of: getpid())
    guard let stop = WakePipe() else { throw .noDescriptors }
    self.stop = stop
    let socket = try LocalSocket.listening(at: path)
    let post = Post(socket: consume socket, stop: stop, take: take)
    let context = Unmanaged.passRetained(post)
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

/// What the thread of a mailbox works with.
private final class Post: Sendable {
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

  /// Takes a URL only when who brought it still waits, because it may be carried out elsewhere otherwise.
  private func answer(_ connection: borrowing LocalSocket) {
    guard let text = connection.receivedLine(atMost: CallbackURL.longestText, within: Self.patience),
      let url = try? CallbackURL(parsing: text)
    else { return connection.send(line: Mailbox.Receipt.refused.rawValue) }
    connection.send(line: Mailbox.ready)
    guard connection.receivedLine(atMost: 64, within: Self.patience) == Mailbox.go else { return }
    connection.send(line: take(url).rawValue)
  }

  /// How long a peer may take for a line; others wait meanwhile.
  private static let patience = Duration.milliseconds(500)
}

private func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<Post>.fromOpaque(context).takeRetainedValue().serve()
  return nil
}

extension Failure {
  fileprivate static let noDescriptors = Failure(.badSettings, "no file or thread is left to wait for URLs with")
}
