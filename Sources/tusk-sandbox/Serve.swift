import ArgumentParser
import Dispatch
import Glibc
import TuskSandbox

/// The command `tusk-sandbox serve`.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Start the server and print its address and token as one line of JSON.")

  @OptionGroup var state: StateOption
  @Option(help: "The port on 127.0.0.1 (0: the port of the last run, or any free port).")
  var port = 0
  @Option(help: "Stop after this many seconds without a request (0: never).")
  var idle = 900
  @Flag(help: "Enforce rate limits: answer 429, as Mastodon does.")
  var rateLimits = false
  @Option(help: "Of a new instance: stop its clock at this time, in seconds since 1970.")
  var clock: Int?
  @Flag(help: "Of a new instance: no content, and no account but alice.")
  var empty = false
  @Flag(help: "Keep standard output open.")
  var foreground = false

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535") }
    // From 2000 to 2099.
    guard clock.map((946_684_800..<4_102_444_800).contains) ?? true else {
      throw ValidationError("--clock takes a time from 2000 to 2099, in seconds since 1970")
    }
    guard idle >= 0 else { throw ValidationError("--idle takes a number of seconds, or 0 for never") }
  }

  func run() throws {
    var options = SandboxServer.Options()
    options.port = port
    options.idleLimit = idle > 0 ? .seconds(idle) : nil
    options.enforcesRateLimits = rateLimits
    options.staysInForeground = foreground
    options.world.clock = clock
    options.world.isEmpty = empty
    if !foreground { closeInheritedDescriptors() }
    // A reader of the output may end before this program does.
    signal(SIGPIPE, SIG_IGN)
    let server = try reporting { SandboxServer(in: try state.directory, options) }
    wait { try await server.run() }
  }

  /// Closes inherited descriptors, because an ancestor may be waiting until every copy of one is closed.
  private func closeInheritedDescriptors() {
    for descriptor in DescriptorLimit.open where descriptor > STDERR_FILENO { close(descriptor) }
  }

  /// Blocks until the work is done; a synchronous `main` starts faster than an asynchronous one.
  private func wait(for work: @escaping @Sendable () async throws -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        try await work()
      } catch {
        Glibc.exit(ServerFault.report(error))
      }
      done.signal()
    }
    done.wait()
  }
}
