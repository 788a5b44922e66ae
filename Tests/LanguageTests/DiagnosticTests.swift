import JSONValue
import Testing
import TuskCommon
import TuskLanguage

@Suite struct DiagnosticTests {
  /// What a person sees for the mistakes that the description of the language shows.
  static let shown: [(source: String, text: String)] = [
    (
      "fvaorite status:123",
      """
      error: unknown verb 'fvaorite'  [exit 64]
         1 | fvaorite status:123
           | ^^^^^^^^
           = help: favorite status:123
      """
    ),
    (
      "get account accct=a@b",
      """
      error: 'get account' has no parameter 'accct'  [exit 64]
         1 | get account accct=a@b
           |             ^^^^^
           = help: get account acct=a@b
      """
    ),
    (
      "get status 123",
      """
      error: 'get status' needs a status, not '123'  [exit 64]
         1 | get status 123
           |            ^^^ write status:ID or its URL; --ids shows the references of a list
      """
    ),
    (
      #"post "hello"#,
      #"""
      error: unterminated text  [exit 64]
         1 | post "hello
           |      ^^^^^^ starts here; for several lines use """
           = help: post "hello"
      """#
    ),
    (
      "post it's me",
      """
      error: missing space between two values  [exit 64]
         1 | post it's me
           |        ^ a quote starts here
           = help: post "it's me"
      """
    ),
    (
      "post \u{201C}hello\u{201D}",
      """
      error: typographic quotes do not delimit text  [exit 64]
         1 | post \u{201C}hello\u{201D}
           |      ^ U+201C
           = help: post "hello"
      """
    ),
    (
      "notifications count=4x",
      """
      error: 'count' must be a whole number from 1, not '4x'  [exit 64]
         1 | notifications count=4x
           |                     ^^
      """
    ),
    (
      "for x in $l\n  if $x == 1\n    next\nend\n",
      """
      error: 'for' has no 'end'  [exit 64]
         1 | for x in $l
           | ^^^
         2 |   if $x == 1
         4 | end
           | --- closes the 'if' of line 2 but is indented like the 'for': add an 'end' before it
      """
    ),
    (
      "fav stauts:109",
      """
      error: unknown kind of reference 'stauts'  [exit 64]
         1 | fav stauts:109
           |     ^^^^^^
           = help: fav status:109
      """
    ),
  ]

  @Test(arguments: shown)
  func mistakesPointAtThemselves(_ source: String, _ text: String) throws {
    let diagnostic = try #require(Sample.mistake(in: source))
    #expect(diagnostic.rendered(in: Source(source)) == text)
  }

  @Test(arguments: [
    (
      "fvaorite status:123",
      "error: unknown verb 'fvaorite'  [exit 64]\nat word 1: fvaorite status:123\nhelp: favorite status:123"
    ),
    (
      "get account accct=a@b",
      """
      error: 'get account' has no parameter 'accct'  [exit 64]
      at word 3: get account accct=a@b
      help: get account acct=a@b
      """
    ),
    (
      "get status 123",
      """
      error: 'get status' needs a status, not '123'  [exit 64]
      at word 3: get status 123
      write status:ID or its URL; --ids shows the references of a list
      """
    ),
  ])
  func plainErrorsNameTheWord(_ source: String, _ text: String) throws {
    let diagnostic = try #require(Sample.mistake(in: source))
    #expect(diagnostic.rendered(in: Source(source), style: .init(isPlain: true)) == text)
  }

  @Test func aPlainErrorInAFileNamesTheLine() throws {
    let source = Source(name: "x.tsk", "me\n  fav \"oops")
    let text = try #require(Parser.check(source).first).rendered(in: source, style: .init(isPlain: true))
    #expect(text.contains("\nin x.tsk, line 2, at word 2: fav \"oops\n"))
    #expect(!text.contains("^") && !text.contains(" | "))
  }

  @Test func aFileNamesThePlace() throws {
    let source = Source(name: "x.tsk", "me\n  fav \"oops")
    let diagnostic = try #require(Parser.check(source).first)
    #expect(
      diagnostic.rendered(in: source, style: .init(showsExitCode: false)) == #"""
        error: unterminated text
           --> x.tsk:2:7
           2 |   fav "oops
             |       ^^^^^ starts here; for several lines use """
             = help:   fav "oops"
        """#)
  }

