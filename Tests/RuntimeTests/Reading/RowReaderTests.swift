import JSONValue
import Synchronization
import Testing
import TuskRuntime
import XCallbackURL

/// `read csv`, `read json`, `read jsonl`, `read lines` and `read paragraphs`.
struct RowReaderTests {
  @Test(
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("\n", [""]),
      ("\n\na\n", ["", "", "a"]), ("a\rb\n", ["a\rb"]), ("  a  \n", ["  a  "]), ("\u{FEFF}a\n", ["a"]),
      ("a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("\r\n", [""]), ("\r", ["\r"]), ("\u{FEFF}", []),
      ("a\u{2028}b", ["a\u{2028}b"]),
    ] as [(String, [JSON])])
  func linesLoseTheirEnds(text: String, rows: [JSON]) throws {
    #expect(try Self.rows(.lines, text) == rows)
  }

  @Test(arguments: ["a\n", "\n", "1\n", "ab\n"]) func aShortFirstRowWaitsForNoOther(text: String) throws {
    let given = Mutex(0)
    var reader = RowReader(.lines) { () throws(Failure) in
      given.withLock { given in
        given += 1
        return given == 1 ? Array(text.utf8) : nil
      }
    }
    #expect(try reader.next() == .string(String(text.dropLast())))
    #expect(given.withLock { $0 } == 1)
  }

  @Test func aMarkInPiecesIsSkipped() throws {
    let pieces = Mutex<[[UInt8]]>([[0xEF], [0xBB], [0xBF, 0x61, 0x0A]])
    var reader = RowReader(.lines) { () throws(Failure) in pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    #expect(try reader.next() == "a")
  }

  @Test(
    arguments: [
      ("", []), ("\n\n", []), ("a", ["a"]), ("a\nb\n", ["a\nb"]), ("a\n\nb", ["a", "b"]),
      ("\n\na\n\n\n\nb\n\n", ["a", "b"]),
      ("a\r\nb\r\n\r\nc", ["a\nb", "c"]), ("a\n \t\nb", ["a", "b"]), (" a\n  b", [" a\n  b"]),
      ("a \n\nb", ["a ", "b"]),
      ("\u{FEFF}\na", ["a"]), ("a\n\n\n", ["a"]),
    ] as [(String, [JSON])])
  func blankLinesStandBetweenParagraphs(text: String, rows: [JSON]) throws {
    #expect(try Self.rows(.paragraphs, text) == rows)
  }

  @Test(
    arguments: [
      ("", []), ("\n \n", []), ("1\n\n\"a\"\n", [1, "a"]), ("{\"a\": [1, null]}\r\n[]", [["a": [1, nil]], []]),
      ("\u{FEFF}true\n", [true]), ("\t1 \n", [1]), ("\"\u{1F418}\"", ["\u{1F418}"]),
    ] as [(String, [JSON])])
  func aLineIsAJSONText(text: String, rows: [JSON]) throws {
    #expect(try Self.rows(.jsonl, text) == rows)
  }

  @Test(
    arguments: [
      ("", []), (" \n", []), ("[]", []), ("[ ]\n", []), ("[1]", [1]), (" [1, 2,\n3 ] ", [1, 2, 3]),
      ("{\"a\": 1}", [["a": 1]]),
      ("7", [7]), ("\"[1,2]\"", ["[1,2]"]), ("[[1, 2], [], {\"a\": [3, {}]}]", [[1, 2], [], ["a": [3, [:]]]]),
      ("[\"a,]\", \"\\\"]\", \"\\\\\"]", ["a,]", "\"]", "\\"]), ("\u{FEFF}[null,false]", [nil, false]),
      ("[\"\u{1F418}\",\"}{\"]", ["\u{1F418}", "}{"]), ("{\n}\n", [[:]]),
    ] as [(String, [JSON])])
  func theElementsOfAnArrayAreRows(text: String, rows: [JSON]) throws {
    #expect(try Self.rows(.json, text) == rows)
  }

  @Test(
    arguments: [
      (.jsonl, "1\n\n{\"a\" 1}\n", 1, "line 3 is not JSON: expected ':'"),
      (.jsonl, "1 2", 0, "line 1 is not JSON: expected the end of the text"),
      (.jsonl, "[\n1]", 0, "line 1 is not JSON: expected a value"),
      (.jsonl, "\u{1}", 0, "line 1 is not JSON: expected a value"),
      (.json, "[1,\n\n2 3]", 1, "line 3 is not JSON: expected the end of the text"),
      (.json, "[1,]", 1, "line 1 is not JSON: expected a value"),
      (.json, "[,1]", 0, "line 1 is not JSON: expected a value"),
      (.json, "[1\n", 0, "line 2 is not JSON: the array is not closed"),
      (.json, "[1,\n\"a]", 1, "line 2 is not JSON: a string that begins here is not closed"),
      (.json, "[1]\n2", 0, "line 2 is not JSON: more text after the array; for one value per line, use jsonl"),
      (.json, "{}\n{}", 0, "line 2 is not JSON: expected the end of the text"),
      (.json, "[1}, 2]", 0, "line 1 is not JSON: the array is not closed"),
      (.json, "[1]]", 0, "line 1 is not JSON: more text after the array; for one value per line, use jsonl"),
      (.json, "[{\"a\":\n\n x}]", 0, "line 3 is not JSON: expected a value"),
      (.json, "nil", 0, "line 1 is not JSON: expected 'null'"),
      (.json, "[\"a\\", 0, "line 1 is not JSON: a string that begins here is not closed"),
    ] as [(RowReader.Format, String, Int, String)])
  func aMistakeIsToldWithItsLine(format: RowReader.Format, text: String, good: Int, message: String) {
    Self.expect(format, Array(text.utf8), good: good, message: message)
  }

  @Test(arguments: RowReader.Format.allCases)
  func bytesThatAreNotUTF8AreRefusedWhereTheyStand(format: RowReader.Format) {
    for bad in [[0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0x80]] as [[UInt8]] {
      let text = Array("\"h\"\n\"good\"\n\"a".utf8) + bad + Array("\"\n".utf8)
      var reader = RowReader(format, chunks: Self.chunks(text, size: 3))
      let failure = #expect(throws: Failure.self) { while try reader.next() != nil {} }
      #expect(failure?.code == .invalidParameter)
      // One JSON text is wrong already where the second begins, but bytes are judged first.
      #expect(failure?.message == "line 3 is not UTF-8 text", "\(format)")
    }
  }

  @Test(arguments: RowReader.Format.allCases, [1, 2, 3, 5, 1000])
  func theSizeOfChunksIsNeverSeen(format: RowReader.Format, size: Int) throws {
    let texts: [RowReader.Format: String] = [
      .csv: "\u{FEFF}A b,\"c\"\"\"\r\n\"x\r\ny\",\u{1F418}\r\n\r\n1,",
      .json: "\u{FEFF}[{\"a\": \"\\\"é]\"}, [1, 2]\n,3 ]\n",
      .jsonl: "\u{FEFF}{\"a\":1}\r\n\n\"é\"\n", .lines: "\u{FEFF}é\r\n\r\na",
      .paragraphs: "\u{FEFF}é\r\nb\r\n\r\n\r\na\n",
    ]
    let text = try #require(texts[format])
    let rows = try Self.rows(format, text, size: size)
    #expect(try rows == Self.rows(format, text, size: .max) && rows.count > 1)
  }

  @Test(arguments: [RowReader.Format.csv, .json, .jsonl, .lines, .paragraphs])
  func anEndlessRowIsRefusedBeforeItFillsTheMemory(format: RowReader.Format) {
    let start: [RowReader.Format: String] = [
      .csv: "a\nb\n\"", .json: "[1,\"", .jsonl: "1\n\"", .lines: "a\n", .paragraphs: "a\n\n",
    ]
    let taken = Mutex(0)
    let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 10)
    var reader = RowReader(format, longestRow: 16 << 10) { () throws(Failure) in
      let count = taken.withLock { count in
        count += 1
        return count
      }
      return count == 1 ? Array((start[format] ?? "").utf8) : block
    }
    let failure = #expect(throws: Failure.self) { while try reader.next() != nil {} }
    #expect(failure?.message == "row \(format == .csv ? 3 : 2) is longer than 16 KiB")
    #expect(taken.withLock { $0 } < 20)
  }

