/// The directories of the XDG Base Directory specification, for this process.
struct BaseFolders: Sendable {
  private let variables: @Sendable (String) -> String?

  /// - Parameter variables: the environment variables.
  init(_ variables: @escaping @Sendable (String) -> String?) {
    self.variables = variables
  }

  /// The user's settings.
  var config: String { absolute("XDG_CONFIG_HOME") ?? "\(home)/.config" }
  /// The user's data.
  var data: String { absolute("XDG_DATA_HOME") ?? "\(home)/.local/share" }
  /// What programs keep between their runs.
  var state: String { absolute("XDG_STATE_HOME") ?? "\(home)/.local/state" }
  /// What exists while the user is logged in; `nil` if there is no such directory.
  var runtime: String? { absolute("XDG_RUNTIME_DIR") }
  /// The settings of all users, the most important first.
  var sharedConfig: [String] { list("XDG_CONFIG_DIRS") ?? ["/etc/xdg"] }
  /// The data of all users, the most important first.
  var sharedData: [String] { list("XDG_DATA_DIRS") ?? ["/usr/local/share", "/usr/share"] }
  /// The names of the desktop that runs, in lower case.
  var desktops: [String] {
    (variables("XDG_CURRENT_DESKTOP") ?? "").split(separator: ":").map { $0.lowercased() }
  }

  private var home: String { absolute("HOME") ?? "/" }

  /// Relative paths count as unset, as the specification requires.
  private func absolute(_ name: String) -> String? {
    variables(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private func list(_ name: String) -> [String]? {
    let folders = (variables(name) ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    return folders.isEmpty ? nil : folders
  }
}
