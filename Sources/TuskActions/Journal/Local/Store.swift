import Glibc
import JSONValue
import TuskCommon
import XCallbackURL

/// The open files of the journal, and the registration of this process as a writer.
final class Store {
  let database: Database
  private let locks: LockRegistry
  private var registered: Int?

  /// The value that marks claims of this process; matches none before ``register()``.
  var ownClaim: Cell { registered.map(Cell.int) ?? .null }

  /// Opens the journal, creating it if it is missing.
  static func open(path: String) throws(Failure) -> Store {
    try PrivateFile(path).ifUnlocked { () throws(Failure) in
      // This file is created after the tables of the journal.
      let isExpected = try exists("\(path).runners")
      try createFile(path, isExpected: isExpected)
      let database = try Database(path: path)
      try Schema.establish(in: database, path: path, isExpected: isExpected)
      return Store(database: database, locks: try LockRegistry(path: "\(path).runners"))
    }
  }

  private init(database: Database, locks: LockRegistry) {
    self.database = database
    self.locks = locks
  }

  /// Gives this process a number for its claims; in a separate transaction, because a first claim that is rolled back
  /// must not remove the number.
  func register() throws(Failure) {
    guard registered == nil else { return }
    let number = Int.random(in: 1...(1 << 62))
    try locks.hold(number)
    try database.transaction { () throws(Failure) in
      try removeDeadRunners()
      try database.run("INSERT INTO runner (id, process) VALUES (?, ?)", .int(number), .int(Int(getpid())))
    }
    registered = number
  }

  /// The process that made a claim, if it still runs.
  func worker(of runner: Int) throws(Failure) -> Worker? {
    guard runner != registered else { return Worker(process: Int(getpid())) }
    guard try locks.isHeld(runner) else { return nil }
    return try database.first("SELECT process FROM runner WHERE id = ?", .int(runner)) { Worker(process: $0.int(0)) }
  }

  private func removeDeadRunners() throws(Failure) {
    for runner in try database.all("SELECT id FROM runner", read: { $0.int(0) }) where try !locks.isHeld(runner) {
      try database.run("DELETE FROM runner WHERE id = ?", .int(runner))
    }
  }

  /// Reads JSON that this journal wrote; lists built by a script may be nested deeper than server responses.
  func value(_ text: String?) throws(Failure) -> JSON {
    guard let text else { return .null }
    guard let value = try? JSON(parsing: text, depth: 1024) else { throw .unreadable(text) }
    return value
  }

  /// Makes sure that the file exists and is private, and leaves no descriptor open: closing one later would release the
  /// locks that SQLite holds on the same file.
  private static func createFile(_ path: String, isExpected: Bool) throws(Failure) {
    guard try !exists(path) else {
      _ = try exists("\(path)-wal")
      return
    }
    guard !isExpected else { throw .lost(path) }
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system("cannot create \(path)") }
    fchmod(descriptor, 0o600)
    close(descriptor)
  }

  private static func exists(_ path: String) throws(Failure) -> Bool {
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      guard errno == ENOENT else { throw .system("cannot read \(path)") }
      return false
    }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }
    guard facts.st_mode & 0o077 == 0 else { throw .readableByOthers(path) }
    return true
  }
}

extension Failure {
  /// A journal without its entries would let everything be done again.
  static func lost(_ path: String) -> Failure {
    .unusable("the journal \(path) is missing or empty, although other files show that it had entries", path)
  }

  static func damagedJournal(_ path: String, _ detail: String = "") -> Failure {
    .unusable("the journal \(path) is damaged\(detail.isEmpty ? "" : " (\(detail))")", path)
  }

  /// The files beside it show that there was a journal, so that moving it alone away would not start a new one.
  private static func unusable(_ message: String, _ path: String) -> Failure {
    let command = "rm -f \(path) \(path)-wal \(path).runners"
    return Failure(
      .badSettings,
      "\(message); restore it, or to start a new one, after which scripts may repeat what they did: \(command)")
  }

  fileprivate static func unreadable(_ text: String) -> Failure {
    Failure(.badSettings, "the journal is damaged: '\(text.prefix(40))' is not JSON")
  }

  fileprivate static func notAFile(_ path: String) -> Failure {
    Failure(.badSettings, "\(path) is not a file; move it away")
  }
}
