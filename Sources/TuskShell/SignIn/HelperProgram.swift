import Glibc

/// A program that is run for a secret: no shell reads its words, and what it prints is seen by nobody else.
///
/// It is run on the thread that wants the secret, because all others may wait for that thread.
struct HelperProgram {
  let path: String
  let arguments: [String]
  /// What stands on its standard input.
  var input = ""
  /// Whether a person may see what it complains about.
  var showsErrors = true
  /// How long it may take, in seconds.
  var limit = 120

  /// How it ended.
  enum Ending: Sendable, Hashable {
    /// It printed this and ended with status 0.
    case printed(String)
    /// It ended with another status, or with 128 and a signal.
    case failed(status: Int32)
    /// It could not be started, for the system's reason of this number.
    case notStarted(Int32)
    /// It printed too much, or no text, or took too long.
    case useless
  }

  /// Runs the program and waits for its end. The process must ignore SIGPIPE.
  func run() -> Ending {
    guard let source = Self.pipe(), let output = Self.pipe() else { return .notStarted(errno) }
    var process: pid_t = 0
    let number = spawn(&process, source.reading, output.writing)
    close(source.reading)
    close(output.writing)
    defer { close(output.reading) }
    guard number == 0 else {
      close(source.writing)
      return .notStarted(number)
    }
    // A secret is shorter than what a pipe takes at once.
    let bytes = Array(input.utf8.prefix(65_536))
    _ = bytes.withUnsafeBytes { write(source.writing, $0.baseAddress, $0.count) }
    close(source.writing)
    let printed = all(from: output.reading)
    if printed == nil { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard let printed else { return .useless }
    guard status == 0 else { return .failed(status: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F) }
    return String(validating: printed, as: UTF8.self).map { .printed($0) } ?? .useless
  }

  private static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private func spawn(_ process: inout pid_t, _ source: Int32, _ target: Int32) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, source, 0)
    posix_spawn_file_actions_adddup2(&actions, target, 1)
    if !showsErrors { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
    var words = ([path] + arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    words.append(nil)
    return posix_spawn(&process, path, &actions, nil, words, environ)
  }

  /// Everything up to the end; `nil` where that is too much or takes too long.
  private func all(from descriptor: Int32) -> [UInt8]? {
    let end = Self.seconds() + limit
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= 65_536 {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let found = poll(&waiting, 1, Int32(max(end - Self.seconds(), 0)) * 1000)
      if found < 0, errno == EINTR { continue }
      guard found > 0 else { return nil }
      let count = read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += block[..<count]
    }
    return nil
  }

  private static func seconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec)
  }
}
