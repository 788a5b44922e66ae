import CTestSupport
import Glibc
import TestSupport
import Testing
import TuskLanguage

@testable import TuskShell

/// What comes before the first statement of a stream is read ahead, and nothing more than that.
struct ByteInputTests {
  /// A socket each of whose messages is one read, and which fails rather than waits for more.
  private static func socket(of messages: [ArraySlice<UInt8>]) throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    for message in messages {
      let count = message.withUnsafeBytes { send(ends[1], $0.baseAddress, $0.count, 0) }
      try #require(count == message.count)
    }
    return (ends[0], ends[1])
  }

  private static let leading = [
    "# reviewed by me\n", "\n", "#!/usr/bin/env tusk\n", "  # indented\n", "\t\n", " \r\n", "#\r\n",
    "#\u{FE0F}\u{20E3} keycap\n",
    "#\u{301}\n", "#: needs x\n",
  ]
  private static let plan = "#: plan 1 x @a@b.example\n"

  /// A header with the plan's line or without it, and its statements.
  private static func text(_ random: inout some RandomNumberGenerator, isPlan: Bool) -> [UInt8] {
    let lines = (0..<Int.random(in: 0...6, using: &random)).map { _ in leading.randomElement(using: &random) ?? "" }
    let mark = Bool.random(using: &random) ? "\u{FEFF}" : ""
    let indentation = ["", "  ", "\t"].randomElement(using: &random) ?? ""
    let header = (lines + (isPlan ? [indentation + plan] : [])).shuffled(using: &random).joined()
    return Array((mark + header + "print a\n" + plan + "print b\n").utf8)
  }

  private static func pieces(_ bytes: [UInt8], _ random: inout some RandomNumberGenerator) -> [ArraySlice<UInt8>] {
    var (pieces, rest): ([ArraySlice<UInt8>], _) = ([], bytes[...])
    while !rest.isEmpty {
      let count = Int.random(in: 1...min(rest.count, 20), using: &random)
      pieces.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return pieces
  }

  @Test func aPlanIsKnownHoweverItArrives() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let isPlan = Bool.random(using: &random)
      let bytes = Self.text(&random, isPlan: isPlan)
      let pieces = Self.pieces(bytes, &random)
      let (reading, writing) = try Self.socket(of: pieces)
      close(writing)
      defer { close(reading) }
      var input = ByteInput(descriptor: reading)
      let header = try input.peekHeader()
      #expect(ScriptHeader.isPlan(Source(bytes: header)) == isPlan, "\(String(decoding: bytes, as: UTF8.self))")
      var read: [UInt8] = []
      while let chunk = input.next() { read += chunk }
      #expect(read == bytes && !input.hasFailed)
    }
  }

  @Test func aStatementDoesNotWaitForTheNextOne() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let bytes = Self.text(&random, isPlan: Bool.random(using: &random))
      // The program that writes goes on only after an answer to its first statement.
      let first = try #require(String(decoding: bytes, as: UTF8.self).firstRange(of: "print a\n"))
      let sent = Array(String(decoding: bytes, as: UTF8.self)[..<first.upperBound].utf8)
      let (reading, writing) = try Self.socket(of: Self.pieces(sent, &random))
      defer { for end in [reading, writing] { close(end) } }
      var input = ByteInput(descriptor: reading)
      _ = try input.peekHeader()
      #expect(!input.hasFailed)
    }
  }

  /// A terminal that was ended once is not read again.
  @Test func theEndIsReadOnce() throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    try #require(openpty(&master, &slave, nil, nil, nil) == 0)
    defer { for end in [master, slave] { close(end) } }
    let keys = Array("# c\n\u{4}print a\n".utf8)
    try #require(write(master, keys, keys.count) == keys.count)
    var input = ByteInput(descriptor: slave)
    #expect(try input.peekHeader() == Array("# c\n".utf8))
    #expect(input.next() == Array("# c\n".utf8))
    #expect(input.next() == nil)
  }

  @Test func endlessCommentsAreRefused() throws {
    let folder = try TemporaryFolder()
    try TuskRun.write(Array(repeating: UInt8(ascii: "#"), count: 3 << 20), to: folder.path + "/comments")
    let descriptor = open(folder.path + "/comments", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var input = ByteInput(descriptor: descriptor)
    #expect(throws: (any Error).self) { try input.peekHeader() }
  }
}
