import Glibc
import SystemPackage
import TestSupport
import Testing
import TuskCommon

/// Programs that are started by this process itself.
struct ProgramStartTests {
  /// What a shell command prints, with a bar and the status that it ends with.
  private func run(_ command: String, changing change: (inout ProgramStart) -> Void = { _ in }) throws -> String {
    let pipe = try Pipe()
    var program = ProgramStart("sh", ["-c", command])
    program.output = .descriptor(pipe.writing)
    change(&program)
    let process = try program.start()
    try pipe.writing.close()
    let printed = try pipe.reading.readAll()
    try pipe.reading.close()
    var status: Int32 = 0
    #expect(waitpid(process, &status, 0) == process)
    return "\(String(decoding: printed, as: UTF8.self))|\(status >> 8 & 0xFF)"
  }

  @Test func wordsReachTheProgramAsTheyAre() throws {
    let pipe = try Pipe()
    var program = ProgramStart("\(TestPrograms.folder)/printf", ["<%s>", "", "a b", "$HOME", "'\"\\", "é"])
    program.output = .descriptor(pipe.writing)
    let process = try program.start()
    try pipe.writing.close()
    let printed = try pipe.reading.readAll()
    try pipe.reading.close()
    #expect(String(decoding: printed, as: UTF8.self) == "<><a b><$HOME><'\"\\><é>")
    #expect(waitpid(process, nil, 0) == process)
  }

  @Test func statusIsTheProgramsOwn() throws {
    #expect(try run("echo done; exit 7") == "done\n|7")
  }

  @Test func nothingIsReadWithoutInput() throws {
    #expect(try run("cat") == "|0")
  }

  @Test func inputAndErrorsGoWhereTheyAreSent() throws {
    let input = try Pipe()
    try input.writing.writeAll("given\n")
    try input.writing.close()
    let ending = try run("cat; echo wrong >&2") { program in
      program.input = .descriptor(input.reading)
      program.errors = .nothing
    }
    try input.reading.close()
    #expect(ending == "given\n|0")
  }

  @Test(arguments: [false, true])
  func sessionIsItsOwnWhenAsked(isOwn: Bool) throws {
    // The sixth field of the process's line is the number of its session, the first its own.
    let ending = try run("read pid comm state parent group session rest < /proc/self/stat; echo $((pid == session))") {
      $0.hasOwnSession = isOwn
    }
    #expect(ending == (isOwn ? "1\n|0" : "0\n|0"))
  }

  @Test(arguments: [(TemporaryFolder.freshPath(), Errno.noSuchFileOrDirectory), ("/dev/null", .permissionDenied)])
  func startFailsWithTheSystemsReason(path: String, reason: Errno) {
    #expect(throws: reason) { try ProgramStart(path, []).start() }
  }
}
