import Glibc

/// The programs that tests find by their names: links to the common ones, in a folder of their own, so that it does not
/// matter what else the machine has, such as `zenity`, `kdialog`, `secret-tool` or `xdg-mime`.
package enum TestPrograms {
  /// The folder, for `PATH`.
  package static let folder: String = {
    let folder = "\(BuiltProgram.folder)/test-programs"
    mkdir(folder, 0o755)
    for name in names where access("\(folder)/\(name)", X_OK) != 0 {
      guard let place = places.first(where: { access("\($0)/\(name)", X_OK) == 0 }) else { continue }
      unlink("\(folder)/\(name)")
      symlink("\(place)/\(name)", "\(folder)/\(name)")
    }
    return folder
  }()

  /// Where programs are looked for.
  private static let places =
    ["/usr/bin", "/bin"]
    + (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map(
      String.init)

  private static let names = [
    "awk", "base64", "basename", "cat", "chmod", "cmp", "comm", "cp", "curl", "cut", "date", "dd", "diff", "dirname",
    "echo", "env", "expr", "false", "find", "fold", "grep", "head", "id", "jq", "kill", "ln", "ls", "mkdir", "mkfifo",
    "mktemp", "mv", "nl", "od", "paste", "printf", "ps", "pwd", "python3", "readlink", "realpath", "rev", "rm", "rmdir",
    "sed", "seq", "setsid", "sh", "sha256sum", "shuf", "sleep", "sort", "stat", "stty", "tac", "tail", "tee", "test",
    "timeout", "touch", "tr", "true", "tty", "uname", "uniq", "wc", "xargs", "yes", "[",
  ]
}
