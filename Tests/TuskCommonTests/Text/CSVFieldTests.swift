import TestSupport
import Testing
import TuskCommon

/// Fields of CSV.
struct CSVFieldTests {
  @Test(
    arguments: [
      ("", []), ("\n\r\n", []), ("a", [["a"]]), ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
      ("a,b\r\nc\r\n", [["a", "b"], ["c"]]), ("\u{FEFF}a,\n", [["a", ""]]), ("a\rb", [["a\rb"]]),
      ("\"a, \"\"b\"\"\",c", [["a, \"b\"", "c"]]), ("\"two\nlines\",x\n\ny", [["two\nlines", "x"], ["y"]]),
      ("\"\",", [["", ""]]), ("\"open", nil), ("a\"b", nil), ("\"a\"b", nil), ("\"a\" ,b", nil),
    ] as [(String, [[String]]?)])
  func aFileIsItsRecords(_ text: String, _ records: [[String]]?) {
    #expect(CSVField.records(in: text) == records)
  }

  @Test(arguments: 0..<200)
  func writtenFieldsAreReadAgain(_ seed: Int) {
    var random = Lehmer(seed: UInt64(seed))
    let signs = ["a", ",", "\"", "\n", "\r\n", " ", "é", "\u{301}", "👩‍👧"]
    func field() -> String {
      (0..<Int.random(in: 1...6, using: &random)).compactMap { _ in signs.randomElement(using: &random) }.joined()
    }
    let records = (0..<3).map { _ in ["x" + field(), field(), "y"] }
    let text = records.map { $0.map(CSVField.quoted).joined(separator: ",") + "\n" }.joined()
    #expect(CSVField.records(in: text) == records)
    // Any other text is read or refused, without an end to the program.
    let broken = String(
      text.unicodeScalars.filter { _ in Int.random(in: 0..<8, using: &random) > 0 }.map(Character.init))
    #expect(CSVField.records(in: broken).map { $0.allSatisfy { !$0.isEmpty } } != false)
  }
}
