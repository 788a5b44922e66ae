import JSONValue
import Testing

/// What is read, what is refused, and where.
struct JSONParserTests {
  /// Texts and how they are written again.
  @Test(arguments: [
    (" null ", "null"), ("\t\r\n true\n", "true"), ("false", "false"), ("[ ]", "[]"), ("{ }", "{}"),
    ("[ 1 ,\n2 ]", "[1,2]"), ("{ \"a\" : 1 , \"b\" : [ ] }", #"{"a":1,"b":[]}"#), ("[[],[[]]]", "[[],[[]]]"),
    ("\u{FEFF}1", "1"), ("\u{FEFF} []", "[]"), (#"{"":""}"#, #"{"":""}"#),
    (#"{"a":{"a":{"a":1}}}"#, #"{"a":{"a":{"a":1}}}"#),
    ("-0", "-0"), ("1.50", "1.50"), ("1E5", "1E5"), ("1e+05", "1e+05"), ("\"\u{7F}\"", #""\u007f""#),
  ])
  func blanksAreNoPartOfAValue(text: String, canonical: String) throws {
    #expect(try JSON(parsing: text).text == canonical)
  }

  /// A text that is no JSON, the first byte that does not fit, and what would.
  @Test(arguments: [
    ("", 0, "a value"), ("  ", 2, "a value"), ("nul", 0, "'null'"), ("nulL", 0, "'null'"), ("True", 0, "a value"),
    ("truefalse", 4, "the end of the text"), ("1 2", 2, "the end of the text"), ("[1]]", 3, "the end of the text"),
    ("[", 1, "a value"), ("[1", 2, "',' or ']'"), ("[1,", 3, "a value"), ("[1,]", 3, "a value"), ("[,1]", 1, "a value"),
    ("[1 2]", 3, "',' or ']'"), ("[1}", 2, "',' or ']'"), ("]", 0, "a value"), ("{", 1, "a member's name"),
    ("{1:2}", 1, "a member's name"), ("{a:1}", 1, "a member's name"), ("{'a':1}", 1, "a member's name"),
    (#"{"a"}"#, 4, "':'"), (#"{"a",1}"#, 4, "':'"), (#"{"a":}"#, 5, "a value"), (#"{"a":1"#, 6, "',' or '}'"),
    (#"{"a":1,}"#, 7, "a member's name"), (#"{"a":1 "b":2}"#, 7, "',' or '}'"), (#"{"a":1]"#, 6, "',' or '}'"),
    (#"{,}"#, 1, "a member's name"), ("01", 1, "the end of the text"), ("-01", 2, "the end of the text"),
    ("00", 1, "the end of the text"), ("-", 1, "a value"), ("--1", 1, "a value"), ("+1", 0, "a value"),
    (".5", 0, "a value"), ("1.", 2, "a digit"), ("1.e5", 2, "a digit"), ("1e", 2, "a digit"), ("1e+", 3, "a digit"),
    ("1e+-1", 3, "a digit"), ("0x10", 1, "the end of the text"), ("1_000", 1, "the end of the text"),
    ("NaN", 0, "a value"), ("Infinity", 0, "a value"), ("-Infinity", 1, "a value"), ("٣", 0, "a value"),
    ("// c", 0, "a value"), ("1 // c", 2, "the end of the text"), ("'a'", 0, "a value"), ("\u{A0}1", 0, "a value"),
    ("\u{B}1", 0, "a value"), ("1\u{0}", 1, "the end of the text"), ("1\u{FEFF}", 1, "the end of the text"),
    ("\u{FEFF}\u{FEFF}1", 3, "a value"), ("undefined", 0, "a value"), ("[1;2]", 2, "',' or ']'"),
  ])
  func whatIsNoJSONIsRefusedWhereItStands(text: String, offset: Int, wanted: String) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
    #expect(error?.offset == offset)
    #expect(error?.message == "expected \(wanted)")
    #expect(error?.description == "not JSON: expected \(wanted) at byte \(offset)")
  }

  /// Strings by the text between their quotes.
  @Test(arguments: [
    (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"), (#"\u0041\u00e9\u20AC"#, "Aé€"), (#"\u0000"#, "\u{0}"),
    (#"a\u0062c"#, "abc"), (#"\ud83d\ude00"#, "😀"), (#"\uD83D\uDE00!"#, "😀!"), (#"\uDBFF\uDFFF"#, "\u{10FFFF}"),
    (#"\uD800\uDC00"#, "\u{10000}"), ("é漢👩‍💻", "é漢👩‍💻"), ("\u{2028}\u{7F}\u{85}", "\u{2028}\u{7F}\u{85}"),
    // Halves of surrogate pairs, alone, turned round and doubled.
    (#"\ud83d"#, "\u{FFFD}"), (#"\ude00"#, "\u{FFFD}"), (#"\ude00\ud83d"#, "\u{FFFD}\u{FFFD}"),
    (#"\ud83dx"#, "\u{FFFD}x"),
    (#"\ud83d\n"#, "\u{FFFD}\n"), (#"\ud83d\u0041"#, "\u{FFFD}A"), (#"\ud83d\ud83d\ude00"#, "\u{FFFD}😀"),
    (#"\ud83d😀"#, "\u{FFFD}😀"), (#"\udbff\ue000"#, "\u{FFFD}\u{E000}"), (#"\ud7ff\ue000"#, "\u{D7FF}\u{E000}"),
    (#"\uFFFE\uffff"#, "\u{FFFE}\u{FFFF}"), ("'\u{301}", "'\u{301}"),
  ])
  func escapesAreReadOnce(inner: String, text: String) throws {
    let value = try JSON(parsing: "\"\(inner)\"")
    #expect(value.string.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    #expect(try JSON(parsing: "{\"\(inner)\":1}").object?.members.first?.name == text)
  }

  /// The text between the quotes, or from the first quote on where it has none at its end.
  @Test(arguments: [
    (#"""#, 1, "the closing '\"'"), (#""a"#, 2, "the closing '\"'"), (#""\""#, 3, "the closing '\"'"),
    (#""\"#, 2, "an escape"), (#""\x""#, 2, "an escape"), (#""\'""#, 2, "an escape"), (#""\U0041""#, 2, "an escape"),
    (#""\é""#, 2, "an escape"), (#""\u""#, 3, "four hexadecimal digits"), (#""\u12"#, 5, "four hexadecimal digits"),
    (#""\u12""#, 5, "four hexadecimal digits"), (#""\u{41}""#, 3, "four hexadecimal digits"),
    (#""\u00g0""#, 5, "four hexadecimal digits"), (#""\u+123""#, 3, "four hexadecimal digits"),
    (#""\ud83d\u12""#, 11, "four hexadecimal digits"), (#""\ud83d\"#, 8, "an escape"),
    ("\"a\nb\"", 2, "an escape for a control character"), ("\"\t\"", 1, "an escape for a control character"),
    ("\"\\n\u{1F}\"", 3, "an escape for a control character"), ("\"\u{0}\"", 1, "an escape for a control character"),
  ])
  func stringsThatBreakOffSayWhere(text: String, offset: Int, wanted: String) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
    #expect(error?.offset == offset)
    #expect(error?.message == "expected \(wanted)")
  }

  /// Bytes between quotes, and the text that is made of them.
  @Test(
    arguments: [
      ([0xFF], "\u{FFFD}"), ([0x61, 0xC3, 0x62], "a\u{FFFD}b"), ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xF0, 0x9F, 0x98], "\u{FFFD}"), ([0x80], "\u{FFFD}"),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xC3, 0x5C, 0x6E], "\u{FFFD}\n"),
      (Array(#"\u00e9"#.utf8) + [0xA9], "é\u{FFFD}"), ([0xEF, 0xBB, 0xBF], "\u{FEFF}"),
    ] as [([UInt8], String)])
  func bytesThatAreNotUTF8AreReplacedInsideOfStrings(bytes: [UInt8], text: String) throws {
    let quote = UInt8(ascii: "\"")
    let value = try JSON(parsing: [quote] + bytes + [quote])
    #expect(value.string.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
  }

  @Test(arguments: [([0xFF], 0), ([0x5B, 0xC3, 0x5D], 1), ([0x31, 0x80], 1), ([0xEF, 0xBB], 0)] as [([UInt8], Int)])
  func bytesThatAreNotUTF8AreRefusedElsewhere(bytes: [UInt8], offset: Int) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: bytes) }
    #expect(error?.offset == offset)
  }
}
