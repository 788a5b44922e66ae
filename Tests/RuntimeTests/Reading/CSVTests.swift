import JSONValue
import Testing
import TuskRuntime
import XCallbackURL

/// Comma-separated values, as RFC 4180 has them and Mastodon exports them.
struct CSVTests {
  @Test(
    arguments: [
      ("", []), ("a,b", []), ("a,b\n", []), ("a,b\n1,2", [["a": "1", "b": "2"]]),
      ("a\r\n1\r\n2\r\n", [["a": "1"], ["a": "2"]]),
      ("a,b\n1\n", [["a": "1"]]), ("a,b\n,\n", [["a": "", "b": ""]]), ("a,b\n\n1,2\n\n", [["a": "1", "b": "2"]]),
      ("a\n\"x,y\"\n", [["a": "x,y"]]), ("a\n\"x\ny\"", [["a": "x\ny"]]), ("a\n\"x\r\ny\"\r\n", [["a": "x\r\ny"]]),
      ("a\n\"\"\n", [["a": ""]]), ("a\n\"\"\"\"", [["a": "\""]]), ("a\n\"say \"\"hi\"\"\"", [["a": "say \"hi\""]]),
      ("\"a b\",c\n1,2", [["a_b": "1", "c": "2"]]), ("a\n 1 \n", [["a": " 1 "]]),
      ("a\ntrue\nnull\n007", [["a": "true"], ["a": "null"], ["a": "007"]]),
      ("\u{FEFF}a\n1", [["a": "1"]]), ("\u{FEFF}\"a\"\n1", [["a": "1"]]), ("\n\na\n1", [["a": "1"]]),
      ("a\n=1+1", [["a": "=1+1"]]),
      ("a\n'x'", [["a": "'x'"]]), ("a;b\n1;2", [["a_b": "1;2"]]),
    ] as [(String, [JSON])])
  func recordsBecomeObjectsOfTexts(text: String, rows: [JSON]) throws {
    #expect(try RowReaderTests.rows(.csv, text) == rows)
  }

  @Test func theExportOfMastodonIsRead() throws {
    let text = "Account address,Show boosts,Notify on new posts,Languages\nbob@b.example,true,false,\"de, en\"\n"
    #expect(
      try RowReaderTests.rows(.csv, text) == [
        [
          "account_address": "bob@b.example", "show_boosts": "true", "notify_on_new_posts": "false",
          "languages": "de, en",
        ]
      ])
  }

  @Test(
    arguments: [
      ("Account address", ["account_address"]), ("#uid", ["uid"]), (" A -- B ", ["a_b"]), ("__x__", ["x"]),
      ("a,a,A", ["a", "a_2", "a_3"]), ("a,a_2,a", ["a", "a_2", "a_3"]), (",,", ["column_1", "column_2", "column_3"]),
      ("2nd,2024", ["column_2nd", "column_2024"]), ("Größe", ["gr_e"]), ("\u{540D}\u{524D},x", ["column_1", "x"]),
      ("\"a\nb\"", ["a_b"]), ("X1", ["x1"]), ("column_2,", ["column_2", "column_2_2"]), ("$me", ["me"]),
    ])
  func namesAreMadeToBeWritten(header: String, names: [String]) throws {
    let values = Array(repeating: "v", count: names.count).joined(separator: ",")
    let row = try #require(try RowReaderTests.rows(.csv, "\(header)\n\(values)").first?.object)
    #expect(row.members.map(\.name) == names)
  }

  @Test(
    arguments: [
      ("a\n1,2\n", 0, "line 2 has 2 fields, but the first line names 1"),
      ("a,b\n\"x\ny\",2\n\n1,2,3\n", 1, "line 5 has 3 fields, but the first line names 2"),
      ("a\n1\n,\n", 1, "line 3 has 2 fields, but the first line names 1"),
      ("a\nx\"y\n", 0, #"line 2: a quote inside a field; write "a ""quoted"" word" for a "quoted" word"#),
      ("a\n1\n \"x\"\n", 1, #"line 3: a quote inside a field; write "a ""quoted"" word" for a "quoted" word"#),
      ("a\n1\n\"x\n\n", 1, "line 3: a quoted field that begins here is not closed"),
      ("\"", 0, "line 1: a quoted field that begins here is not closed"),
      ("a\n\"x\"y\n", 0, "line 2: expected a comma or the end of the line after a quoted field"),
      ("a\n\"x\" \n", 0, "line 2: expected a comma or the end of the line after a quoted field"),
      ("a\rb\r", 0, "line 1: a carriage return without a newline; end lines with LF or CR LF"),
      ("a\n\r1", 0, "line 2: a carriage return without a newline; end lines with LF or CR LF"),
      ("a\n\"x\"\r", 0, "line 2: a carriage return without a newline; end lines with LF or CR LF"),
    ])
  func aMistakeIsToldWithItsLine(text: String, good: Int, message: String) {
    RowReaderTests.expect(.csv, Array(text.utf8), good: good, message: message)
  }

  @Test func whatIsWrittenIsReadBack() throws {
    var generator = SplitMix(state: 7)
    let parts = ["a", ",", "\"", "\n", "\r\n", " ", "é", "\u{1F418}", ""]
    for _ in 0..<300 {
      let fields = (0..<3).map { _ in
        (0..<4).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      }
      let written = fields.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
      let rows = try RowReaderTests.rows(.csv, "a,b,c\r\n\(written)\r\n")
      #expect(rows == [.object(JSON.Object(zip(["a", "b", "c"], fields).map { (name: $0, value: .string($1)) }))])
    }
  }
}
