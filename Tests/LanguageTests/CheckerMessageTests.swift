import Testing
import TuskCommon
import TuskLanguage

/// What a person reads of each sort of mistake: the sentence, and what stands beside the carets.
@Suite struct CheckerMessageTests {
  @Test(
    arguments: [
      ("print $a", "undefined variable 'a'", nil),
      ("let ab = 1\nprint $ac", "undefined variable 'ac'", "did you mean $ab (line 1)?"),
      ("print $0", "'$0' is undefined: arguments are numbered from 1", nil),
      ("let a = post x\nprint $a.uro", "a status has no field 'uro'", "did you mean .uri?"),
      ("let a = notifications\nprint $a.next", "a list has no field 'next'", "items are numbered from 0"),
      ("let a = 5\nprint $a.x", "a number has no field 'x'", nil),
      ("let a = true\nprint $a.x", "true or false has no field 'x'", nil),
      ("let a = null\nprint $a.x", "null has no field 'x'", nil),
      ("let a = status:1\nprint $a.x", "a status has no field 'x'", nil),
      (
        "let a = post x\nprint $a.posted.x", "a time has no field 'x'",
        "its fields are weekday, hour, date, week and month"
      ),
      ("let a = post x\nprint $a.id.x", "a status has no field 'x'", nil),
      ("let a = run date\nprint $a.x", "text has no field 'x'", "$a is text"),
      ("let a = \"b\"\nprint $a.x.y", "text has no field 'x'", "$a is the text 'b'"),
      ("let a = post x\nprint $a.text.x", "text has no field 'x'", "$a.text is text"),
      (
        "for n in (notifications)\nprint \"$n\"\nend", "a notification cannot be part of text",
        "name one of its fields"
      ),
      ("let l = [1]\nprint \"$l\"", "a list cannot be part of text", "loop over its items with 'for'"),
      ("for n in (notifications)\nfav $n\nend", "'fav' needs a status; this is a notification", "notification:…"),
      (
        "for n in (notifications)\npost x reply=$n\nend", "'reply' must be a status; this is a notification",
        "notification:…"
      ),
      ("fav (get poll poll:1)", "'fav' needs a status; this is a poll", "a poll"),
      ("let a = post x\nfav $a.boosts", "'fav' needs a status, not a number", nil),
      ("let a = post x\nnotifications count=$a.url", "'count' must be a whole number from 1, not a URL", nil),
      (
        "if x == 1\nend", "the condition is always the same: neither side has a variable",
        "a variable is written $x"
      ),
      ("let n = 5\nif $n in [a b]\nend", "'in' cannot compare a number with text", nil),
      ("if 5\nend", "a condition must be true or false, not a number", "compare it with a value"),
      ("let a = post x\nif $a == \"x\"\nend", "'==' cannot compare a status with text", nil),
      ("let a = post x\nif $a.text < 5\nend", "'<' compares numbers, durations or times, not text", nil),
      ("if 1h < 5\nend", "'<' cannot compare a duration with a number", nil),
      (
        "let n = 5\nif x in $n\nend", "'in' searches text for text or a list for an item; this is a number", nil
      ),
      (
        "let n = 5\nif $n contains x\nend",
        "'contains' searches text for text or a list for an item; this is a number", nil
      ),
      ("let t = true\nif $t matches x\nend", "'matches' compares text, not true or false", nil),
      ("next", "'next' outside of a 'for'", nil),
      ("return", "'return' outside of a 'def'", "'exit' ends the script"),
      (
        "once k\nat 09:00\nend\nend", "'at' is allowed only at the top level, or directly in an 'as' at the top level",
        nil
      ),
      ("once k\ndef f\nend\nend", "'def' inside a block; define verbs at the top level", nil),
      ("exit\nprint a", "unreachable after 'exit'", "never runs"),
      ("for x in 5", "", nil), ("for x in $me\nend", "'for' needs a list, not an account", nil),
      ("every x\nend", "'every' needs a duration such as 30s, 5m, 1h or 2d, not 'x'", nil),
      ("every 0h\nend", "the interval must be longer than 0", nil),
      ("every [1h]\nend", "'every' needs a duration such as 30s, 5m, 1h or 2d, not a list", nil),
      ("at 9:5\nend", "'at' needs a time of day as HH:MM, not '9:5'", nil),
      ("at 09:00 zone=a//b\nend", "'zone' needs a time zone such as Europe/Berlin, not 'a//b'", nil),
      ("as @bob\nend", "'as' needs an account name such as @USER@HOST, not '@bob'", "without its server"),
      ("as 5\nend", "'as' needs an account name such as @USER@HOST, not a number", nil),
      ("once [a]\nend", "'once' needs text, not a list", "name one of its fields"),
      ("let a = post x\nstatuses > $a.text", "data from a server, a file or a program cannot name a file", nil),
      ("run (get poll poll:1)", "data from a server, a file or a program cannot name a program", nil),
      ("statuses > [a]", "a list cannot name a file", nil),
      ("wait 0ms", "'time' must be longer than 0", nil),
      ("fav status:1 timeout=0h", "'timeout' must be longer than 0", nil),
      ("def print\nend", "'print' is already a verb, or the first word of one", nil),
      ("def f\nend\ndef f\nend", "'f' is defined twice", "first defined in line 1"),
      ("def f\nf\nend", "'f' is recursive", "use 'for' to repeat"),
      ("def f\ng\nend\ndef g\nf\nend", "'f' is recursive through 'g'", "use 'for' to repeat"),
      ("def f a\nend\nf", "'f' needs a", "a=…"), ("def f\nend\nf 1", "'f' takes no values", "one too many"),
      ("def f a\nend\nf 1 2", "'f' takes one value", "one too many"),
      ("def f a b\nend\nf 1 2 3", "'f' takes 2 values", "one too many"),
      ("def f a\nend\nf long=1", "'f' has no parameter 'long'", nil),
      ("f\ndef f\nend", "'f' is called before its definition", "defined in line 2"),
      ("let x = wait 1s", "'wait' has no result", nil),
      ("run echo null", "null cannot be an argument of a program", nil),
      ("let a = Ada", "unknown verb 'Ada'", "text is written in quotes"),
      ("def f a\nend\nf 1 a=1", "'a' is given twice", nil),
    ] as [(String, String, String?)])
  func theSentenceSaysWhatIsWrong(_ script: String, _ message: String, _ label: String?) throws {
    guard let statements = try? Parser.parse(Source(script)) else {
      #expect(message.isEmpty)
      return
    }
    var checker = Checker(resolver: .checked)
    let found = try #require(checker.check(statements, in: Source(script)).first)
    #expect(found.message == message)
    #expect(found.label == label)
  }

