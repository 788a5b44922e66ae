import Testing
import TuskLanguage
import XCallbackURL

/// Lines as other languages have them: what is said, and the line that does what was meant.
@Suite struct ForeignWordTests {
  /// The script's own verbs, and those of scripts that it runs, are no words of other languages.
  @Test(
    arguments: [
      ("def echo x\nprint $x\nend\necho -x", "'-x' is not a flag: flags have two dashes and a full name"),
      ("source lib.tsk\necho -x", "'-x' is not a flag: flags have two dashes and a full name"),
      ("def until x\nprint $x\nend\nuntil 1\nend", "'end' without an open block"), ("echo -x", "unknown verb 'echo'"),
    ])
  func aKnownVerbIsNotForeign(_ script: String, _ message: String) {
    let source = Source(script)
    let found = Checker(resolver: .checked).tried(Parser.check(source), in: source)
    #expect(found.map(\.message) == [message])
  }

  @Test(
    arguments: [
      ("echo hi", "text is printed with 'print'", "print hi"), ("include a.tsk", "", "source a.tsk"),
      ("for x in [1]\n  continue\nend", "'next' goes on with the next item of a loop", "  next"),
      ("for x in [1]\n  break\nend", "'stop' leaves a loop", "  stop"), ("break", "'stop' leaves a loop", nil),
      ("export X=1", "a value is named with 'let'", "let X=1"), ("export name=Ada", "", nil),
      ("sleep 5", "'wait' takes a time, such as 30s", nil), ("sleep 5s", "", "wait 5s"),
      ("then", "the lines of a block follow its first line directly", nil),
      ("do", "", nil), ("done", "every block ends with 'end'", nil), ("quit", "", "exit"),
      ("return", "'exit' ends the script", "exit"), ("return 3", "'exit' ends the script", "exit 3"),
      ("let x = run date\nreturn $x", "'exit' ends the script", nil),
      ("let d = date +%F", "programs are run with 'run'", "let d = run date +%F"),
      ("print $HOME", "", "print $env.HOME"),
      ("print \"a ${HOME}b\"", "", "print \"a ${env.HOME}b\""),
      ("let a = 1\nif !$a\nend", "compare it with a value", nil),
      ("let a = true\nif !$a\nend", "compare it with a value", "if not $a"),
      ("let x = 1\nif x == 1\nend", "a variable is written $x", "if $x == 1"),
      ("if x == 1\nend", "a variable is written $x", nil), ("let x = 1\nif 1 == x\nend", "", "if 1 == $x"),
      ("let x = \"a\"\nif x in [a b]\nend", "", "if $x in [a b]"), ("let x = true\nif x\nend", "", "if $x"),
      (
        "for n in (notifications)\nif n.kind == \"follow\"\nend\nend", "a variable is written $n.kind",
        #"if $n.kind == "follow""#
      ),
      (
        "for n in (notifications)\nif n.kind == follow\nend\nend", "a variable is written $n.kind",
        "if $n.kind == follow"
      ),
      ("if x.y == \"1\"\nend", "a variable is written $x.y", nil),
      ("expect e.0 == 5", "a variable is written $e.0", nil),
      ("for a in (following)\nif a.bot\nend\nend", "compare it with a value", "if $a.bot"),
      ("as @a@b.example:\nend", "", "as @a@b.example"), ("post x a=b", "", nil), ("post x c=d", "", nil),
      ("delet status:1", "did you mean 'delete'?", nil), ("undelete status:1", "", nil), ("unpost x", "", nil),
      ("unboost status:1", "", nil),
      ("at 9:00\nend", "", "at 09:00"), ("at 25:00\nend", "", nil),
      ("at 09:00 days=[monday]\nend", "", "at 09:00 days=[mon]"),
      ("every 5min\nend", "", "every 5m"), ("every 5m:\nend", "", "every 5m"), ("at 09:00:\nend", "", "at 09:00"),
      ("wait 5min", "", "wait 5m"),
      ("post a --visibility private", "write visibility=…", "post a visibility=private"),
      ("post a --visibility", "write visibility=…", nil),
      ("post a media=\"file:my dog.png\"", "", "post a media=file:\"my dog.png\""),
      ("post a media='file:my dog.png'", "", "post a media=file:\"my dog.png\""),
      ("post a media=file:a media=file:b", "several values are written in [ ]", "post a media=[file:a file:b]"),
      ("post a media=[file:a] media=file:b", "several values are written in [ ]", nil),
      ("post a cw=b cw=c", "", nil),
      ("let l = (statuses)\nprint $l.length", "items are counted with .count", "print $l.count"),
      ("let l = (statuses)\nprint $l.second", "items are numbered from 0", nil),
    ] as [(String, String, String?)])
  func theLineThatWasMeantIsShown(_ script: String, _ label: String, _ help: String?) throws {
    let source = Source(script)
    var checker = Checker(resolver: .checked)
    let found = try #require(checker.check(try Parser.parse(source), in: source).first)
    if !label.isEmpty { #expect(found.label == label) }
    #expect(found.help(in: source) == help)
  }

  private static let output = "standard error is redirected where tusk is started, not on its lines"
  private static let parentheses = "the values of 'post' follow it after a space, without parentheses"

  /// Words that the parser stumbles over before the checker sees them.
  @Test(
    arguments: [
      ("notifications 2>/dev/null", Self.output, nil), ("post a 2> b", Self.output, nil),
      ("notifications 2>&1", Self.output, nil), ("notifications &> a", Self.output, nil),
      ("notifications > a 2>&1", Self.output, nil), ("run ls 2>/dev/null", Self.output, nil),
      ("run ls 1> a", "'>' takes no number before it", "run ls > a"),
      ("print a >&2", "'>' needs a file, not the number of an output", nil),
      ("post a media=file:my\\ dog.png", #"'\' escapes only within quotes"#, nil),
      ("let l = [a]\nfor x of $l\nend", "expected 'in' after the name", "for x in $l"),
      ("for x on $@\nend", "expected 'in' after the name", nil),
      ("for x in [a]:\nend", "", "for x in [a]"),
      ("def a b:\nend", "expected a name", "def a b"), ("every 5 minutes\nend", "", nil),
      ("every 5 blinks\nend", "unexpected words at the end of the line", nil),
      ("let a = 1\nif $a == 1\n  me\nelse:\n  me\nend", "no ':' follows a keyword", "else"),
      ("try:\n  me\nend", "no ':' follows a keyword", "try"), ("try: me", "no ':' follows a keyword", nil),
      ("let a = 1\nif $a === 1\nend", "'===' is written '=='", "if $a == 1"),
      ("let a = 1\nif $a !== 1\nend", "'!==' is written '!='", "if $a != 1"),
      ("// a\nme", "a comment starts with '#'", "# a"), ("//a\nme", "a comment starts with '#'", "# a"),
      ("let n = len(statuses)", "missing space between two values", nil),
      ("until true; do", "unknown verb 'until'", nil), ("until $x\n  post a\nend", "unknown verb 'until'", nil),
      ("const x = 3", "unknown verb 'const'", "let x = 3"),
      ("foreach x in $@\nend", "unknown verb 'foreach'", "for x in $@"),
      ("echo hi && post a", "unknown verb 'echo'", nil),
      ("let a = true\nunless $a\n  post a\nend", "unknown verb 'unless'", nil),
      ("post('Hello, world')", Self.parentheses, nil),
      ("post(don't, x)", Self.parentheses, nil), ("do\n  post a\nend", "unknown verb 'do'", nil),
      ("then\n  post a\nend", "unknown verb 'then'", nil),
      ("let x = 1\nif $x == 1\n  post a\nfi", "unknown verb 'fi'", "end"),
      ("for x in [1]\n  post a\ndone", "unknown verb 'done'", "end"),
    ] as [(String, String, String?)])
  func theWordIsBlamedForWhatFollows(_ script: String, _ message: String, _ help: String?) throws {
    let source = Source(script)
    let checker = Checker(resolver: .checked)
    let found = try #require(checker.tried(Parser.check(source), in: source).first)
    if !message.isEmpty { #expect(found.message == message) }
    #expect(found.help(in: source) == help)
  }

  /// Each word is explained where it is written, and only once.
  @Test(
    arguments: [
      (
        "if 1 == 1; then\n  post a\nfi",
        ["';' does not end a command: write one command per line", "unknown verb 'fi'"]
      ),
      (
        "for x in [a b]; do\n  post $x\ndone",
        ["';' does not end a command: write one command per line", "unknown verb 'done'"]
      ),
      ("for x in [1]\n  if $x == 1\n    post a\n  fi\ndone", ["unknown verb 'fi'"]),
      ("unless $a == 1\n  post a\nend", ["unknown verb 'unless'"]),
      ("def fi\n  post a\nend\nif 1 == 1\n  fi", ["'if' has no 'end'"]),
    ] as [(String, [String])])
  func everyForeignWordIsExplainedOnce(_ script: String, _ messages: [String]) {
    let source = Source(script)
    let found = Checker(resolver: .checked).tried(Parser.check(source), in: source)
    #expect(found.sorted { $0.span.start < $1.span.start }.map(\.message) == messages)
  }

  @Test func anIntervalHasALongestLength() throws {
    let source = Source("every 106751991167300d\nend")
    var checker = Checker(resolver: .checked)
    let found = checker.check(try Parser.parse(source), in: source)
    #expect(found.map(\.message) == ["the interval must be at most 36500d, not '106751991167300d'"])
  }

  /// A verb of the script is no foreign word.
  @Test(arguments: ["echo", "until", "then", "done", "break", "sleep"])
  func aDefinedVerbIsNotForeign(_ word: String) throws {
    #expect(try Checking.mistakes(in: "def \(word) a\n  print $a\nend\n\(word) 5") == [])
  }

  /// Whatever is typed for a verb, what is proposed neither undoes nor destroys what was meant.
  @Test func noSuggestionIsTheOppositeOfTheWord() throws {
    for verb in Catalog.checked.verbs where !verb.contains(" ") {
      for typed in ["un\(verb)", "un\(verb)e", String(verb.dropFirst(2)), "\(verb)x"] {
        guard Catalog.checked.signature(verb: typed) == nil, !typed.isEmpty else { continue }
        let source = Source("\(typed) status:1")
        var checker = Checker(resolver: .checked)
        for found in checker.check((try? Parser.parse(source)) ?? [], in: source) {
          let help = found.help(in: source) ?? ""
          #expect(!help.hasPrefix("delete"))
          for near in found.near { #expect(near.hasPrefix("un") == typed.hasPrefix("un"), "\(typed): \(near)") }
        }
      }
    }
  }
}
