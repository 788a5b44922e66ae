#if os(Linux) || os(macOS)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #endif

  /// Runs a program with a list of arguments, without a shell.
  struct ChildProcess {
    /// The path of the program.
    let path: String
    let arguments: [String]

    /// How the program ended.
    enum Ending: Sendable, Hashable {
      case exited(Int32)
      case signalled(Int32)
    }

    /// The program could not be started; has the system's error number.
    typealias NotStarted = DetachedThread.NotStarted

    /// Runs the program and waits for its end on a separate thread, which outlives a canceled wait so that the child is
    /// reaped.
    func ending() async throws -> Ending {
      let ending = OneShot<Ending>()
      try DetachedThread.start {
        do {
          ending.settle(.success(try waitForEnd()))
        } catch {
          ending.settle(.failure(error))
        }
      }
      return try await ending.value()
    }

    private func waitForEnd() throws -> Ending {
      let process = try spawn()
      var status: Int32 = 0
      var found = waitpid(process, &status, 0)
      while found < 0, errno == EINTR { found = waitpid(process, &status, 0) }
      // If the host program ignores SIGCHLD, the system reaps the child and the status is lost.
      guard found == process else { return .exited(0) }
      // The low seven bits are the signal, and the next byte is the exit status.
      return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
    }

    /// Starts the program in its own process group, so that Control-C does not reach it, without input or output.
    private func spawn() throws -> pid_t {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
      #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
      #endif
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      for descriptor in Int32(0)...2 {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY, 0)
      }
      for descriptor in Self.inheritable { posix_spawn_file_actions_addclose(&actions, descriptor) }
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      var signals = sigset_t()
      sigemptyset(&signals)
      posix_spawnattr_setsigmask(&attributes, &signals)
      posix_spawnattr_setflags(&attributes, Self.flags)
      var words = ([path] + arguments).map { strdup($0) }
      defer { words.forEach { free($0) } }
      words.append(nil)
      var process: pid_t = 0
      let number = posix_spawn(&process, path, &actions, &attributes, words, environ)
      guard number == 0 else { throw NotStarted(number: number) }
      return process
    }

    #if canImport(Darwin)
      private static let flags = Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT)
    #else
      /// `POSIX_SPAWN_SETPGROUP` and `POSIX_SPAWN_SETSIGMASK` of `<spawn.h>`, which the Glibc module hides.
      private static let flags: Int16 = 0x02 | 0x08
    #endif

    /// The open descriptors to close in the child; closing one that is closed by then does no harm.
    private static var inheritable: [Int32] {
      #if canImport(Darwin)
        []
      #else
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.compactMap { Int32($0) }.filter {
          $0 > 2
        }
          ?? []
      #endif
    }
  }
#endif
