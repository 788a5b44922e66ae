import Testing
import TuskLanguage

/// Names and fields: what exists where, and what was probably meant.
@Suite struct CheckerNameTests {
  @Test(
    arguments: [
      ("print $a", ["unknown-name '$a'"]), ("let name = 1\nprint $nmae", ["unknown-name '$nmae' → print $name"]),
      ("let a = 1\nprint $a $b", ["unknown-name '$b' → print $a $a"]), ("print ${a?}", []), ("print ${a?.b}", []),
      ("print \"$a.b\"", ["unknown-name '$a'"]), ("if 1 == 1\nlet a = 1\nend\nprint $a", []),
      ("if 1 == 1\nlet a = 1\nelse\nprint $a\nend", ["unknown-name '$a'"]),
      ("for x in [1]\nprint $late\nlet late = 1\nend", []), ("for x in [1]\nend\nprint $x", ["unknown-name '$x'"]),
      ("let x = 1\nfor x in [me]\nend\nprint $x", []),
      ("for x in [1] once=\"$x $y\"\nend", ["unknown-name '$y' → for x in [1] once=\"$x $x\""]),
      ("try\nlet a = 1\ncatch e\nprint $a $e.message $e.kind $e.url $e.retryable\nend\nprint $a", []),
      ("try\ncatch e\nprint $e.mesage\nend", ["unknown-field '$e.mesage' → print $e.message"]),
      ("try\ncatch\nprint $e\nend", ["unknown-name '$e'"]),
      ("def f a\nprint $a $b\nend\nlet b = 1", ["unknown-name '$b' → print $a $a"]),
      ("let b = 1\ndef f\nprint $b\nend", ["unknown-name '$b'"]),
      ("def f\nlet inner = 1\nend\nprint $inner", ["unknown-name '$inner'"]),
      ("print $env.HOME $env.NO_SUCH $me.username", []), ("print $me.nmae", ["unknown-field '$me.nmae'"]),
      ("print $env.HOME.x", ["unknown-field '$env.HOME.x'"]), ("print $_ $_.anything", []),
      ("post x\nprint a\nprint $_.id $_.idd", ["unknown-field '$_.idd' → print $_.id $_.id"]),
      ("run date\nprint $_.x", ["unknown-field '$_.x'"]), ("post x\nfor i in [1]\nprint $_.x\nend", []),
      ("every 1h\nprint $late $_.x\nend\nlet late = 1", []), ("at 09:00\nprint $never\nend", ["unknown-name '$never'"]),
      ("print $1 $@ $@.0 $7", []),
      ("print $0", ["unknown-name '$0'"]), ("print $1.x", ["unknown-field '$1.x'"]),
      ("source f.tsk\nprint $anything\nwhatever $anything", []),
      ("print $before\nsource f.tsk", ["unknown-name '$before'"]),
      ("let a = (post $b)\nprint $a.x", ["unknown-name '$b'"]),
      ("let a = fvaa x\nprint $a.x", ["unknown-verb 'fvaa' → let a = \"fvaa x\""]),
      ("as @a@b\nlet a = 1\nend\nonce k\nprint $a\nend", []), ("every 1h\nlet a = 1\nend\nprint $a", []),
    ] as [(String, [String])])
  func aNameIsGivenBeforeItIsUsed(_ script: String, _ expected: [String]) throws {
    #expect(try Checking.mistakes(in: script) == expected)
  }

  @Test(arguments: [
    "javascript", "JavaScript", "file", "data", "https", "mailto", "view-source", "ms-msdt", "git+ssh", "vbscript",
  ])
  func noSchemeThatActsByItselfIsCalled(_ scheme: String) throws {
    #expect(try Checking.mistakes(in: "call scheme:\(scheme) do a=b") == ["misplaced 'scheme:\(scheme)'"])
  }

