import Glibc
package import SystemPackage

/// A program to start and not to wait for, with a list of arguments that no shell reads.
///
/// Scripts run their programs with swift-subprocess, which waits for them on Swift's own threads. This is for a program
/// that outlives this process, and for one that a blocked thread waits for. The library `XCallbackURL` starts the
/// desktop's opener by itself, because it can be used without Tusk.
package struct ProgramStart: Sendable {
  /// What a standard stream of the program is.
  package enum Stream: Sendable {
    /// The stream of this process.
    case inherited
    /// Nothing to read, and nowhere to write.
    case nothing
    case descriptor(FileDescriptor)
  }

  private let path: String
  private let arguments: [String]
  package var input = Stream.nothing
  package var output = Stream.inherited
  package var errors = Stream.inherited
  /// Whether it runs in a session of its own, so that it outlives the terminal.
  package var hasOwnSession = false
  /// What changes in the environment of this process; `nil` for a variable to leave out.
  package var environment: [String: String?] = [:]

  /// - Parameter path: the program; a name without a slash is looked up in the folders of `PATH`.
  package init(_ path: String, _ arguments: [String]) {
    self.path = path
    self.arguments = arguments
  }

  /// Starts the program.
  ///
  /// - Returns: the number of its process, which the caller may wait for.
  /// - Throws: the reason it cannot be started.
  package func start() throws(Errno) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in [input, output, errors].enumerated() {
      switch stream {
      case .inherited: break
      case .nothing:
        posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
      case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor.rawValue, Int32(number))
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    if hasOwnSession { posix_spawnattr_setflags(&attributes, Self.newSession) }
    var words = ([path] + arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    words.append(nil)
    var process: pid_t = 0
    var variables = environment.isEmpty ? [] : changedEnvironment.map { strdup($0) }
    defer { variables.forEach { free($0) } }
    variables.append(nil)
    let number =
      environment.isEmpty
      ? posix_spawnp(&process, path, &actions, &attributes, words, environ)
      : posix_spawnp(&process, path, &actions, &attributes, words, variables)
    guard number == 0 else { throw Errno(rawValue: number) }
    return process
  }

  /// The variables of this process with the changes, each as `NAME=VALUE`.
  private var changedEnvironment: [String] {
    var lines: [String] = []
    var entry = environ
    while let text = entry.pointee {
      let line = String(cString: text)
      if !environment.keys.contains(String(line.prefix { $0 != "=" })) { lines.append(line) }
      entry += 1
    }
    return lines + environment.sorted { $0.key < $1.key }.compactMap { name, value in value.map { "\(name)=\($0)" } }
  }

  /// `POSIX_SPAWN_SETSID` of glibc's `<spawn.h>`, which the Glibc module hides.
  private static let newSession: Int16 = 0x80
}
