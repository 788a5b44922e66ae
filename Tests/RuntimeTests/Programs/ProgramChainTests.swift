import Glibc
import Synchronization
import TestSupport
import Testing
import TuskRuntime
import XCallbackURL

/// Programs, run without a shell and chained by pipes.
@Suite(.timeLimit(.minutes(1)))
struct ProgramChainTests {
  init() {
    signal(SIGPIPE, SIG_IGN)
  }

  @Test(arguments: [
    [""], ["a b", "  "], ["$HOME", "`id`", "$(id)", "*", "?", "~", "a;b", "&", "|", ">x", "'", "\"", "\\n"],
    ["--", "-n"], ["\u{1F418}", "e\u{301}"], ["line\nline", "\t", "\u{1}"],
  ])
  func wordsReachTheProgramAsTheyAre(words: [String]) async throws {
    let result = try await output([["printf", "<%s>"] + words])
    #expect(result.output == Array(words.map { "<\($0)>" }.joined().utf8))
    #expect(result.failure == nil)
  }

  @Test(arguments: ["", "trap '' TERM; "])
  func aCanceledProgramTakesAlongWhatItStarted(trap: String) async throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/pid"
    let script = "(\(trap)exec sleep 1000) & echo $! > \(file).new; mv \(file).new \(file); wait"
    let work = Task {
      try await ProgramChain([["sh", "-c", script]], isGrouped: true).run(input: .nothing, output: .captured)
    }
    while access(file, F_OK) != 0 { await Task.yield() }
    let process = try #require(Int32(text(ofFile: file).filter(\.isNumber)))
    #expect(kill(process, 0) == 0)
    work.cancel()
    _ = try? await work.value
    // It may be there until its new parent has noticed its end; if it lived on, the time limit would end the test.
    while Self.isRunning(process) { await Task.yield() }
  }

  private static func isRunning(_ process: Int32) -> Bool {
    guard let stat = fopen("/proc/\(process)/stat", "r") else { return false }
    defer { fclose(stat) }
    var line = [UInt8](repeating: 0, count: 256)
    return fread(&line, 1, line.count, stat) > 0 && !String(decoding: line, as: UTF8.self).contains(" Z ")
  }

  @Test func programsReadFromOneAnother() async throws {
    let lines = ["printf", "%s\\n", "b", "a", "b", "c", "a", "b"]
    #expect(try await output([lines, ["sort"], ["uniq"], ["tr", "-d", "\\n"]]).text() == "abc")
  }

  @Test func withoutInputAProgramReadsNothing() async throws {
    let result = try await output([["cat"]])
    #expect(result.output.isEmpty && result.endings == [ProgramResult.Ending(program: "cat", end: .status(0))])
  }

  @Test(arguments: [1, 65_536, 1_000_000])
  func everyByteThatIsProducedArrives(count: Int) async throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let result = try await ProgramChain([["cat"], ["cat"]]).run(
      input: .produced { input in
        for start in stride(from: 0, to: count, by: 100_000) {
          #expect(await input.write(bytes[start..<min(start + 100_000, count)]))
        }
      }, output: .captured)
    // A difference of a million bytes would take hours to describe.
    let isWhole = result.output == bytes
    #expect(isWhole)
  }

  @Test func aProducerIsToldThatNobodyReads() async throws {
    let written = Mutex(0)
    let result = try await ProgramChain([["head", "-n", "1"]]).run(
      input: .produced { input in
        while await input.write(Array("a line\n".utf8)[...]) { written.withLock { $0 += 1 } }
        #expect(await input.write([1]) == false)
      }, output: .captured)
    #expect(try result.text() == "a line")
    #expect(result.failure == nil && written.withLock { $0 } > 0)
  }

  @Test func aProducerThatWaitsEndsWithItsReader() async throws {
    let result = try await ProgramChain([["true"]]).run(
      input: .produced { _ in
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(1000)) }
      }, output: .captured)
    #expect(result.failure == nil)
  }

  @Test func aWriteEndsWithItsReaderThoughItsChildHoldsThePipe() async throws {
    // The shell's child keeps the pipe open and never reads, so the pipe only gets full.
    let lines = LinePipe()
    let result = try await ProgramChain([["sh", "-c", "sleep 1000 <&0 & echo $!"]]).run(
      input: .produced { input in
        while await input.write([UInt8](repeating: 0, count: 65_536)[...]) {}
      }, output: .descriptor(lines.writing))
    #expect(result.failure == nil)
    kill(try #require(pid_t(await lines.line())), SIGKILL)
  }

  @Test func theFailureOfAProducerIsToldWhenTheProgramsAreDone() async throws {
    let lines = LinePipe()
    await #expect(throws: Failure(.network, "gone")) {
      try await ProgramChain([["cat"]]).run(
        input: .produced { input throws(Failure) in
          _ = await input.write(Array("so far\n".utf8)[...])
          throw Failure(.network, "gone")
        }, output: .descriptor(lines.writing))
    }
    #expect(await lines.line() == "so far")
  }

  @Test(
    arguments: [
      ([["sh", "-c", "exit 3"]], "'sh' exited with status 3"), ([["false"], ["cat"]], "'false' exited with status 1"),
      ([["true"], ["sh", "-c", "exit 64"]], "'sh' exited with status 64"),
      ([["sh", "-c", "exit 2"], ["sh", "-c", "exit 5"]], "'sh' exited with status 2"),
      ([["sh", "-c", "kill -9 $$"]], "'sh' was killed by signal 9 (Killed)"),
      ([["sh", "-c", "kill -15 $$"], ["cat"]], "'sh' was killed by signal 15 (Terminated)"),
      ([["true"], ["sh", "-c", "kill -13 $$"]], "'sh' was killed by signal 13 (Broken pipe)"),
      ([["true"]], nil), ([["true"], ["true"]], nil), ([["yes"], ["head", "-n", "1"]], nil),
      ([["yes"], ["cat"], ["head", "-n", "1"]], nil),
    ] as [([[String]], String?)])
  func theFirstProgramThatFailedIsNamed(programs: [[String]], message: String?) async throws {
    #expect(try await output(programs).failure?.message == message)
  }

  @Test(
    arguments: [
      (["no-such-program-here"], "program 'no-such-program-here' not found"),
      (["/proc/no/such"], "program '/proc/no/such' not found"), (["/tmp"], "program '/tmp' not found"),
      (["/etc/passwd"], "program '/etc/passwd' not found"), ([""], "the program's name is missing"),
      ([], "the program's name is missing"), (["ls; id"], "program 'ls; id' not found"),
      (["cat", "a\u{0}b"], "an argument for 'cat' contains a NUL character, which programs cannot receive"),
    ])
  func nothingStartsWhereOneProgramCannotBeRun(words: [String], message: String) async throws {
    let lines = LinePipe()
    await #expect(throws: Failure.self) {
      try await ProgramChain([["sh", "-c", "echo started"], words]).run(
        input: .produced { _ in Issue.record("the producer ran") }, output: .descriptor(lines.writing))
    }
    do throws(Failure) {
      _ = try await output([["echo", "x"], words])
      Issue.record("it ran")
    } catch {
      #expect(error.message == message)
    }
    #expect(lines.isEmpty)
  }

  @Test func outputThatNeverEndsIsCutOffAndItsProgramsWithIt() async {
    await #expect(
      throws: Failure(.rejected, "the output of 'cat' is too large to keep; write it to a file with: > FILE")
    ) {
      try await ProgramChain([["yes"], ["cat"]]).run(input: .nothing, output: .captured(atMost: 100_000))
    }
  }

  @Test(arguments: [
    ("a\n", "a"), ("a\n\n", "a\n"), ("a\r\n", "a"), ("a", "a"), ("", ""), ("\n", ""), ("\u{1F418}\n", "\u{1F418}"),
  ])
  func aTextLosesItsLastNewline(written: String, text: String) async throws {
    #expect(try await output([["printf", "%s", written]]).text() == text)
  }

  @Test func whatIsNotTextIsSaidToBeNone() async throws {
    let result = try await output([["printf", "\\377"]])
    #expect(throws: Failure(.invalidParameter, "the output of 'printf' is not UTF-8 text")) { try result.text() }
  }

  private func output(_ programs: [[String]]) async throws(Failure) -> ProgramResult {
    try await ProgramChain(programs).run(input: .nothing, output: .captured)
  }
}