  /// A script with much wrong with it: all is told at once, in its order.
  @Test func everyMistakeOfAScriptIsShown() throws {
    let script = """
      let file = "out"
      for n in (notificatons kind=follow --all)
        let a = get account $n.accountID
        fav $n.account --silent
        print "hello $a.displayNmae, you are 👍 $b"
        if $a.followers < many
          next
          print "never"
        end
      end
      return
      """
    #expect(
      try Checking.rendered(script) == """
        error: unknown verb 'notificatons'  [exit 64]
           2 | for n in (notificatons kind=follow --all)
             |           ^^^^^^^^^^^^
             = help: for n in (notifications kind=follow --all)
        error: undefined variable 'b'  [exit 65]
           5 |   print "hello $a.displayNmae, you are 👍 $b"
             |                                           ^^ did you mean $a (line 3)?
             = help:   print "hello $a.displayNmae, you are 👍 $a"
        error: '<' compares numbers, durations or times, not text  [exit 65]
           6 |   if $a.followers < many
             |                     ^^^^
        error: unreachable after 'next'  [exit 64]
           8 |     print "never"
             |     ^^^^^^^^^^^^^ never runs
        error: 'return' outside of a 'def'  [exit 64]
          11 | return
             | ^^^^^^ 'exit' ends the script
             = help: exit
        """)
    #expect(
      try Checking.rendered(script.replacing("notificatons", with: "notifications").replacing("$b", with: "")) == """
        error: 'fav' needs a status; this is an account  [exit 65]
           4 |   fav $n.account --silent
             |       ^^^^^^^^^^ account:…
             = help:   fav $n.statusID --silent
        error: an account has no field 'displayNmae'  [exit 65]
           5 |   print "hello $a.displayNmae, you are 👍 "
             |                ^^^^^^^^^^^^^^ did you mean .displayName?
             = help:   print "hello $a.displayName, you are 👍 "
        error: '<' compares numbers, durations or times, not text  [exit 65]
           6 |   if $a.followers < many
             |                     ^^^^
        error: unreachable after 'next'  [exit 64]
           8 |     print "never"
             |     ^^^^^^^^^^^^^ never runs
        error: 'return' outside of a 'def'  [exit 64]
          11 | return
             | ^^^^^^ 'exit' ends the script
             = help: exit
        """)
  }

  /// What the line is to blame for ends with 64, what only a value could tell with 65.
  @Test(arguments: [
    ("fvaa", 64), ("next", 64), ("exit\nexit", 64), ("notifications count=x", 64), ("print $a", 65),
    ("let a = 5\nprint $a.x", 65),
    ("if 5\nend", 65), ("def f\nf\nend", 64), ("every x\nend", 64), ("let x = \"y\"\nevery $x\nend", 65),
    ("statuses > (statuses)", 65),
  ])
  func theExitCodeSaysWhoIsToBlame(_ script: String, _ exitCode: Int32) throws {
    var checker = Checker(resolver: .checked)
    #expect(checker.check(try Parser.parse(Source(script))).map(\.exitCode.rawValue) == [exitCode])
  }

  @Test func withoutTheTextNoLineIsNamed() throws {
    var checker = Checker(resolver: .checked)
    let found = checker.check(try Parser.parse(Source("let ab = 1\nprint $ac\ndef f\nend\ndef f\nend")))
    #expect(found.map(\.label) == ["did you mean $ab?", nil])
  }

  @Test func linesAreCountedOnFromWhereTheTextBegins() throws {
    var checker = Checker(resolver: .checked, mode: .stream)
    let first = Source(bytes: Array("let ab = 1\n".utf8), firstLine: 7)
    let second = Source(bytes: Array("\nprint $ac\n".utf8), firstLine: 8)
    #expect(checker.check(try Parser.parse(first), in: first).isEmpty)
    let found = checker.check(try Parser.parse(second), in: second)
    #expect(found.map(\.label) == ["did you mean $ab (line 7)?"])
    #expect(found.map { second.line(at: $0.span.start) } == [9])
  }
}
