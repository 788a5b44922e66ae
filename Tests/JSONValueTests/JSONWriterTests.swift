import JSONValue
import Testing

/// The text of a value.
struct JSONWriterTests {
  @Test(arguments: [
    ("", #""""#), ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#), ("\n\r\t", #""\n\r\t""#),
    ("\u{8}\u{C}\u{0}\u{1F}", #""\u0008\u000c\u0000\u001f""#), ("\u{7F}\u{80}\u{9F}", #""\u007f\u0080\u009f""#),
    ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("\u{202E}\u{2066}\u{61C}", #""\u202e\u2066\u061c""#),
    ("\u{1B}]52;c;x\u{7}", #""\u001b]52;c;x\u0007""#), ("é漢😀", "\"é漢😀\""), ("👩‍💻", "\"👩‍💻\""), ("\u{A0}", "\"\u{A0}\""),
    ("<script>&'", #""<script>&'""#), ("e\u{301}", "\"e\u{301}\""), ("\u{301}", "\"\u{301}\""),
    ("\u{FFFD}", "\"\u{FFFD}\""), ("\r\n", #""\r\n""#), ("\u{FEFF}", "\"\u{FEFF}\""),
  ])
  func stringsAreInert(text: String, written: String) {
    #expect(Array(JSON.string(text).text.utf8) == Array(written.utf8))
    #expect(JSON.object(JSON.Object([(text, .null)])).text == "{\(written):null}")
  }

  /// Every scalar of the planes in use: what is written is one line, inert, and reads as what it was.
  @Test(arguments: 0..<17)
  func everyScalarSurvives(plane: UInt32) throws {
    for block in (plane << 8)..<((plane + 1) << 8) {
      var text = ""
      for value in (block << 8)..<((block + 1) << 8) {
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      let written = JSON.string(text).text
      let back = try JSON(parsing: written).string
      guard back?.unicodeScalars.elementsEqual(text.unicodeScalars) == true else {
        Issue.record("the block U+\(String(block << 8, radix: 16)) does not come back")
        continue
      }
      let isInert = written.unicodeScalars.allSatisfy { scalar in
        scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
          && scalar.properties.generalCategory != .lineSeparator
          && scalar.properties.generalCategory != .paragraphSeparator
      }
      #expect(isInert, "block U+\(String(block << 8, radix: 16))")
    }
  }

  @Test(
    arguments: [
      (.null, "null"), (true, "true"), (false, "false"), (.int(.min), "-9223372036854775808"), ([], "[]"), ([:], "{}"),
      ([.null, [], [:], ""], #"[null,[],{},""]"#), (["b": 1, "a": ["c": false]], #"{"b":1,"a":{"c":false}}"#),
    ] as [(JSON, String)])
  func nothingUnneededIsWritten(value: JSON, text: String) {
    #expect(value.text == text)
  }
}
