import Glibc
import TuskActions
import TuskCommon
import XCallbackURL

/// The folder that one test has for its sandbox, its journal and its settings, so that it sees no account of the person.
struct TestFolder {
  private let path: String
  /// A file in it, locked as long as the run that made it lives.
  private let lock: Int32

  /// Removes the folders of runs that were killed, too.
  ///
  /// - Throws: ``Failure`` if it cannot be created.
  init(in base: String) throws(Failure) {
    Self.sweep(base)
    var template = Array("\(base)/tusk-new-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .noFolder(base) }
    let made = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? base
    // It gets its name when it is locked, so that it is not taken for that of a run that was killed.
    let named = "\(base)\(Self.mark)\(made.suffix(6))"
    lock = open("\(made)/\(Self.lockName)", O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0, rename(made, named) == 0 else { throw .noFolder(base) }
    // Relative folders of the XDG specification would be ignored, and the person's own used.
    path = ScriptFile.absolute(named)
    guard path.hasPrefix("/") else { throw .noFolder(base) }
  }

  private static func sweep(_ base: String) {
    for name in FolderNames.all(in: base) ?? [] where "/\(name)".hasPrefix(mark) {
      let folder = ScriptFile.absolute("\(base)/\(name)")
      let lock = open("\(folder)/\(lockName)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard lock >= 0 else { continue }
      defer { close(lock) }
      var facts = stat()
      guard fstat(lock, &facts) == 0, facts.st_uid == geteuid(), flock(lock, LOCK_EX | LOCK_NB) == 0 else { continue }
      remove(allOf: folder)
    }
  }

  /// Whether these settings are in a folder of this kind, as those of a test are.
  static func contains(_ environment: ProcessEnvironment) -> Bool {
    [environment.state, environment.configuration, environment.cache].allSatisfy { $0.contains(Self.mark) }
  }

  private static let mark = "/tusk-sandbox-"
  private static let lockName = ".test"

  /// What the environment of a test changes; `nil` for a variable that it lacks.
  ///
  /// - Parameter names: the variables that are set.
  func environment(without names: some Sequence<String>) -> [String: String?] {
    let kept = ["TUSK_SANDBOX_PROGRAM", "TUSK_PLAIN"]
    var changes: [String: String?] = [:]
    for name in names where name.hasPrefix("TUSK_") && !kept.contains(name) { changes[name] = .some(nil) }
    for (name, folder) in [("CONFIG", "configuration"), ("STATE", "state"), ("CACHE", "cache"), ("DATA", "data")] {
      changes["XDG_\(name)_HOME"] = "\(path)/\(folder)"
    }
    // Times of day mean the same on every machine.
    changes["TZ"] = "UTC"
    return changes
  }

  /// Ends the sandbox and removes everything.
  func remove() {
    Self.remove(allOf: path)
    close(lock)
  }

  private static func remove(allOf path: String) {
    // One that is still starting holds no lock yet.
    for process in processes(naming: path) { kill(process, SIGKILL) }
    for name in FolderNames.all(in: path) ?? [] where name != lockName { remove("\(path)/\(name)") }
    remove(path)
  }

  /// The processes that have a path within this folder as an argument: only this test's.
  private static func processes(naming folder: String) -> [pid_t] {
    var found: [pid_t] = []
    for name in FolderNames.all(in: "/proc") ?? [] {
      guard let process = pid_t(name), process != getpid() else { continue }
      let descriptor = open("/proc/\(name)/cmdline", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &bytes, bytes.count)
      let words = bytes.prefix(max(count, 0)).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      if words.contains(where: { $0.hasPrefix(folder + "/") }) { found.append(process) }
    }
    return found
  }

  /// Removes a file, or a folder with what is in it.
  private static func remove(_ path: String) {
    guard unlink(path) != 0, let names = FolderNames.all(in: path) else { return }
    for name in names { remove("\(path)/\(name)") }
    rmdir(path)
  }
}

extension Failure {
  fileprivate static func noFolder(_ base: String) -> Failure {
    Failure(.unwritableFile, "cannot create a folder in '\(base)': \(SystemError.reason(errno))")
  }
}