  @Test func rowsComeBeforeTheStreamEnds() throws {
    let taken = Mutex(0)
    var reader = RowReader(.jsonl) { () throws(Failure) in
      taken.withLock { $0 += 1 }
      return Array("1\n2\n".utf8)
    }
    for _ in 0..<4 { _ = try reader.next() }
    #expect(taken.withLock { $0 } == 2)
  }

  @Test(arguments: RowReader.Format.allCases)
  func aFailureOfTheSourceIsPassedOn(format: RowReader.Format) {
    var reader = RowReader(format) { () throws(Failure) in throw Failure(.notFound, "gone") }
    #expect(throws: Failure(.notFound, "gone")) { try reader.next() }
  }

  @Test func nothingComesAfterTheEnd() throws {
    for format in RowReader.Format.allCases {
      var reader = RowReader(format, chunks: Self.chunks(Array("1\n".utf8), size: 10))
      while try reader.next() != nil {}
      #expect(try reader.next() == nil)
    }
  }

  static func rows(_ format: RowReader.Format, _ text: String, size: Int = 4) throws -> [JSON] {
    var reader = RowReader(format, chunks: chunks(Array(text.utf8), size: size))
    var rows: [JSON] = []
    while let row = try reader.next() { rows.append(row) }
    return rows
  }

  /// The bytes in chunks of this size.
  static func chunks(_ bytes: [UInt8], size: Int) -> RowReader.Chunks {
    let at = Mutex(0)
    return { () throws(Failure) in
      at.withLock { at in
        guard at < bytes.count else { return nil }
        let end = min(bytes.count, size > bytes.count ? bytes.count : at + size)
        defer { at = end }
        return Array(bytes[at..<end])
      }
    }
  }

  /// - Parameter good: the rows that come before the mistake.
  static func expect(_ format: RowReader.Format, _ bytes: [UInt8], good: Int, message: String) {
    var reader = RowReader(format, chunks: chunks(bytes, size: 5))
    var count = 0
    let failure = #expect(throws: Failure.self) { while try reader.next() != nil { count += 1 } }
    #expect(failure == Failure(.invalidParameter, message))
    #expect(count == good)
  }
}
