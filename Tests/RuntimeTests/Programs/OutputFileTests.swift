import Glibc
import TestSupport
import Testing
import TuskRuntime
import XCallbackURL

/// `> file` and `>> file`.
struct OutputFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/out.txt"
  }

  @Test func nothingIsThereBeforeTheCommit() throws {
    let output = try OutputFile(path, .replacing)
    try output.write(Array("new".utf8)[...])
    #expect(content() == nil)
    try output.commit()
    #expect(content() == "new" && names() == ["out.txt"])
  }

  @Test func anOldFileSurvivesWhatFails() throws {
    try write("old")
    do {
      let output = try OutputFile(path, .replacing)
      try output.write(Array("half".utf8)[...])
      #expect(content() == "old")
    }
    let discarded = try OutputFile(path, .replacing)
    try discarded.write(Array("half".utf8)[...])
    discarded.discard()
    #expect(throws: Failure(.defect, "'\(path)' was written to after it was closed")) { try discarded.commit() }
    #expect(content() == "old" && names() == ["out.txt"])
  }

  @Test(arguments: [0o600, 0o644, 0o755, 0o640] as [mode_t])
  func theModeOfTheOldFileIsKept(mode: mode_t) throws {
    try write("old")
    chmod(path, mode)
    try write("new")
    #expect(content() == "new" && facts(path)?.st_mode == S_IFREG | mode)
  }

  @Test func aNewFileHasTheModeThatAnyProgramWouldGiveIt() throws {
    try write("new")
    let other = open("\(folder.path)/other", O_WRONLY | O_CREAT, 0o666)
    defer { close(other) }
    #expect(facts(path)?.st_mode == facts("\(folder.path)/other")?.st_mode)
  }

  @Test func aLinkStaysALink() throws {
    try write("old")
    let link = "\(folder.path)/link"
    symlink("out.txt", link)
    try write("new", to: link)
    #expect(content() == "new")
    var facts = stat()
    #expect(lstat(link, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
    symlink("later.txt", "\(folder.path)/dangling")
    try write("there", to: "\(folder.path)/dangling")
    #expect(content("\(folder.path)/later.txt") == "there")
  }

  @Test(arguments: OutputFile.Mode.allCases)
  func whatIsNoFileIsWrittenStraight(mode: OutputFile.Mode) throws {
    try write("x", to: "/dev/null", mode)
    let fifo = "\(folder.path)/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    let reading = open(fifo, O_RDONLY | O_NONBLOCK)
    defer { close(reading) }
    let output = try OutputFile(fifo, mode)
    try output.write(Array("line\n".utf8)[...])
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(read(reading, &bytes, 10) == 5)
    try output.commit()
    #expect(names() == ["fifo"])
  }

  @Test(.timeLimit(.minutes(1)), arguments: OutputFile.Mode.allCases)
  func aPipeWithoutAReaderEndsWithTheTask(mode: OutputFile.Mode) async throws {
    let fifo = "\(folder.path)/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    let task = Task { () throws in _ = try OutputFile(fifo, mode) }
    task.cancel()
    await #expect(throws: Failure(.invalidParameter, "cannot write '\(fifo)': operation canceled")) {
      try await task.value
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: OutputFile.Mode.allCases)
  func aPipeThatIsNotEmptiedEndsWithTheTask(mode: OutputFile.Mode) async throws {
    let fifo = "\(folder.path)/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    let reading = open(fifo, O_RDONLY | O_NONBLOCK)
    defer { close(reading) }
    let output = try OutputFile(fifo, mode)
    let task = Task { () throws in
      try output.write(([UInt8](repeating: UInt8(ascii: "x"), count: 4 << 20) + [UInt8(ascii: "\n")])[...])
    }
    task.cancel()
    await #expect(throws: Failure.self) { try await task.value }
  }

  @Test func linesAreAddedWhole() throws {
    try write("old\n")
    let (first, second) = (try OutputFile(path, .appending), try OutputFile(path, .appending))
    try first.write(Array("a".utf8)[...])
    #expect(content() == "old\n")
    try second.write(Array("1\n2".utf8)[...])
    try first.write(Array("b\nc\nd".utf8)[...])
    #expect(content() == "old\n1\nab\nc\n")
    try second.commit()
    try first.commit()
    #expect(content() == "old\n1\nab\nc\n2d")
  }

  @Test(arguments: OutputFile.Mode.allCases)
  func programsWriteToTheDescriptor(mode: OutputFile.Mode) async throws {
    let output = try OutputFile(path, mode)
    let result = try await ProgramChain([["echo", "hello"]]).run(
      input: .nothing, output: .descriptor(output.descriptor))
    try output.commit()
    #expect(result.failure == nil && content() == "hello\n")
  }

  @Test(arguments: OutputFile.Mode.allCases)
  func whereNothingCanBeWrittenIsSaidPlainly(mode: OutputFile.Mode) throws {
    let cases = [
      ("\(folder.path)/no/file", "cannot write '\(folder.path)/no/file': no such file or directory"),
      (folder.path, "cannot write '\(folder.path)': is a directory"),
      ("", "a path must not be empty or contain NUL characters"),
      ("a\u{0}", "a path must not be empty or contain NUL characters"),
    ]
    for (path, message) in cases {
      #expect(throws: Failure(.invalidParameter, message)) { try OutputFile(path, mode) }
    }
    let full = try OutputFile("/dev/full", mode)
    #expect(throws: Failure(.invalidParameter, "cannot write '/dev/full': no space left on device")) {
      try full.write(Array("x\n".utf8)[...])
    }
  }

  private func write(_ text: String, to path: String? = nil, _ mode: OutputFile.Mode = .replacing) throws {
    let output = try OutputFile(path ?? self.path, mode)
    try output.write(Array(text.utf8)[...])
    try output.commit()
  }

  private func content(_ path: String? = nil) -> String? {
    guard let chunks = try? FileChunks(path ?? self.path) else { return nil }
    var bytes: [UInt8] = []
    while let chunk = try? chunks.next() { bytes += chunk }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func facts(_ path: String) -> stat? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts : nil
  }

  private func names() -> [String] {
    guard let folder = opendir(folder.path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }
}
