import JSONValue
import Testing
import TuskLanguage

@Suite struct ParserTests {
  @Test func statementsComeOneByOne() throws {
    let text = "me # first\nfor x in $l\n  fav $x\nend\n\nlet y = 1"
    let source = Source(text)
    var parser = Parser(source)
    var pieces: [String] = []
    var start = 0
    while try parser.next() != nil {
      pieces.append(source.text(Span(start, parser.offset)))
      start = parser.offset
    }
    #expect(pieces == ["me # first\n", "for x in $l\n  fav $x\nend\n", "\nlet y = 1"])
  }

  @Test func aParserMayStartInTheMiddle() throws {
    let source = Source("me\nfav status:1\n")
    var parser = Parser(source, at: 3)
    let statement = try #require(try parser.next())
    #expect(statement.json["cmd"] == "fav")
    #expect(statement.span == Span(3, 15))
    #expect(try parser.next() == nil)
  }

  @Test(arguments: [
    "for x in $l", "if $a\n  me", "if $a\nelse", "try", "try\ncatch e", "x [", "x (me", "x (", "post \"\"\"\na",
    "once k\n", "def f a", "x (me [a", "for x in [a\nb",
  ])
  func moreInputCouldMendIt(_ text: String) throws {
    let error = try #require(throws: Diagnostic.self) { try Parser.parse(Source(text), mode: .repl) }
    #expect(error.isIncomplete)
  }

  @Test(arguments: ["post \"oops", "x a]", "end", "fav status:", "x |", "let x ="])
  func moreInputCouldNot(_ text: String) throws {
    let error = try #require(throws: Diagnostic.self) { try Parser.parse(Source(text), mode: .repl) }
    #expect(!error.isIncomplete)
  }

  @Test func aProgramMayStandRightBehindItsMark() throws {
    #expect(try Parser.parse(Source("\\!ls"), mode: .repl).json == [["meta": "!", "args": [["word": "ls"]]]])
    #expect(throws: Diagnostic.self) { try Parser.parse(Source("\\e#"), mode: .repl) }
  }

  @Test(arguments: [
    ("?", "\\?", true), ("? get status", "\\? get status", true), ("quit", "\\quit", true),
    ("quit # now", "\\quit", true), ("quit-it", "\\quit", false), ("q", "\\q", false),
    ("set hints off", "\\set hints off", true), ("set rate wait", "\\set rate wait", false),
    ("history @bob", "\\history @bob", true), ("url fav status:1", "\\url fav status:1", true),
    ("watch #birds", "\\watch #birds", true), ("watch 30s home", "\\watch 30s home", true),
    ("accounts", "\\accounts", false), ("open 1", "\\open 1", true), ("open it", "\\open it", true),
    ("open status:9", "\\open status:9", true), ("open @bob", "\\open @bob", true), ("copy 1", "\\copy 1", true),
    ("open tusker://x-callback-url/getCurrentUser", "\\open tusker://x-callback-url/getCurrentUser", false),
  ])
  func someWordsNeedNoBackslash(_ word: String, _ command: String, isSame: Bool) throws {
    let (word, command) = (Source(word), Source(command))
    #expect(try (Parser.parse(word, mode: .repl).json == Parser.parse(command, mode: .repl).json) == isSame)
  }

  @Test func aVerbThatWasDefinedIsNoPromptCommand() throws {
    let found = try Parser.parse(Source("save 1"), mode: .repl, defined: ["save"])
    #expect(found.json == (try Parser.parse(Source("save 1")).json))
  }

  @Test func aScriptHasNoPromptCommands() throws {
    #expect(throws: Diagnostic.self) { try Parser.parse(Source("?")) }
    #expect(try Parser.parse(Source("quit")).source == "quit\n")
  }

  @Test func theLineOfURLIsAStatement() throws {
    let line = try Parser.parse(Source("fav status:1 --json"), mode: .repl).json
    let found = try Parser.parse(Source("\\url fav status:1 --json"), mode: .repl)
    #expect(found.json == [["meta": "url", "line": line[0] ?? .null]])
    #expect(found.source == "\\url fav status:1 --json\n")
    let nested = Source(String(repeating: "\\url ", count: 100) + "fav status:1")
    #expect(try #require(throws: Diagnostic.self) { try Parser.parse(nested, mode: .repl) }.kind == .tooDeep)
  }

