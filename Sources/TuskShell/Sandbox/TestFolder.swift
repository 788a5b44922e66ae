import Glibc
import TuskActions
import TuskCommon
import XCallbackURL

/// The folder that one test has for its sandbox, its journal and its settings, so that it sees no account of the person.
struct TestFolder {
  private let path: String

  /// - Throws: ``Failure`` if it cannot be created.
  init(in base: String) throws(Failure) {
    var template = Array("\(base)\(Self.mark)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .noFolder(base) }
    let made = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? base
    // Relative folders of the XDG specification would be ignored, and the person's own used.
    path = ScriptFile.absolute(made)
    guard path.hasPrefix("/") else { throw .noFolder(base) }
  }

  /// Whether these settings are in a folder of this kind, as those of a test are.
  static func contains(_ environment: ProcessEnvironment) -> Bool {
    [environment.state, environment.configuration, environment.cache].allSatisfy { $0.contains(Self.mark) }
  }

  private static let mark = "/tusk-sandbox-"

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
    // One that is still starting holds no lock yet.
    for process in Self.processes(naming: path) { kill(process, SIGKILL) }
    Self.remove(path)
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