  @Test(
    arguments: [
      ("print $env.TUSK_TOKEN \"<$env.TUSK_TOKEN>\"", []), ("if $env.TUSK_TOKEN? == null\nend", []),
      ("run curl -H \"Authorization: Bearer $env.TUSK_TOKEN\" x", []), ("post $env.TUSK_TOKEN_COMMAND", []),
      ("post $env.TUSK_TOKEN", ["secret-value '$env.TUSK_TOKEN'"]),
      ("post \"a ${env.TUSK_TOKEN}\"", ["secret-value '${env.TUSK_TOKEN}'"]),
      ("post x cw=$env.TUSK_TOKEN", ["secret-value '$env.TUSK_TOKEN'"]),
      ("let t = \"a $env.TUSK_TOKEN\"\nlet u = [$t]\npost $u.0", ["secret-value '$u.0'"]),
      ("let t = 1\nlet t = $env.TUSK_TOKEN\nlet t = 2\npost $t", []),
      ("if 1 == $1\nlet t = $env.TUSK_TOKEN\nelse\nlet t = 2\nend\npost $t", []),
      ("tusker://x-callback-url/postStatus?text=$env.TUSK_TOKEN", ["secret-value '$env.TUSK_TOKEN'"]),
      ("run $env.TUSK_TOKEN", ["secret-value '$env.TUSK_TOKEN'"]),
      ("notifications > $env.TUSK_TOKEN", ["secret-value '$env.TUSK_TOKEN'"]),
      ("once $env.TUSK_TOKEN\nend", ["secret-value '$env.TUSK_TOKEN'"]),
      ("source a.tsk $env.TUSK_TOKEN", ["secret-value '$env.TUSK_TOKEN'"]),
      ("wait $env.TUSK_TOKEN", ["secret-value '$env.TUSK_TOKEN'"]),
    ] as [(String, [String])])
  func theTokenIsOnlyComparedOrPassedOn(_ script: String, _ expected: [String]) throws {
    #expect(try Checking.mistakes(in: script) == expected)
  }

  @Test(
    arguments: [
      ("for n in (notifications)\nprint $n.kind $n.account.acct $n.account.bot\nend", []),
      ("for n in (notifications)\nprint $n.knid\nend", ["unknown-field '$n.knid' → print $n.kind"]),
      (
        "for n in (notifications)\nprint $n.account.bto\nend", ["unknown-field '$n.account.bto' → print $n.account.bot"]
      ),
      (
        "for n in (notifications)\nprint \"${n.account.bto}\"\nend",
        ["unknown-field '${n.account.bto}' → print \"${n.account.bot}\""]
      ),
      ("for n in (notifications)\nprint $n.nothing? $n.nothing?.more\nend", []),
      ("for n in (notifications)\nprint $n.0\nend", ["unknown-field '$n.0'"]),
      ("for n in (notifications)\nprint $n.id.x\nend", ["unknown-field '$n.id.x'"]),
      ("for n in (notifications)\nprint $n.date.x\nend", ["unknown-field '$n.date.x'"]),
      ("let l = notifications\nprint $l.0.kind\nprint $l.total", ["unknown-field '$l.total'"]),
      ("let l = notifications\nprint $l.0.knid", ["unknown-field '$l.0.knid' → print $l.0.kind"]),
      ("let p = post x\nprint $p.statusURL $p.id $p.account.acct $p.cw", []),
      ("let p = post x\nprint $p.statusURN", ["unknown-field '$p.statusURN' → print $p.statusURL"]),
      (
        "let p = get poll poll:1\nfor o in $p.options\nprint \"$o $o.title\"\nprint $o.vots\nend",
        ["unknown-field '$o.vots' → print $o.votes"]
      ),
      ("let d = \"x\"\nupload file:b-$d.jsonl", ["unknown-field '$d.jsonl' → upload file:b-${d}.jsonl"]),
      ("let d = run date\nprint $d.jsonl", ["unknown-field '$d.jsonl'"]),
      ("let d = \"x\"\nprint \"${d.e}\"", ["unknown-field '${d.e}'"]),
      ("let n = 5\nprint $n.x", ["unknown-field '$n.x'"]), ("let n = true\nprint \"a $n.x\"", ["unknown-field '$n.x'"]),
      ("for r in (read csv f.csv)\nprint $r.any.thing $r.0\nend", []),
      ("for r in (read lines f)\nprint $r.x\nend", ["unknown-field '$r.x'"]),
      ("for r in (read json f)\nfor s in $r.list\nprint $s.x\nend\nend", []),
      ("let l = notifications\nprint $l.total?", ["unknown-field '$l.total?'"]),
      ("let p = post x\nprint $p.text.x?", ["unknown-field '$p.text.x?'"]),
      ("let p = post x\nprint $p.cw? \"${p.cw?}\" ${p.nope?}", []),
      ("let a = null\nprint $a.x", ["unknown-field '$a.x'"]), ("let a = null\nprint $a.x?", []),
      ("let a = null\nif 1 == 1\nlet a = post x\nend\nprint $a.x", []),
      ("if 1 == 1\nlet a = post x\nelse\nlet a = post y\nend\nprint $a.idd", ["unknown-field '$a.idd' → print $a.id"]),
      ("let a = post x\nfor i in [1]\nprint $a.idd\nlet a = me\nend", ["unknown-verb 'me' → let a = \"me\""]),
      ("let a = fav status:1 status:2\nprint $a.whatever", []),
      (
        "let a = open tusker://x-callback-url/getPoll?poll=1\nprint $a.vote",
        ["unknown-field '$a.vote' → print $a.votes"]
      ),
      ("for w in [@me@a.example]\nprint $w.x\nend", ["unknown-field '$w.x'"]),
      ("let l = [1 2]\nprint $l.0 $l.5 \"$l\"", ["type-mismatch '$l'"]),
      ("for n in (notifications)\nprint \"$n\"\nprint \"$n.account\"\nend", ["type-mismatch '$n'"]),
    ] as [(String, [String])])
  func aFieldIsOneThatTheValueHas(_ script: String, _ expected: [String]) throws {
    #expect(try Checking.mistakes(in: script) == expected)
  }

