import Glibc
import TestSupport
import Testing
import TuskCommon
import TuskLanguage

@testable import TuskShell

/// Statements out of a stream of bytes: each as soon as it is whole, and mistakes where they stand.
struct StatementStreamTests {
  /// The elements as text: a statement's source and line, or a mistake's kind, line and exit code.
  private func elements(of bytes: [UInt8]) throws -> [String] {
    let folder = try TemporaryFolder()
    try TuskRun.write(bytes, to: folder.path + "/input")
    let descriptor = open(folder.path + "/input", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var stream = StatementStream(ByteInput(descriptor: descriptor))
    var elements: [String] = []
    while let element = stream.next() { elements.append(Self.text(of: element)) }
    return elements
  }

  private static func text(of element: StatementStream.Element) -> String {
    switch element {
    case .statement(let statement, let source):
      "\(source.line(at: statement.span.start)): \(source.text(statement.span))"
    case .mistake(let diagnostic, let source):
      "\(source.line(at: diagnostic.span.start)): \(diagnostic.kind.rawValue) \(diagnostic.exitCode.rawValue)"
    }
  }

  @Test(arguments: [
    ("", []), ("\n\n\n", []), ("# only\n# comments", []), ("me", ["1: me"]), ("me\n", ["1: me"]),
    ("\n\nme\n\nnotifications", ["3: me", "5: notifications"]), ("me\r\nme\r\n", ["1: me", "2: me"]),
    ("\u{FEFF}me\nme", ["1: me", "2: me"]), ("#!/usr/bin/env tusk\nme", ["2: me"]),
    ("for x in [a b]\n  print $x\nend\nme", ["1: for x in [a b]\n  print $x\nend", "4: me"]),
    ("post \"\"\"\n  a\n  b\n  \"\"\"\nme", ["1: post \"\"\"\n  a\n  b\n  \"\"\"", "5: me"]),
    ("print [a\nb\n]\nme", ["1: print [a\nb\n]", "4: me"]), ("print a \\\n  b\nme", ["1: print a \\\n  b", "3: me"]),
    ("print \u{1F418}\nme", ["1: print \u{1F418}", "2: me"]),
  ])
  func statementsComeOneByOneWithTheirLines(text: String, wanted: [String]) throws {
    #expect(try elements(of: Array(text.utf8)) == wanted)
  }

  @Test(arguments: [
    ("me\nme 'x\nme", "2"), ("me\n\n\npost \"open\nme", "4"), ("me\n`\n", "2"), ("end\n", "1"),
    ("for x in [a]\n  `\nend\nme", "2"), ("me\nfor x in [a]\n  me\n", "2"), ("post \"\"\"\n  never ends\n", "1"),
    ("me\nprint [a\nb", "2"),
  ])
  func aMistakeEndsTheStreamAndNamesItsLine(text: String, line: String) throws {
    var stream = try elements(of: Array(text.utf8))
    while stream.first?.hasSuffix(": me") == true { stream.removeFirst() }
    let mistake = try #require(stream.first)
    #expect(mistake.hasPrefix(line + ": ") && mistake.hasSuffix(" 64"), "\(stream)")
  }

  @Test(
    arguments: [
      [0x6D, 0x65, 0x0A, 0xC3, 0x28, 0x0A], [0x6D, 0x65, 0x0A, 0xFF, 0xFE, 0x0A], [0x6D, 0x65, 0x0A, 0x61, 0x00, 0x0A],
      [0x6D, 0x65, 0x0A, 0x61, 0x1B, 0x5B, 0x0A], [0x6D, 0x65, 0x0A, 0xED, 0xA0, 0x80],
    ] as [[UInt8]])
  func bytesThatAreNoTextAreNotRead(bytes: [UInt8]) throws {
    let elements = try elements(of: bytes)
    #expect(elements.first == "1: me")
    #expect(elements.count == 2 && elements[1].hasPrefix("2: "))
    #expect(!elements[1].hasPrefix("2: me"))
  }

  @Test func aStatementOfTheGreatestLengthIsTakenWhole() throws {
    let text = String(repeating: "x", count: StatementStream.longestStatement - "print '".utf8.count - 2)
    let elements = try elements(of: Array("print '\(text)'\nme\n".utf8))
    #expect(elements.map(\.utf8.count) == ["1: print ''".utf8.count + text.utf8.count, "2: me".utf8.count])
  }

  @Test(arguments: [1, 70_000, 3 << 20])
  func aLongerOneIsRefusedAndNeverCut(excess: Int) throws {
    let text = String(repeating: "x", count: StatementStream.longestStatement - "print ".utf8.count + excess)
    let elements = try elements(of: Array("me\nprint \(text)\n".utf8))
    #expect(elements.first == "1: me")
    #expect(elements[1].hasSuffix("too-long 65"))
  }

  @Test func aTextWithoutEndIsGivenUpAtItsLimit() throws {
    let line = String(repeating: "y", count: 60_000) + "\n"
    let elements = try elements(of: Array(("post \"\"\"\n" + String(repeating: line, count: 20)).utf8))
    #expect(elements.first?.hasSuffix("too-long 65") == true)
  }

  @Test func aStatementDoesNotWaitForTheNext() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    var stream = StatementStream(ByteInput(descriptor: ends[0]))
    for text in ["me\n", "for x in [a]\n  me\nend\n", "print a \\\nb\n"] {
      #expect(write(ends[1], text, text.utf8.count) == text.utf8.count)
      guard case .statement(let statement, let source)? = stream.next() else {
        Issue.record("\(text) gave no statement")
        return
      }
      #expect(source.text(statement.span) + "\n" == text)
    }
  }
}
