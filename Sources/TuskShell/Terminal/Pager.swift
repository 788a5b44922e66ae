import Glibc
import SystemPackage
import TuskCommon

/// A program such as `less` that shows a long answer screen by screen.
final class Pager: Sendable {
  /// Quits at the end of what fits one screen, keeps colors, and leaves what it showed on the screen.
  static let standard = "less -FRX"

  private let input: FileDescriptor
  private let process: pid_t

  /// Starts a pager; `nil` if the command is empty, cannot be started, or is not installed, because an answer must not
  /// be lost with its pager.
  ///
  /// - Parameter command: the program and its arguments; `nil` for what the environment names.
  init?(_ command: String?, _ environment: ProcessEnvironment) {
    let command = command ?? environment.value(of: "PAGER") ?? Self.standard
    guard let name = command.split(separator: " ").first.map(String.init),
      name.contains("/") ? access(name, X_OK) == 0 : environment.program(named: name) != nil,
      let pipe = try? Pipe()
    else { return nil }
    let hasFlags = environment.value(of: "LESS") != nil
    guard let process = Self.start("exec \(command)", reading: pipe.reading, hasFlags: hasFlags) else {
      pipe.close()
      return nil
    }
    try? pipe.reading.close()
    (input, self.process) = (pipe.writing, process)
  }

  private static func start(_ command: String, reading end: FileDescriptor, hasFlags: Bool) -> pid_t? {
    var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, end.rawValue, 0)
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&usual)
    for signal in [SIGINT, SIGQUIT, SIGTSTP, SIGPIPE, SIGTERM] { sigaddset(&usual, signal) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let flags = hasFlags ? "" : "LESS=FRX; export LESS; "
    let texts: [String] = ["sh", "-c", flags + command]
    let words = texts.map { strdup($0) as UnsafeMutablePointer<CChar>? } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    return posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environ) == 0 ? process : nil
  }

  /// - Returns: whether the person still reads.
  func write(_ text: String) -> Bool {
    do throws(Errno) {
      try input.writeAll(text)
      return true
    } catch {
      return false
    }
  }

  /// Ends its input, and waits until the person has left it.
  func finish() {
    try? input.close()
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
  }

  /// Whether a text takes more lines than the terminal shows above the prompt.
  static func isNeeded(for text: String, _ size: Terminal.Size) -> Bool {
    var lines = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines += max((String(line).withoutEscapes.cellWidth + size.columns - 1) / max(size.columns, 1), 1)
      if lines > size.rows { return true }
    }
    return false
  }
}

extension String {
  /// The text without colors and without the addresses of links (OSC 8).
  fileprivate var withoutEscapes: String {
    replacing(/\u{1B}\[[0-9;]*m|\u{1B}\]8;;[^\u{1B}]*\u{1B}\\/, with: "")
  }
}
