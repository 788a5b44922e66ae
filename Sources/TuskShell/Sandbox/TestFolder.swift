import Glibc
import TuskActions
import TuskCommon
import XCallbackURL

/// The folder that one test has for its sandbox, its journal and its settings, so that it sees no account of the person.
struct TestFolder {
  private let path: String

  /// - Throws: ``Failure`` if it cannot be created.
  init(in base: String) throws(Failure) {
    var template = Array("\(base)/tusk-sandbox-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .noFolder(base) }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? base
  }

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
    SandboxServer(folder: "\(path)/state/tusk/sandbox", program: nil).discard()
    Self.remove(path)
  }

  /// Removes a file, or a folder with what is in it.
  private static func remove(_ path: String) {
    guard unlink(path) != 0, let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { remove("\(path)/\(name)") }
    }
    closedir(directory)
    rmdir(path)
  }
}

extension Failure {
  fileprivate static func noFolder(_ base: String) -> Failure {
    Failure(.unwritableFile, "cannot create a folder in '\(base)': \(SystemError.reason(errno))")
  }
}