  @Test func circumstancesStandInThePlaceOfCarets() {
    let diagnostic = Diagnostic(
      .failed, at: Span(3, 9), "follow failed: no such account (server, 404, not retryable)",
      context: ["in 'for row' (line 3), item 12 of 40", "request 8f2c"], exitCode: .refused)
    #expect(
      diagnostic.rendered(in: Source("\n  follow account:$row.a")) == """
        error: follow failed: no such account (server, 404, not retryable)  [exit 69]
           2 |   follow account:$row.a
             |   in 'for row' (line 3), item 12 of 40
             |   request 8f2c
        """)
    let style = Diagnostic.Style(showsURL: false)
    #expect(
      diagnostic.rendered(in: Source("\n  follow account:$row.a"), style: style).hasSuffix(
        "\n   2 |   follow account:$row.a\n     |   ^^^^^^"))
  }

  @Test(arguments: [
    ("post 日本語 “x”", "     |             ^ U+201C"), ("post 👨‍👩‍👧 “x”", "     |         ^ U+201C"),
    ("post e\u{301} “x”", "     |        ^ U+201C"), ("post\ta “x”", "     |        ^ U+201C"),
  ])
  func caretsCountCells(_ source: String, _ marks: String) throws {
    let diagnostic = try #require(Sample.mistake(in: source))
    #expect(diagnostic.rendered(in: Source(source)).split(separator: "\n")[2] == marks)
  }

  @Test func longLinesAreCutRoundTheSpan() throws {
    let source = Source("post " + String(repeating: "a ", count: 300) + "it's " + String(repeating: "b ", count: 300))
    let diagnostic = try #require(Parser.check(source).first)
    let lines = diagnostic.rendered(in: source, style: .init(width: 60)).split(separator: "\n").map(Array.init)
    #expect(lines[1].count == 7 + 60)
    #expect(lines[1][7] == "…" && lines[1].last == "…")
    let caret = try #require(lines[2].firstIndex(of: "^"))
    #expect(lines[1][caret] == "'")
    #expect(lines[1][(caret - 2)..<caret] == ["i", "t"])
  }

  @Test func whatWasTypedIsQuotedAtAReadableLength() throws {
    let source = Source("x " + String(repeating: ";", count: 100_000))
    let diagnostic = try #require(Parser.check(source).first)
    #expect(diagnostic.rendered(in: source).utf8.count < 1000)
    let long = Source("post it's " + String(repeating: "a ", count: 1000))
    #expect(Parser.check(long).first?.rendered(in: long).contains("help") == false)
  }

  @Test(arguments: [
    "post \"a\u{1B}[31mb\"", "post \u{202E}x", "fav \u{1B}]52;c;x\u{7}", "post \u{9B}31m", "x ${\u{7F}",
    "get account ac\u{200B}ct=a@b", "let \u{1B} = 1",
  ])
  func whatIsShownCannotDriveTheTerminal(_ text: String) throws {
    let source = Source(name: "\u{1B}[2J.tsk", text)
    let diagnostic = try #require(Parser.check(source).first)
    let shown = diagnostic.rendered(in: source)
    let isInert = shown.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || VisibleText.replacement(for: scalar) == nil
    }
    #expect(isInert, "\(shown.debugDescription)")
  }

  @Test func colorOnlyAdds() throws {
    let diagnostic = try #require(Sample.mistake(in: "fvaorite status:123"))
    let source = Source("fvaorite status:123")
    let colored = diagnostic.rendered(in: source, style: .init(isColored: true))
    #expect(colored.contains("\u{1B}[1;31merror:\u{1B}[0m"))
    var plain = colored
    for code in ["1;31", "1;32", "1;34", "0"] { plain = plain.replacing("\u{1B}[\(code)m", with: "") }
    #expect(plain == diagnostic.rendered(in: source))
  }

  @Test func programsReadTheSameAsJSON() throws {
    let diagnostic = try #require(Sample.mistake(in: "get account accct=a@b"))
    #expect(
      diagnostic.json(in: Source(name: "x.tsk", "get account accct=a@b")).text == """
        {"error":{"kind":"unknown-param","message":"'get account' has no parameter 'accct'","file":"x.tsk","line":1,\
        "col":13,"span":[12,17],"near":["acct"],"fix":"get account acct=a@b","exit":64}}
        """)
    let open = try #require(Parser.check(Source("x (me")).first)
    #expect(open.json(in: Source("x (me"))["error"]?["incomplete"] == true)
  }

  /// Slips whose correction is certain, each with the line that is shown for it.
  @Test(arguments: [
    ("get account acct= a@b", "get account acct=a@b"), ("get account acct = a@b", "get account acct=a@b"),
    ("get account acct =a@b", "get account acct=a@b"), ("x [a, b]", "x [a b]"), ("x [a,b]", "x [a b]"),
    ("if $a = 1", "if $a == 1"), ("if $a==1", "if $a == 1"), ("if $a!=1", "if $a != 1"),
    ("notifications --count=5", "notifications count=5"), ("post -- --hi", "post \"--hi\""),
    (#"post "\q""#, #"post "\\q""#),
    ("post \"100 $\"", "post \"100 \\$\""),
    ("post 5\" wide visibility=public", "post \"5\\\" wide\" visibility=public"),
    ("search https://en.wikipedia.org/wiki/Foo_(bar)", "search \"https://en.wikipedia.org/wiki/Foo_(bar)\""),
    ("post \"a\u{202E}b\"", "post \"a\\u{202E}b\""), ("post\u{A0}hi", "post hi"), ("post hi\u{200B}", "post hi"),
    ("let x 5", "let x = 5"), ("let x = straße", "let x = \"straße\""),
    ("get account a@b", "get account @a@b"),
    ("post hello world", "post \"hello world\""), ("post visibility=pubilc", "post visibility=public"),
    ("boost status:1 --slient", "boost status:1 --silent"), ("gett account @a@b", "get account @a@b"),
  ])
  func theHelpIsTheWholeLineCorrected(_ source: String, _ help: String) throws {
    let diagnostic = try #require(Sample.mistake(in: source))
    #expect(diagnostic.help(in: Source(source)) == help)
    let after = Parser.check(Source(help)).first
    #expect(after == nil || after?.kind == .unterminatedBlock)
  }

  @Test(arguments: try LanguageCase.all("parse") + LanguageCase.all("resolve"))
  func noHelpIsItselfAMistake(_ row: LanguageCase) {
    let source = Source(row.input)
    guard let help = Sample.mistake(in: row.input)?.help(in: source) else { return }
    let kind = Parser.check(Source(help)).first?.kind
    #expect(kind == nil || kind == .unterminatedBlock, "\(help)")
  }

  @Test func checkFindsEveryMistakeOnce() {
    let source = Source(
      """
      fav status:
      for x on $l
        post "oops
        if $x = 1
          me
        end
      end
      x a]
      try
        me
      catch 1
      end
      let y = 5 6
      """)
    let kinds = Parser.check(source).map(\.kind)
    #expect(
      kinds == [
        .emptyRef, .missingIn, .unterminatedString, .singleEquals, .strayClose, .missingName, .trailingWords,
      ])
  }
}
