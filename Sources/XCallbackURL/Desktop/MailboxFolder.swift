#if canImport(Glibc)
  import Glibc

  /// The directory of the mailboxes of a user's running processes, which nobody else can enter.
  package struct MailboxFolder: Sendable, Hashable {
    private let folder: String

    package init(_ path: String) {
      folder = path
    }

    /// The mailboxes of the programs that receive the URLs of a scheme.
    ///
    /// - Parameter variables: the environment variables.
    init(for scheme: String, _ variables: @escaping @Sendable (String) -> String?) {
      let base = BaseFolders(variables)
      folder = "\(base.runtime ?? base.state)/x-callback-url/\(scheme.lowercased())"
    }

    func path(of process: pid_t, _ name: String) -> String { "\(folder)/\(process)\(name.isEmpty ? "" : "-\(name)")" }

    /// Creates the directory if it does not exist.
    ///
    /// - Throws: ``Failure`` if it cannot be created, or other users could enter it.
    func make() throws(Failure) {
      guard try !isThere() else { return }
      let parts = folder.split(separator: "/").map { "/\($0)" }
      for count in 1...parts.count where mkdir(parts[..<count].joined(), 0o700) != 0 {
        guard errno == EEXIST || errno == EROFS || errno == EISDIR else { throw .unmade(folder) }
      }
      guard try isThere() else { throw .unmade(folder) }
    }

    /// Whether the directory exists.
    ///
    /// - Throws: ``Failure`` if the path is something else, or other users could enter it.
    private func isThere() throws(Failure) -> Bool {
      var facts = stat()
      guard lstat(folder, &facts) == 0 else { return false }
      guard facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == getuid(), facts.st_mode & 0o077 == 0 else {
        throw .open(folder)
      }
      return true
    }

    /// Offers a URL to the running processes, one after the other, until one takes it.
    ///
    /// - Returns: whether a process took it.
    package func deliver(_ url: CallbackURL) throws(Failure) -> Bool {
      // A process that was told to go on and does not answer may still act later, so no other process may; but only the
      // process that called can use a callback, and it must not wait because another one is stopped or ends.
      guard url.isCallbackAddress else { return try offer(url, within: .seconds(5)) { $0 != .refused } }
      for patience in [.milliseconds(500), .seconds(5)] as [Duration] {
        if try offer(url, within: patience, { $0 == .taken }) { return true }
      }
      return false
    }

    /// - Parameters:
    ///   - patience: the time that a process may take to accept the connection, and then to listen.
    ///   - isTaken: whether a receipt, `nil` if it did not come, ends the search.
    private func offer(
      _ url: CallbackURL, within patience: Duration, _ isTaken: (Mailbox.Receipt?) -> Bool
    ) throws(Failure) -> Bool {
      for box in try boxes() {
        guard let connection = try LocalSocket.connected(to: box.path, within: patience) else {
          if kill(box.process, 0) != 0, errno == ESRCH { unlink(box.path) }
          continue
        }
        connection.send(line: url.description)
        guard connection.receivedLine(atMost: 64, within: patience) == Mailbox.ready else { continue }
        connection.send(line: Mailbox.go)
        let receipt = connection.receivedLine(atMost: 64, within: .seconds(5))
        if isTaken(receipt.flatMap { Mailbox.Receipt(rawValue: $0) }) { return true }
      }
      return false
    }

    /// The mailboxes, those of the newest processes first.
    private func boxes() throws(Failure) -> [(process: pid_t, path: String)] {
      guard try isThere(), let directory = opendir(folder) else { return [] }
      defer { closedir(directory) }
      var boxes: [(process: pid_t, path: String)] = []
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let number = name.prefix { $0 != "-" }
        if let process = pid_t(number), process > 0 { boxes.append((process, "\(folder)/\(name)")) }
      }
      return boxes.sorted { $0.process > $1.process }
    }
  }

  extension Failure {
    fileprivate static func unmade(_ path: String) -> Failure { .system("cannot create \(path)") }

    fileprivate static func open(_ path: String) -> Failure {
      Failure(.badSettings, "\(path) must be a directory that only you can enter; run: chmod 700 \(path)")
    }
  }
#endif