  @Test func aMissingArgumentIsNamed() throws {
    #expect(try Checking.mistakes(in: "print $1 $2 ${3?}", arguments: ["a"]) == ["unknown-name '$2'"])
    #expect(try Checking.mistakes(in: "print $1", arguments: []) == ["unknown-name '$1'"])
  }

  /// Arguments are checked with their values, where the line certainly runs.
  @Test(
    arguments: [
      ("get status $1", ["status:109"], []), ("get status $1", ["https://a.example/1"], []),
      ("get status $1", ["109"], ["type-mismatch '$1'"]), ("get status $1", ["account:1"], ["wrong-kind '$1'"]),
      ("fav $@", ["status:1", "2"], ["type-mismatch '$@'"]), ("follow $1", ["@a@b"], []),
      ("notifications count=$1", ["x"], ["type-mismatch '$1'"]), ("post a reply=$1", ["status:1"], []),
      ("post a reply=$1", ["1"], []), ("post a reply=$1", ["poll:1"], ["wrong-kind '$1'"]),
      ("wait $1", ["5"], ["type-mismatch '$1'"]),
      ("every $1\nend", ["x"], ["type-mismatch '$1'"]),
      ("as @me@a.example\nfav $1\nend", ["1"], ["type-mismatch '$1'"]),
      ("if $1 == all\nprint a\nelse\nnotifications count=$1\nend", ["all"], []),
      ("if $1 == help\nexit\nend\nnotifications count=$1", ["help"], []),
      ("expect $1 == 5 \"no\"\nwait $1", ["x"], []), ("def f\nexit\nend\nf\nwait $1", ["x"], []),
      ("post a\nprint $2", ["x"], ["unknown-name '$2'"]), ("post a\nprint ${2?}", ["x"], []),
      ("for s in $@\nfav $s\nend", ["status:1"], []), ("let s = $1\nfav $s", ["status:1"], []),
    ] as [(String, [String], [String])])
  func argumentsAreCheckedBeforeTheRun(_ script: String, _ arguments: [String], _ expected: [String]) throws {
    #expect(try Checking.mistakes(in: script, arguments: arguments) == expected)
  }

  @Test func aDollarAmountAtThePromptIsText() throws {
    #expect(
      try Checking.mistakes(in: "post \"$5.50 each\"", mode: .prompt, arguments: [])
        == ["unknown-name '$5.50' → post \"\\$5.50 each\""])
    #expect(try Checking.mistakes(in: "post \"$5\"", arguments: []) == ["unknown-name '$5'"])
  }

  @Test func aLineWithTwoMistakesHasNoCorrection() throws {
    #expect(
      try Checking.mistakes(in: "let name = 1\nprint $nmae $naem\nprint $nmae")
        == ["unknown-name '$nmae'", "unknown-name '$naem'", "unknown-name '$nmae' → print $name"])
  }

  @Test func mistakesAreShownAsTheyWouldBeInARun() throws {
    #expect(
      try Checking.rendered("let name = \"Ann\"\n\n\n\npost \"Hi $nmae!\"") == """
        error: undefined variable 'nmae'  [exit 65]
           5 | post "Hi $nmae!"
             |          ^^^^^ did you mean $name (line 1)?
             = help: post "Hi $name!"
        """)
    #expect(
      try Checking.rendered("let day = \"2026-12-24\"\nupload file:backup-$day.jsonl") == """
        error: text has no field 'jsonl'  [exit 65]
           2 | upload file:backup-$day.jsonl
             |                    ^^^^^^^^^^ $day is the text '2026-12-24'
             = help: upload file:backup-${day}.jsonl
        """)
    #expect(
      try Checking.rendered("for n in (notifications)\n  fav $n.id\nend") == """
        error: 'fav' needs a status; this is a notification  [exit 65]
           2 |   fav $n.id
             |       ^^^^^ notification:…
             = help:   fav $n.statusID
        """)
  }
}
