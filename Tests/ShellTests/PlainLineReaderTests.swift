import Glibc
import TestSupport
import Testing
import TuskLanguage

@testable import TuskShell

/// Lines from bytes.
struct PlainLineReaderTests {
  /// What the reader makes of some bytes, with the text of each input.
  private func events(of bytes: [UInt8]) throws -> [LineEvent<String>] {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    // More than a pipe holds would block here.
    try #require(bytes.count <= 1 << 16)
    try #require(write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    return events(from: PlainLineReader(input: ends[0]))
  }

  private func events(from reader: PlainLineReader) -> [LineEvent<String>] {
    var events: [LineEvent<String>] = []
    while true {
      let event = reader.readLine(prompt: Prompt("> "))
      guard event != .endOfInput else { return events }
      events.append(event.map(\.source.text))
    }
  }

  @Test(arguments: [
    ("", []), ("a\nb\n", ["a", "b"]), ("a\n\nb", ["a", "", "b"]), ("é漢\r\nx", ["é漢\r", "x"]), ("\n", [""]),
  ])
  func linesEndAtNewlines(text: String, lines: [String]) throws {
    #expect(try events(of: Array(text.utf8)) == lines.map { .line($0) })
  }

  @Test func badBytesAreNamedByTheirPlaceAndTheRestStays() throws {
    let bytes = Array("é\n".utf8) + [0x61, 0xC3, 0x28, 0x0A] + Array("b\n".utf8)
    #expect(try events(of: bytes) == [.line("é"), .invalidUTF8(offset: 4), .line("b")])
  }

  @Test func unfinishedInputTakesMoreLines() throws {
    let events = try events(of: Array("if $x == 1\nb\nend\nprint [c\n".utf8))
    #expect(events == [.line("if $x == 1\nb\nend"), .line("print [c")])
  }

  @Test func eachLineIsParsedOnce() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let text = Array("print a\nif $x == 1\nprint b\nend\n".utf8)
    try #require(write(ends[1], text, text.count) == text.count)
    close(ends[1])
    var parsed: [String] = []
    let reader = PlainLineReader(input: ends[0]) { text in
      parsed.append(text)
      return ParsedSource(Source(text), mode: .repl)
    }
    guard case .line(let input) = reader.readLine(prompt: Prompt("> ")) else {
      Issue.record("no line came")
      return
    }
    // The reader hands on the tree that told it that the line is complete.
    #expect(try input.statements.get().count == 1)
    #expect(parsed == ["print a"])
    _ = reader.readLine(prompt: Prompt("> "))
    #expect(parsed == ["print a", "if $x == 1", "if $x == 1\nprint b", "if $x == 1\nprint b\nend"])
  }

  @Test func aLineTooLongIsSkippedWhole() throws {
    let folder = try TemporaryFolder()
    let file = try #require(fopen(folder.path + "/long", "w+"))
    defer { fclose(file) }
    fputs("a\n" + String(repeating: "x", count: PlainLineReader.longestLine + 1) + "\nb\n", file)
    rewind(file)
    #expect(events(from: PlainLineReader(input: fileno(file))) == [.line("a"), .lineTooLong(offset: 2), .line("b")])
  }
}
