import Dispatch
import Glibc
import SystemPackage
import Testing
import TuskCommon

/// Whole reads and writes.
struct FileDescriptorTests {
  /// More than a pipe holds at once, and not a multiple of any block.
  private static let bytes = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  @Test(arguments: [false, true])
  func everythingArrives(isNonblocking: Bool) async throws {
    let pipe = try Pipe()
    if isNonblocking { _ = fcntl(pipe.writing.rawValue, F_SETFL, O_NONBLOCK) }
    async let read = Self.onThread { try pipe.reading.readAll() }
    async let written: Void = Self.onThread {
      try pipe.writing.writeAll(Self.bytes[...])
      try pipe.writing.close()
    }
    try await written
    #expect(try await read == Self.bytes)
    try pipe.reading.close()
  }

  @Test func writingEndsWhenNobodyWaitsForRoom() throws {
    let pipe = try Pipe()
    defer { pipe.close() }
    _ = fcntl(pipe.writing.rawValue, F_SETFL, O_NONBLOCK)
    #expect(throws: Errno.wouldBlock) { try pipe.writing.writeAll(Self.bytes[...]) { _ in false } }
  }

  @Test func failuresHaveTheirReason() throws {
    let null = try FileDescriptor.open("/dev/null", .readOnly)
    #expect(throws: Errno.badFileDescriptor) { try null.writeAll("x") }
    try null.close()
    #expect(throws: Errno.badFileDescriptor) { try null.readAll() }
  }

  @Test(arguments: [(0, true), (4, false), (5, true), (100_000, true)])
  func readingStopsAboveTheLimit(limit: Int, isEnough: Bool) throws {
    let pipe = try Pipe()
    defer { try? pipe.reading.close() }
    let text = limit == 0 ? "" : "hello"
    try pipe.writing.writeAll(text)
    try pipe.writing.close()
    if isEnough {
      #expect(try pipe.reading.readAll(atMost: limit) == Array(text.utf8))
    } else {
      #expect(throws: Errno.fileTooLarge) { try pipe.reading.readAll(atMost: limit) }
    }
  }

  @Test func pipesAreNotInherited() throws {
    let pipes = try Pipe.several(2)
    defer { for pipe in pipes { pipe.close() } }
    let ends = pipes.flatMap { [$0.reading, $0.writing] }
    #expect(Set(ends).count == 4)
    #expect(ends.allSatisfy { fcntl($0.rawValue, F_GETFD) & FD_CLOEXEC != 0 })
  }

  /// Work that blocks, which no thread of Swift's own pool may do.
  private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result(catching: work)) }
    }
  }
}
