import Testing
import TuskCommon

struct LineSpoolTests {
  private func lines(of spool: LineSpool) throws -> [String] {
    let reader = try spool.read()
    var lines: [String] = []
    while let line = try reader.next() { lines.append(line) }
    return lines
  }

  /// The numbers are around the 64 KiB that are kept in memory and read at a time.
  @Test(arguments: [0, 1, 2, 655, 656, 657, 1311, 1312, 20_000])
  func linesAreReadAsTheyWereAdded(count: Int) throws {
    let added = (0..<count).map { "\($0) \(String(repeating: "x", count: 98 - String($0).count))" }
    let spool = LineSpool()
    for line in added { try spool.add(line) }
    #expect(spool.count == count)
    #expect(try lines(of: spool) == added)
    // Reading again starts at the first.
    #expect(try lines(of: spool) == added)
  }

  @Test func longAndEmptyLinesAreKept() throws {
    let added = ["", String(repeating: "å", count: 100_000), "", "b", String(repeating: "c", count: 65_536), ""]
    let spool = LineSpool()
    for line in added { try spool.add(line) }
    #expect(try lines(of: spool) == added)
  }

  @Test func aReaderOutlivesItsSpool() throws {
    var spool: LineSpool? = LineSpool()
    for number in 0..<20_000 { try spool?.add("\(number)") }
    let reader = try spool?.read()
    spool = nil
    var count = 0
    while try reader?.next() != nil { count += 1 }
    #expect(count == 20_000)
  }
}
