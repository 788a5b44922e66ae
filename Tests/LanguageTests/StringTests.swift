import JSONValue
import Testing
import TuskLanguage

/// Quoted text of one line and of several.
@Suite struct StringTests {
  private func text(_ source: String) throws -> JSON? {
    try Parser.parse(Source("x " + source)).first?.json["args"]?[0]?["str"]
  }

  /// Of all characters behind a backslash five stand for something; the others are told how to be written.
  @Test(arguments: (0x20...0x7E as ClosedRange<UInt8>).map { Character(Unicode.Scalar($0)) })
  func fiveEscapesAndNoMore(_ character: Character) throws {
    let line = "x \"a\\\(character)b\""
    let meanings: [Character: String] = ["n": "\n", "t": "\t", "\"": "\"", "\\": "\\", "$": "$"]
    guard let meaning = meanings[character] else {
      let error = try #require(throws: Diagnostic.self) { try Parser.parse(Source(line)) }
      #expect(error.kind == (character == "u" ? .badUnicodeEscape : .badEscape))
      #expect(error.span == Span(4, 6))
      if character != "u" { #expect(error.help(in: Source(line)) == "x \"a\\\\\(character)b\"") }
      return
    }
    #expect(try text(String(line.dropFirst(2))) == .string("a\(meaning)b"))
  }

  @Test(arguments: [
    ("1", "\u{1}"), ("41", "A"), ("e9", "é"), ("E9", "é"), ("00e9", "é"), ("1F600", "😀"), ("10FFFF", "\u{10FFFF}"),
    ("000041", "A"),
    ("D7FF", "\u{D7FF}"), ("e000", "\u{E000}"), ("202E", "\u{202E}"), ("1b", "\u{1B}"),
  ])
  func aCharacterMayBeWrittenByItsNumber(_ digits: String, _ character: String) throws {
    #expect(try text("\"<\\u{\(digits)}>\"") == .string("<\(character)>"))
  }

  @Test(arguments: [
    "", "0", "000000", "D800", "DFFF", "110000", "FFFFFF", "0000041", "g", "4 1", "+41", "-1", "4_1", " 41", "é",
  ])
  func aNumberThatIsNoCharacterIsRefused(_ digits: String) throws {
    let error = try #require(throws: Diagnostic.self) { try text("\"<\\u{\(digits)}>\"") }
    #expect(error.kind == .badUnicodeEscape)
    #expect(error.span.start == 4)
  }

  /// Strings of one line.
  @Test(arguments: [
    ("\"\"", ""), ("''", ""), ("\"'\"", "'"), ("'\"'", "\""), ("'\\'", "\\"), ("'$a \\n'", "$a \\n"),
    ("\"a\tb\"", "a\tb"), ("\" # | > ; & \"", " # | > ; & "),
    ("\"{}[]()<>`\"", "{}[]()<>`"), ("\"“ ” ‘ ’\"", "“ ” ‘ ’"), ("\"\u{A0}\u{200B}\u{AD}\"", "\u{A0}\u{200B}\u{AD}"),
    ("\"\u{200F}ש\"", "\u{200F}ש"),
    ("'e\u{301}'", "e\u{301}"), ("\"--json\"", "--json"), ("\"a=b\"", "a=b"), ("\"\\$a\"", "$a"), ("\"\\\\n\"", "\\n"),
    ("\"\u{301}\"", "\u{301}"),
  ])
  func quotedIsAlwaysText(_ source: String, _ expected: String) throws {
    let found = try text(source)?.string
    #expect(found.map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars))
  }

  /// Where a variable ends within quotes.
  @Test(arguments: [
    (#""$a""#, #"[{"var":"a"}]"#), (#""$a.b""#, #"[{"var":"a","path":["b"]}]"#), (#""$a.""#, #"[{"var":"a"},"."]"#),
    (#""$a.b.""#, #"[{"var":"a","path":["b"]},"."]"#),
    (#""$a..b""#, #"[{"var":"a"},"..b"]"#), (#""$a?""#, #"[{"var":"a"},"?"]"#),
    (#""$a.b?""#, #"[{"var":"a","path":["b"]},"?"]"#), (#""${a?}""#, #"[{"var":"a?"}]"#),
    (#""${a.b?.0}!""#, #"[{"var":"a","path":["b?","0"]},"!"]"#), (#""$a_1-b""#, #"[{"var":"a_1"},"-b"]"#),
    (#""$1a""#, #"[{"var":"1"},"a"]"#),
    (#""$1.2.x""#, #"[{"var":"1","path":["2","x"]}]"#), (#""$12""#, #"[{"var":"12"}]"#),
    (#""$@,$_""#, #"[{"var":"@"},",",{"var":"_"}]"#), (#""$_a""#, #"[{"var":"_"},"a"]"#),
    (#""$a$b""#, #"[{"var":"a"},{"var":"b"}]"#), (#""${a}b""#, #"[{"var":"a"},"b"]"#),
    (#""$aé""#, #"[{"var":"a"},"é"]"#), (#""$a.é""#, #"[{"var":"a"},".é"]"#),
    (#""\$a$a""#, #"["$a",{"var":"a"}]"#), (#""$a\n""#, #"[{"var":"a"},"\n"]"#),
    (#""$a\u{2E}b""#, #"[{"var":"a"},".b"]"#), (#""$a:$b""#, #"[{"var":"a"},":",{"var":"b"}]"#),
  ])
  func aVariableEndsWhereItsNameDoes(_ source: String, _ pieces: String) throws {
    #expect(try text(source)?.text == pieces)
  }

  /// Texts of several lines.
  @Test(arguments: [
    ("\"\"\"\n\"\"\"", ""), ("\"\"\"\n\n\n\"\"\"", "\n"), ("\"\"\"\na\n\"\"\"", "a"), ("\"\"\"  \t\na\n\"\"\"", "a"),
    ("\"\"\"\n  a\n  \"\"\"", "a"),
    ("\"\"\"\n    a\n  b\n  \"\"\"", "  a\nb"), ("\"\"\"\n\ta\n\t\"\"\"", "a"),
    ("\"\"\"\n  a\n\n  b\n  \"\"\"", "a\n\nb"), ("\"\"\"\n  a\n \n  b\n  \"\"\"", "a\n\nb"),
    ("\"\"\"\n  a\n     \n  \"\"\"", "a\n   "), ("\"\"\"\r\n  a\r\n  b\r\n  \"\"\"", "a\nb"),
    ("\"\"\"\n  it's \"so\" \"\"\n  \"\"\"", "it's \"so\" \"\""),
    ("\"\"\"\n  \\\"\"\"\n  \"\"\"", "\"\"\""), ("\"\"\"\n  a\\n\\tb\n  \"\"\"", "a\n\tb"),
    ("'''\n  $a \\n \"\"\"\n  '''", "$a \\n \"\"\""), ("\"\"\"\n'''\n\"\"\"", "'''"),
    ("\"\"\"\n  # no comment\n  \"\"\"", "# no comment"), ("\"\"\"\n  é\n  漢\n  \"\"\"", "é\n漢"),
    ("\"\"\"\nend\n\"\"\"", "end"),
  ])
  func aTextLosesTheIndentationOfItsEnd(_ source: String, _ expected: String) throws {
    #expect(try text(source) == .string(expected))
  }

  @Test(arguments: [
    ("\"\"\"\n  $a\n  b $c.d\n  \"\"\"", #"[{"var":"a"},"\nb ",{"var":"c","path":["d"]}]"#),
    ("\"\"\"\n$a\n\n\"\"\"", #"[{"var":"a"},"\n"]"#),
    ("\"\"\"\n${a?}\n.b\n\"\"\"", #"[{"var":"a?"},"\n.b"]"#),
  ])
  func variablesStandInTextsToo(_ source: String, _ pieces: String) throws {
    #expect(try text(source)?.text == pieces)
  }

  @Test func aTextGoesOnOnTheLineOfItsEnd() throws {
    let statements = try Parser.parse(Source("x \"\"\"\n  a\n  \"\"\" '''\nb\n''' --c | d\ny"))
    #expect(
      statements.json.text
        == #"[{"pipe":[{"cmd":"x","args":[{"str":"a"},{"str":"b"}],"params":[["c",true]]},{"exec":[{"word":"d"}]}]},{"cmd":"y"}]"#
    )
  }
}
