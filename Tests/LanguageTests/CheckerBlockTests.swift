import Testing
import TuskLanguage

/// Blocks: where statements may stand, and what their first lines take.
@Suite struct CheckerBlockTests {
  @Test(
    arguments: [
      ("next", ["misplaced 'next'"]), ("stop", ["misplaced 'stop'"]),
      ("for x in [1]\nif $x == 1\nnext\nend\nstop\nend", []),
      ("for x in [1]\nend\nnext", ["misplaced 'next'"]), ("once k\nstop\nend", ["misplaced 'stop'"]),
      ("for x in [1]\nonce k\ntry\nnext\ncatch\nstop\nend\nend\nend", []),
      ("def f\nnext\nend", ["misplaced 'next'"]), ("return", ["misplaced 'return' → exit"]),
      ("for x in [1]\nreturn $x\nend", ["misplaced 'return'"]),
      ("def f\nif 1 == 1\nreturn\nend\nreturn 5\nend", []), ("every 1h\nend\nat 09:00\nend", []),
      ("as @a@b\nevery 1h\nend\nend", []), ("once k\nevery 1h\nend\nend", ["misplaced 'every'"]),
      ("for x in [1]\nat 09:00\nend\nend", ["misplaced 'at'"]),
      ("as @a@b\nas @c@d\nat 09:00\nend\nend\nend", ["misplaced 'at'"]),
      ("def f\nevery 1h\nend\nend", ["misplaced 'every'"]), ("every 1h\nevery 1h\nend\nend", ["misplaced 'every'"]),
      ("if 1 == 1\ndef f\nend\nend", ["misplaced 'def'"]), ("exit\npost x", ["unreachable 'post x'"]),
      ("for x in [1]\nnext\nprint a\nprint b\nend\nprint c", ["unreachable 'print a'"]),
      ("def f\nreturn 1\nprint $oops\nend", ["unreachable 'print $oops'", "unknown-name '$oops'"]),
      ("exit 64", ["out-of-range '64'"]), ("exit 63", []), ("exit x", ["type-mismatch 'x'"]),
      ("exit 1 2", ["too-many-args '2'"]),
      ("wait 0s", ["out-of-range '0s'"]), ("wait 5m --progress", []), ("wait 5", ["type-mismatch '5'"]),
      ("wait", ["missing-arg ''"]),
      ("print a to=stderr", []), ("print a to=sdterr", ["type-mismatch 'sdterr' → print a to=stderr"]),
    ] as [(String, [String])])
  func aStatementStandsWhereItMeansSomething(_ script: String, _ expected: [String]) throws {
    #expect(try Checking.mistakes(in: script) == expected)
  }

  /// A later run skips the block, and sets the name to what it was when the block was completed.
  @Test(
    arguments: [
      ("let n = 0\nfor x in [a b] once=$x\nlet n = $n + 1\nend", 1), ("let n = 9\nonce k\nlet n = $n - 1\nend", 0),
      ("let n = 0\nfor x in [a b]\nonce $x\nif 1 == $n\nlet n = $n * 2\nend\nend\nend", 1),
      ("let n = 0\nonce k\nfor x in [a b]\nonce $x\nlet n = $n + 1\nend\nend\nend", 1),
      ("let n = 0\nonce k\nfor x in [a b]\nlet n = $n + 1\nend\nend", 0),
      ("once k\nlet n = 0\nwhile $n < 2 limit=9\nlet n = $n + 1\nend\nend", 0),
      ("let n = 0\nfor x in [a b]\nonce $x\nend\nlet n = $n + 1\nend", 0),
      ("let n = 0\nonce k\nlet m = $n + 1\nend", 0), ("for n in [1 2] once=\"k$n\"\nlet n = $n + 1\nend", 0),
    ] as [(String, Int)])
  func countersOfOnceAreWarnedOf(_ script: String, _ count: Int) throws {
    var checker = Checker(resolver: .checked)
    #expect(checker.check(try Parser.parse(Source(script))) == [])
    #expect(checker.warnings.filter { $0.message.contains("counts wrongly") }.count == count)
  }

