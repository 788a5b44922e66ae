import Glibc
import TuskActions
import TuskCommon
package import XCallbackURL

/// The directory of the mailboxes of a user's running processes, which nobody else can enter.
package struct MailboxFolder: Sendable, Hashable {
  private let folder: String

  package init(_ environment: ProcessEnvironment) {
    let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    folder = runtime.map { "\($0)/tusk" } ?? "\(environment.state)/run"
  }

  /// The time a process may take for a line.
  private static let patience = Duration.seconds(5)

  func path(of process: pid_t) -> String { "\(folder)/\(process)" }

  /// Creates the directory if it does not exist.
  ///
  /// - Throws: ``Failure`` if it cannot be created, or other users could enter it.
  func make() throws(Failure) {
    try PrivateFolder.make(folder)
  }

  /// Offers a URL to the running processes, one after the other, until one takes it.
  ///
  /// - Returns: whether a process took it.
  package func deliver(_ url: CallbackURL) throws(Failure) -> Bool {
    for process in try processes() {
      guard let connection = try LocalSocket.connected(to: path(of: process)) else {
        if kill(process, 0) != 0, errno == ESRCH { unlink(path(of: process)) }
        continue
      }
      connection.send(line: url.description)
      guard connection.receivedLine(atMost: 64, within: Self.patience) == Mailbox.ready else { continue }
      connection.send(line: Mailbox.go)
      // A process that was told to go on and does not answer may still act later, so no other process may.
      if connection.receivedLine(atMost: 64, within: Self.patience) != Mailbox.Receipt.refused.rawValue { return true }
    }
    return false
  }

  /// The processes with a mailbox, newest first.
  private func processes() throws(Failure) -> [pid_t] {
    guard try PrivateFolder.isThere(folder), let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var processes: [pid_t] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let process = pid_t(name), process > 0 { processes.append(process) }
    }
    return processes.sorted(by: >)
  }
}

/// A directory of mode 0700 that belongs to this user.
enum PrivateFolder {
  static func make(_ path: String) throws(Failure) {
    guard try !isThere(path) else { return }
    try PrivateFile.makeFolder(of: "\(path)/mailbox")
    guard try isThere(path) else { throw .unmade(path) }
  }

  /// Whether the directory exists.
  ///
  /// - Throws: ``Failure`` if the path is something else, or other users could enter it.
  static func isThere(_ path: String) throws(Failure) -> Bool {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return false }
    guard facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == getuid(), facts.st_mode & 0o077 == 0 else {
      throw .open(path)
    }
    return true
  }
}

extension Failure {
  fileprivate static func unmade(_ path: String) -> Failure {
    Failure(.badSettings, "cannot create \(path): \(SystemError.reason(errno))")
  }

  fileprivate static func open(_ path: String) -> Failure {
    Failure(.badSettings, "\(path) must be a directory that only you can enter; run: chmod 700 \(path)")
  }
}
