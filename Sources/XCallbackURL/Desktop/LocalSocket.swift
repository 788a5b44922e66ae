#if canImport(Glibc)
  import Glibc

  /// A Unix stream socket between processes of one user.
  struct LocalSocket: ~Copyable {
    let descriptor: Int32

    private init(_ descriptor: Int32) {
      self.descriptor = descriptor
    }

    deinit {
      close(descriptor)
    }

    /// Listens at this path for connections by the same user.
    ///
    /// - Throws: ``Failure`` if the socket cannot be created.
    static func listening(at path: String) throws(Failure) -> LocalSocket {
      let socket = try made(path)
      unlink(path)
      guard named(path, { bind(socket.descriptor, $0, $1) }) == 0, chmod(path, 0o600) == 0,
        listen(socket.descriptor, 16) == 0
      else { throw .unusable(path) }
      return socket
    }

    /// Connects to the process listening at this path.
    ///
    /// - Parameter time: how long to wait for a place in the queue of a process that accepts no connections, because it
    ///   is stopped, for instance; then also the limit of each wait to send.
    /// - Returns: `nil` if no process of this user listens there, or its queue remains full.
    static func connected(to path: String, within time: Duration) throws(Failure) -> LocalSocket? {
      let socket = try made(path)
      // Not O_NONBLOCK with poll(): poll() does not wait for a place in the queue of a Unix socket.
      let (seconds, attoseconds) = time.components
      var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
      let size = socklen_t(MemoryLayout<timeval>.size)
      guard setsockopt(socket.descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size) == 0 else { throw .unusable(path) }
      guard named(path, { connect(socket.descriptor, $0, $1) }) == 0, socket.isOfSameUser else { return nil }
      return socket
    }

    private static func made(_ path: String) throws(Failure) -> LocalSocket {
      guard path.utf8.count < longestPath else { throw .tooLong(path) }
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { throw .unusable(path) }
      return LocalSocket(descriptor)
    }

    /// Waits for connections until ``stop()``.
    ///
    /// - Parameter serve: gets each connection by the same user; others are closed.
    func acceptConnections(_ serve: (borrowing LocalSocket) -> Void) {
      while true {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, -1) > 0 || errno == EINTR else { return }
        guard waiting.revents & Int16(POLLHUP) == 0 else { return }
        let found = waiting.revents != 0 ? accept(descriptor, nil, nil) : -1
        guard found >= 0 else {
          // Out of descriptors, until others are closed.
          if errno == EMFILE || errno == ENFILE { usleep(100_000) }
          continue
        }
        _ = fcntl(found, F_SETFD, FD_CLOEXEC)
        let connection = LocalSocket(found)
        if connection.isOfSameUser { serve(connection) }
      }
    }

    /// Ends the wait for connections.
    func stop() {
      shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Whether the peer runs as the same user, according to the kernel.
    private var isOfSameUser: Bool {
      // Process, user and group: `struct ucred`, which the Glibc module hides.
      var peer: (pid: Int32, uid: UInt32, gid: UInt32) = (0, .max, .max)
      var length = socklen_t(MemoryLayout.size(ofValue: peer))
      return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer.uid == getuid()
    }

    /// Sends a line. Errors are ignored, because no answer will arrive then either.
    func send(line: String) {
      var rest = Array((line + "\n").utf8)[...]
      while !rest.isEmpty {
        // A peer that has gone must not end this process by SIGPIPE.
        let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    /// The next line from the peer; `nil` if it is too long, takes too long, or is not UTF-8.
    func receivedLine(atMost limit: Int, within time: Duration) -> String? {
      let end = ContinuousClock.now + time
      var bytes: [UInt8] = []
      var block = [UInt8](repeating: 0, count: 4096)
      while bytes.count <= limit {
        let rest = end - .now
        guard rest > .zero, isReadable(within: rest) else { return nil }
        let count = recv(descriptor, &block, block.count, Int32(MSG_DONTWAIT))
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return nil }
        bytes += block[..<count]
        // Neither side sends more than the line the other waits for.
        if bytes.last == UInt8(ascii: "\n") { return String(validating: bytes.dropLast(), as: UTF8.self) }
      }
      return nil
    }

    private func isReadable(within time: Duration) -> Bool {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let (seconds, attoseconds) = time.components
      return poll(&waiting, 1, Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)) >= 0
        || errno == EINTR
    }

    /// The size of `sun_path`, including the final NUL.
    private static let longestPath = 108

    private static func named(
      _ path: String, _ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(longestPath - 1)) }
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { use($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
      }
    }
  }

  extension Failure {
    fileprivate static func unusable(_ path: String) -> Failure { .system("cannot use the socket \(path)") }

    fileprivate static func tooLong(_ path: String) -> Failure {
      Failure(.badSettings, "\(path) is too long for a socket path; set XDG_RUNTIME_DIR to a shorter directory")
    }
  }
#endif
