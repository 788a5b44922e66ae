import Glibc
import TuskCommon

/// The environment variables of the process, and the directories derived from them.
package struct ProcessEnvironment: Sendable {
  private let variables: [String: String]

  /// - Parameter variables: the environment; tests pass their own.
  package init(variables: [String: String]) {
    self.variables = variables
  }

  /// The environment of this process. It is read once, and the secrets are taken out of it, so that no program that
  /// Tusk starts receives them.
  package static func ofProcess() -> ProcessEnvironment { process }

  private static let process = {
    let environment = read()
    hide(token)
    hide(journalPassword)
    return environment
  }()

  /// The variable that holds the access token.
  static let token = "TUSK_TOKEN"
  /// The variable that holds the password of the user of a shared journal.
  static let journalPassword = "TUSK_JOURNAL_PASSWORD"

  /// Removes a variable, and overwrites it, because the system would still show it to other processes of the user.
  private static func hide(_ name: String) {
    guard let value = getenv(name) else { return }
    let length = strlen(value)
    // The value follows the name and '='.
    let start = name.utf8.count + 1
    unsetenv(name)
    memset(value - start, 0, start + length)
  }

  private static func read() -> ProcessEnvironment {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
      entry += 1
    }
    return ProcessEnvironment(variables: variables)
  }

  /// The value of a variable; an empty one counts as unset, as in the XDG specification.
  package subscript(name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The value of a variable as it is; `nil` if unset.
  package func value(of name: String) -> String? { variables[name] }

  /// The names of the variables that are set.
  var names: [String] { Array(variables.keys) }

  /// Whether a variable is set to the empty string.
  package func isEmpty(_ name: String) -> Bool { variables[name] == "" }

  /// The home directory.
  package var home: String { self["HOME"] ?? "/" }

  /// The base directory for configuration.
  package var configuration: String { folder("XDG_CONFIG_HOME", ".config") }

  /// The base directory for the history and the sandbox.
  package var state: String { folder("XDG_STATE_HOME", ".local/state") }

  /// The base directory for data that can be fetched again.
  package var cache: String { folder("XDG_CACHE_HOME", ".cache") }

  /// The names of the installed programs that start with a text, sorted; none for an empty text.
  func programs(startingWith typed: String) -> [String] {
    guard !typed.isEmpty else { return [] }
    let folders = (self["PATH"] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    let found = folders.flatMap { folder in
      (FolderNames.all(in: folder) ?? []).filter { $0.hasPrefix(typed) && access("\(folder)/\($0)", X_OK) == 0 }
    }
    return Set(found).sorted()
  }

  /// The path of an installed program; relative directories in `PATH` are ignored.
  func program(named name: String) -> String? {
    let folders = (self["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// A base folder of the XDG specification, which ignores relative paths.
  func baseFolder(_ variable: String) -> String? {
    self[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private func folder(_ variable: String, _ standard: String) -> String {
    "\(baseFolder(variable) ?? "\(home)/\(standard)")/tusk"
  }
}
