import Glibc
import TestSupport
import Testing

@testable import TuskShell

/// Lines from bytes.
struct PlainLineReaderTests {
  private func events(of bytes: [UInt8], isIncomplete: @escaping (String) -> Bool = { _ in false }) throws
    -> [LineEvent]
  {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    // More than a pipe holds would block here.
    try #require(bytes.count <= 1 << 16)
    try #require(write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    return events(from: ends[0], isIncomplete: isIncomplete)
  }

  private func events(from input: Int32, isIncomplete: @escaping (String) -> Bool = { _ in false }) -> [LineEvent] {
    let reader = PlainLineReader(input: input, isIncomplete: isIncomplete)
    var events: [LineEvent] = []
    while true {
      let event = reader.readLine(prompt: Prompt("> "))
      guard event != .endOfInput else { return events }
      events.append(event)
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
    let events = try events(of: Array("a {\nb\n}\nc {\n".utf8)) { text in
      text.filter { $0 == "{" }.count > text.filter { $0 == "}" }.count
    }
    #expect(events == [.line("a {\nb\n}"), .line("c {")])
  }

  @Test func aLineTooLongIsSkippedWhole() throws {
    let folder = try TemporaryFolder()
    let file = try #require(fopen(folder.path + "/long", "w+"))
    defer { fclose(file) }
    fputs("a\n" + String(repeating: "x", count: PlainLineReader.longestLine + 1) + "\nb\n", file)
    rewind(file)
    #expect(events(from: fileno(file)) == [.line("a"), .lineTooLong(offset: 2), .line("b")])
  }
}
