import Glibc
import JSONValue
import TestSupport
import Testing
import TuskRuntime
import XCallbackURL

/// Files that are read piece by piece.
struct FileChunksTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [0, 1, 65_536, 65_537, 300_000])
  func theChunksAreTheFile(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let chunks = try FileChunks(try file(bytes))
    var read: [UInt8] = []
    while let chunk = try chunks.next() {
      #expect(!chunk.isEmpty && chunk.count <= 65_536)
      read += chunk
    }
    #expect(read == bytes)
    #expect(try chunks.next() == nil)
  }

  @Test func whatCannotBeReadIsSaidPlainly() {
    let cases = [
      ("\(folder.path)/gone", "cannot read '\(folder.path)/gone': no such file or directory"),
      (folder.path, "cannot read '\(folder.path)': is a directory"),
      ("", "cannot read '': no such file or directory"), ("a\u{0}b", "a path cannot contain a NUL character"),
      ("/etc/passwd/x", "cannot read '/etc/passwd/x': not a directory"),
    ]
    for (path, message) in cases {
      #expect(throws: Failure(.notFound, message)) { try FileChunks(path) }
    }
  }

  @Test func aFileIsReadRowByRow() throws {
    let chunks = try FileChunks(try file(Array("a\nb\n".utf8)))
    var reader = RowReader(.lines) { () throws(Failure) in try chunks.next() }
    #expect(try reader.next() == "a")
    #expect(try reader.next() == "b")
    #expect(try reader.next() == nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func aPipeWithoutAWriterEndsWithTheTask() async throws {
    let fifo = "\(folder.path)/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    let task = Task { () throws in _ = try FileChunks(fifo) }
    task.cancel()
    await #expect(throws: Failure(.notFound, "cannot read '\(fifo)': operation canceled")) { try await task.value }
  }

  private func file(_ bytes: [UInt8]) throws -> String {
    let path = "\(folder.path)/file"
    let output = try OutputFile(path, .replacing)
    try output.write(bytes[...])
    try output.commit()
    return path
  }
}
