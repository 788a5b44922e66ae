import Dispatch
import Glibc
import Testing
import TuskRuntime
import XCallbackURL

/// What programs inherit, and how they are ended.
@Suite(.timeLimit(.minutes(1)))
struct ProgramSurroundingsTests {
  @Test func signalsAreAsAProgramExpectsThem() async throws {
    signal(SIGPIPE, SIG_IGN)
    let result = try await ProgramChain([["grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"]]).run(
      input: .nothing, output: .captured)
    let masks = try result.text().split(separator: "\n").map { UInt64($0.suffix(16), radix: 16) }
    // Those above 31 belong to glibc, which ignores two of them in every program that posix_spawn starts.
    #expect(masks.map { $0.map { $0 & 0x7FFF_FFFF } } == [0, 0])
  }

  @Test func noOtherFileIsInherited() async throws {
    let open = Glibc.open("/dev/null", O_RDONLY)
    try #require(open > 2 && fcntl(open, F_GETFD) & FD_CLOEXEC == 0)
    defer { close(open) }
    let programs = [["true"], ["sh", "-c", "ls /proc/$$/fd"]]
    for input in [ProgramChain.Input.nothing, .produced { _ in }] {
      let result = try await ProgramChain(programs).run(input: input, output: .captured)
      // The shell itself may keep its script open above 9.
      #expect(try result.text().split(separator: "\n").filter { Int($0).map { $0 < 10 } ?? true } == ["0", "1", "2"])
    }
  }

  @Test(arguments: ["", "trap '' TERM;"])
  func cancelingEndsEveryProgram(preparation: String) async throws {
    let lines = LinePipe()
    let script = "\(preparation) echo $$ >\(lines.path); exec sleep 1000"
    let task = Task {
      try await ProgramChain([["sh", "-c", script], ["cat"]]).run(input: .nothing, output: .captured)
    }
    let process = try #require(pid_t(await lines.line()))
    #expect(kill(process, 0) == 0)
    task.cancel()
    let result = await task.result
    // Whoever is reaped is gone at once: not even a zombie answers.
    #expect(kill(process, 0) == -1 && errno == ESRCH)
    if case .success(let result) = result { #expect(result.failure?.code == .rejected) }
  }

  @Test func aTaskThatIsCanceledBeforehandEndsAtOnce() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await ProgramChain([["sleep", "1000"], ["cat"]]).run(
        input: .produced { input in while await input.write([0]) {} }, output: .captured)
    }
    if case .success(let result) = await task.result { #expect(result.failure != nil) }
  }
}

/// A pipe that a test reads lines from.
final class LinePipe: Sendable {
  let writing: Int32
  private let reading: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// What another program can open to write to it.
  var path: String { "/proc/\(getpid())/fd/\(writing)" }

  var isEmpty: Bool {
    var waiting = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) == 0
  }

  /// The next line without its end; empty where nothing is written.
  func line() async -> String {
    await withCheckedContinuation { continuation in
      // Waiting here would keep a thread that what is waited for may need.
      DispatchQueue(label: "tests.line-pipe").async { continuation.resume(returning: self.waitForLine()) }
    }
  }

  private func waitForLine() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    var waiting = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, 60_000) > 0, read(reading, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }
}