  @Test func theLineAfterATimeIsAStatement() throws {
    let line = try Parser.parse(Source("home | take 2"), mode: .repl).json
    let found = try Parser.parse(Source("watch 30s home | take 2"), mode: .repl)
    #expect(found.json == [["meta": "watch", "args": [["word": "30s"]], "line": line[0] ?? .null]])
    #expect(found.source == "\\watch 30s home | take 2\n")
  }

  @Test func aBackslashAtThePromptWaitsForTheNextLine() throws {
    let error = try #require(throws: Diagnostic.self) { try Parser.parse(Source("post \\"), mode: .repl) }
    #expect(error.kind == .backslash && error.isIncomplete)
  }

  @Test(
    arguments: [
      ([0xFF], 0), ([0x6D, 0x65, 0x20, 0xC3], 3), ([0x6D, 0x65, 0x20, 0xC0, 0x80], 3), ([0x23, 0xED, 0xA0, 0x80], 1),
      ([0x78, 0x20, 0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 3),
    ] as [([UInt8], Int)])
  func bytesThatAreNotUTF8AreRefused(_ bytes: [UInt8], _ offset: Int) throws {
    let error = try #require(throws: Diagnostic.self) { try Parser.parse(Source(bytes: bytes)) }
    #expect(error.kind == .badUTF8)
    #expect(error.span == Span(offset, offset + 1))
  }

  @Test func aByteOrderMarkIsNoText() throws {
    #expect(try Parser.parse(Source("\u{FEFF}# hi\nme")).json == [["cmd": "me"]])
  }

  @Test(arguments: [("x ", "[", "]"), ("x ", "(y ", ")"), ("", "if $a\n", "end\n"), ("", "for x in $l\n", "end\n")])
  func nestingEndsWithAMessage(_ head: String, _ open: String, _ close: String) throws {
    let shallow = head + String(repeating: open, count: 60) + "me\n" + String(repeating: close, count: 60)
    if head.isEmpty { #expect(throws: Never.self) { try Parser.parse(Source(shallow)) } }
    let deep = head + String(repeating: open, count: 5_000)
    let error = try #require(throws: Diagnostic.self) { try Parser.parse(Source(deep)) }
    #expect(error.kind == .tooDeep)
    #expect(Parser.check(Source(deep)).contains { $0.kind == .tooDeep })
  }

  @Test func aChainOfConditionsEndsWithAMessage() throws {
    let chain = "if $a\n" + String(repeating: "else if $a\n", count: 100) + "end"
    let error = try #require(throws: Diagnostic.self) { try Parser.parse(Source(chain)) }
    #expect(error.kind == .tooDeep)
  }

  /// Mistakes that the shared cases leave open, by kind and by what is marked.
  @Test(arguments: [
    ("x -v", "short-flag", "-v"), ("x --count=5", "flag-value", "--count=5"), ("x --5", "bad-flag", "--5"),
    ("x --no-", "bad-flag", "--no-"), ("x a = b", "param-space", "a ="), ("if", "missing-operand", "if"),
    ("if $a==b\nend", "op-spacing", "=="), ("if $a !=b\nend", "op-spacing", "!="), ("let x 5", "missing-equals", "5"),
    ("for x of $l\nend", "missing-in", "of"), ("for x\nend", "missing-in", "x"), ("end", "stray-end", "end"),
    ("else", "stray-else", "else"), ("for x in $l\nelse\nend", "stray-else", "else"), ("\\e", "meta-in-script", "\\e"),
    ("x >", "bad-redirect", ">"), ("run", "missing-value", "run"), ("(me)", "bad-head", "(me)"),
    ("x \u{A0}y", "invisible-char", "\u{A0}"), ("x \u{3000}y", "invisible-char", "\u{3000}"),
    ("x a\u{200B}b", "invisible-char", "\u{200B}"), ("x a\u{202E}b", "bidi-char", "\u{202E}"),
    ("# \u{202E}", "bidi-char", "\u{202E}"), ("x a\u{200F}b", "bidi-char", "\u{200F}"),
    ("x \"a\u{2066}b\"", "bidi-char", "\u{2066}"), ("x 'a\u{85}b'", "control-char", "\u{85}"),
    ("x \"\\u{110000}\"", "bad-unicode-escape", "\\u{110000}"), ("x \"\\u{D800}\"", "bad-unicode-escape", "\\u{D800}"),
    ("x \"\\u{}\"", "bad-unicode-escape", "\\u{}"), ("x \"\\u41\"", "bad-unicode-escape", "\\u"),
    ("x &y", "reserved-char", "&"),
    ("x a&&", "reserved-char", "&&"), ("x < f", "reserved-char", "<"), ("def a b b\nend", "duplicate-param", "b"),
    ("def 1x\nend", "missing-name", "1x"), ("let me = 1", "reserved-name", "me"), ("x (end)", "reserved-name", "end"),
    ("$x y", "trailing-words", "y"), ("$x$y", "bad-head", "$x$y"), ("x ${a.}", "bad-dollar", "${a"),
    ("x | | y", "empty-pipe", "|"), ("x |#", "reserved-char", "#"), ("x [#]", "reserved-char", "#"),
    ("end me", "stray-end", "end"), ("try x\nend", "trailing-words", "x"),
    ("if $a 5\nend", "trailing-words", "5"), ("let x = foo.bar", "bad-head", "foo.bar"),
    ("x file:\"\"", "empty-ref", "file:\"\""),
    ("every\nend", "missing-value", "every"), ("def f a=\nend", "missing-value", "a="),
    ("x \"a\";", "reserved-char", ";"),
    ("if $a and\nend", "missing-operand", "and"), ("if not\nend", "missing-operand", "not"),
    ("x = y", "param-space", "="),
  ])
  func mistakesHaveOneKindAndOnePlace(_ text: String, _ kind: String, _ marked: String) throws {
    let source = Source(text)
    let error = try #require(throws: Diagnostic.self) { try Parser.parse(source) }
    #expect(error.kind.rawValue == kind, "\(error.rendered(in: source))")
    #expect(source.text(error.span) == marked)
  }

  @Test(arguments: [
    ("post \"\u{200F}שלום\"", "{\"cmd\":\"post\",\"args\":[{\"str\":\"\u{200F}שלום\"}]}"),
    ("x a;b a&b", #"{"cmd":"x","args":[{"word":"a;b"},{"word":"a&b"}]}"#),
    ("t://a/b?c --yes", #"{"cmd":"open","args":[{"url":"t://a/b?c"}],"params":[["yes",true]]}"#),
    ("x >> f", #"{"pipe":[{"cmd":"x"}],"to":{"file":{"word":"f"},"append":true}}"#),
    ("once k\nend", #"{"once":{"cmd":"k"},"body":[]}"#.replacing("cmd", with: "word")),
    ("as @a@b\nend", #"{"as":{"ref":"account","id":"@a@b"},"body":[]}"#),
    ("expect $a \"no\"", #"{"expect":{"is":{"var":"a"}},"message":{"str":"no"}}"#),
    ("x \"a\tb\"", #"{"cmd":"x","args":[{"str":"a\tb"}]}"#),
    ("x (me # c\n)", #"{"cmd":"x","args":[{"sub":{"cmd":"me"}}]}"#),
    ("x \"\"\"\r\n  a\r\n\r\n  b\r\n  \"\"\"", #"{"cmd":"x","args":[{"str":"a\n\nb"}]}"#),
    ("let x = 30s", #"{"let":"x","value":{"word":"30s"}}"#),
    ("x @ # c", #"{"cmd":"x","args":[{"word":"@"}]}"#),
    ("try\ncatch e\nend", #"{"try":[],"as":"e","catch":[]}"#),
    (
      "if $a\nelse if $b\nelse\nend",
      #"{"if":{"is":{"var":"a"}},"then":[],"else":[{"if":{"is":{"var":"b"}},"then":[],"else":[]}]}"#
    ),
  ])
  func whatTheCasesLeaveOpenIsSettled(_ text: String, _ json: String) throws {
    let expected = json.replacing("\u{200F}", with: "\\u200f")
    #expect(try Parser.parse(Source(text)).json.text == "[\(expected)]")
  }
}