  @Test(
    arguments: [
      ("every 0m", ["out-of-range '0m'"]), ("every 5", ["type-mismatch '5'"]), ("every x", ["type-mismatch 'x'"]),
      ("every \"1h\" jitter=5m", []), ("every $1", []), ("every 1h jitter=x", ["type-mismatch 'x'"]),
      ("every [1h]", ["type-mismatch '[1h]'"]),
      ("every 1h zone=UTC", ["unknown-param 'zone'"]), ("at 24:00", ["type-mismatch '24:00'"]),
      ("at 9:00", ["type-mismatch '9:00' → at 09:00"]),
      ("at 09:00 zone=Europe/Berlin days=[mon fri]", []),
      ("at 09:00 days=[mo]", ["type-mismatch 'mo' → at 09:00 days=[mon]"]),
      ("at 09:00 zone=../x", ["type-mismatch '../x'"]), ("at 09:00 zone=/etc/x", ["type-mismatch '/etc/x'"]),
      ("at 09:00 zone=Etc/GMT+1", []), ("at 09:00 zone=\"\"", ["type-mismatch '\"\"'"]),
      ("at 1h", ["type-mismatch '1h'"]),
      ("as @me@a.example", []), ("as me@a.example", ["type-mismatch 'me@a.example' → as @me@a.example"]),
      ("as $me.acct", ["type-mismatch '$me.acct' → as @$me.acct"]), ("as $me", []), ("as @me", ["type-mismatch '@me'"]),
      ("as me", ["type-mismatch 'me'"]), ("as $1", []),
      ("as status:1", ["type-mismatch 'status:1'"]),
      ("as account:me@a.example", ["type-mismatch 'account:me@a.example' → as @me@a.example"]),
      ("as account:@me@a.example", []),
      ("as [@a@b]", ["type-mismatch '[@a@b]'"]),
      ("as 5", ["type-mismatch '5'"]), ("once \"$1 x\"", []), ("once [a b]", ["type-mismatch '[a b]'"]),
      ("once (notifications)", ["type-mismatch '(notifications)'"]),
      ("once $oops", ["unknown-name '$oops'"]), ("once k x=1", ["unknown-param 'x'"]),
      ("for x in [1] parallel=0", ["out-of-range '0'"]), ("for x in [1] parallel=65", ["out-of-range '65'"]),
      ("for x in [1] on-error=skpi", ["type-mismatch 'skpi' → for x in [1] on-error=skip"]),
      ("for x in [1] paralel=2", ["unknown-param 'paralel' → for x in [1] parallel=2"]),
      ("for x in [1] pace=1s limit=3", []),
      ("for x in $oops once=$noops", ["unknown-name '$oops'", "unknown-name '$noops'"]),
      ("for x in $1", ["type-mismatch '$1'"]), ("for x in (get poll poll:1)", ["type-mismatch '(get poll poll:1)'"]),
      ("for x in (run ls)", ["type-mismatch '(run ls)'"]),
      ("for x in $me", ["type-mismatch '$me'"]), ("for x in (notifications) once=$x", ["type-mismatch '$x'"]),
      ("for x in (statuses) once=$x", []), ("for x in (statuses) --once", ["flag-needs-value '--once'"]),
    ] as [(String, [String])])
  func aBlockTakesWhatItsFormHas(_ head: String, _ expected: [String]) throws {
    #expect(try Checking.mistakes(in: "\(head)\nprint a\nend") == expected)
  }

  @Test(
    arguments: [
      ("def f a b=1\nend\nf x\nf x y\nf x b=2\nf a=1 b=2\nf b=1 x", []), ("def f a\nend\nf", ["missing-arg ''"]),
      ("def f a\nend\nf x y", ["too-many-args 'y'"]), ("def f\nend\nf x", ["too-many-args 'x'"]),
      ("def f long\nend\nf lnog=1", ["unknown-param 'lnog' → f long=1"]),
      ("def f a\nend\nf --b", ["unknown-param '--b' → f --a"]),
      ("def f a\nend\nf a=1 a=2", ["duplicate-param 'a=2'"]), ("def f a\nend\nf --a", []),
      ("f 1\ndef f a\nend", ["unknown-verb 'f'"]), ("def g\nf 1\nend\ndef f a\nend\ng", []),
      ("def mirror a\nend\nmiror 1", ["unknown-verb 'miror' → mirror 1"]), ("def post\nend", []),
      ("def get\nend", []), ("def print\nend", ["reserved-name 'print'"]),
      ("def postStatus\nend", []), ("def wait\nend", ["reserved-name 'wait'"]),
      ("def f\nend\ndef f\nend", ["reserved-name 'f'"]), ("def f\nf\nend", ["endless 'f'"]),
      ("def f\ng\nend\ndef g\nh\nend\ndef h\nf\nend", ["endless 'f'"]), ("def f\ng\ng\nend\ndef g\nend", []),
      ("def f\nfor x in (g)\nif 1 == 1\nlet y = [(f)]\nend\nend\nend\ndef g\nend", ["endless 'f'"]),
      ("def f a=$oops\nend", ["unknown-name '$oops'"]), ("def f a\nfav $a\nfav $a.x\nend", []),
      ("let x = (f)\ndef f\nreturn 1\nend\nprint $x.y", ["unknown-verb 'f'"]),
      ("def f\nreturn 1\nend\nlet x = (f)\nprint $x.y", []),
    ] as [(String, [String])])
  func aVerbOfTheScriptIsUsedAsItIsMade(_ script: String, _ expected: [String]) throws {
    #expect(try Checking.mistakes(in: script) == expected)
  }

  @Test func namesAndVerbsOfEarlierStatementsStayKnown() throws {
    var checker = Checker(resolver: .checked, mode: .prompt)
    let lines = [
      "let a = post x", "def f b\nend", "print $a.id", "f $a", "print $a.idd", "let c = $oops", "print $c.x",
      "\\zzzz 5s", "next",
    ]
    let found = try lines.map { line in
      let source = Source(line)
      return checker.check(try Parser.parse(source, mode: .repl), in: source).map { Checking.short($0, in: source) }
    }
    #expect(
      found == [
        [], [], [], [], ["unknown-field '$a.idd' → print $a.id"], ["unknown-name '$oops'"], [],
        ["unknown-verb '\\zzzz'"],
        ["misplaced 'next'"],
      ])
  }

  @Test func aVerbIsMadeAnewAtThePrompt() throws {
    var checker = Checker(resolver: .checked, mode: .prompt)
    let lines = ["def f a\nend", "def f\nend", "f", "f 1"]
    #expect(try lines.map { checker.check(try Parser.parse(Source($0))).map(\.kind) } == [[], [], [], [.tooManyArgs]])
  }

  @Test func linesToTheClientStandAtThePromptOnly() throws {
    var checker = Checker(resolver: .checked, mode: .stream)
    #expect(checker.check(try Parser.parse(Source("\\watch 5s"), mode: .repl)).map(\.kind) == [.metaInScript])
  }

  @Test func mistakesStandInTheOrderOfTheSource() throws {
    let script = "def f\nf\nend\nif $a\nnext\nprint $b\nend\nfvaa $c\nnotifications cuont=x"
    let source = Source(script)
    var checker = Checker(resolver: .checked)
    let found = checker.check(try Parser.parse(source), in: source)
    #expect(found.map { source.line(at: $0.span.start) } == [2, 4, 5, 6, 6, 8, 8, 9])
  }
}
