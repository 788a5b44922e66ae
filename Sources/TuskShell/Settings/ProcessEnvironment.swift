import Glibc

/// What the process was given by its surroundings: environment variables and the folders that follow from them.
package struct ProcessEnvironment: Sendable {
  private let variables: [String: String]

  /// - Parameter variables: the environment; a test gives its own.
  package init(variables: [String: String]) {
    self.variables = variables
  }

  /// The surroundings of this process.
  package static func ofProcess() -> ProcessEnvironment {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
      entry += 1
    }
    return ProcessEnvironment(variables: variables)
  }

  /// The value of a variable; an empty one counts as not set, as the XDG specification has it.
  package subscript(name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The value of a variable as it is; `nil` where it is not set.
  package func value(of name: String) -> String? { variables[name] }

  /// Whether a variable is set, to nothing.
  package func isEmpty(_ name: String) -> Bool { variables[name] == "" }

  /// The home folder.
  package var home: String { self["HOME"] ?? "/" }

  /// Where what a person configures is kept.
  package var configuration: String { folder("XDG_CONFIG_HOME", ".config") }

  /// Where history and the sandbox are kept.
  package var state: String { folder("XDG_STATE_HOME", ".local/state") }

  /// Where what can be asked for again is kept.
  package var cache: String { folder("XDG_CACHE_HOME", ".cache") }

  /// The path of an installed program; relative folders of the search path are not looked into.
  func program(named name: String) -> String? {
    let folders = (self["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  private func folder(_ variable: String, _ standard: String) -> String {
    let base = self[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(standard)"
    return "\(base)/tusk"
  }
}
