import Testing
import TuskLanguage

/// Kinds: what stands where another sort of value is wanted.
@Suite struct CheckerKindTests {
  /// What follows `for n in (notifications)` and `for s in (statuses)`.
  @Test(
    arguments: [
      ("fav $n.statusID", []), ("fav $n.id", ["wrong-kind '$n.id' → fav $n.statusID"]),
      ("fav $n", ["wrong-kind '$n' → fav $n.statusID"]), ("fav [$s $n]", ["wrong-kind '$n' → fav [$s $n.statusID]"]),
      ("follow $n.account", []), ("follow $n", ["wrong-kind '$n' → follow $n.accountID"]), ("dismiss $n", []),
      ("dismiss $s", ["wrong-kind '$s'"]), ("follow $s", ["wrong-kind '$s' → follow $s.account"]),
      ("follow $s.id", ["wrong-kind '$s.id' → follow $s.account"]), ("follow $s.account.id", []),
      ("post x reply=$s", []), ("post x reply=$n", ["wrong-kind '$n' → post x reply=$n.statusID"]),
      ("post x reply=$n.accountID", ["wrong-kind '$n.accountID' → post x reply=$n.statusID"]),
      ("fav (get status $n.id)", ["wrong-kind '$n.id' → fav (get status $n.statusID)"]),
      ("fav (get poll $s.poll)", ["wrong-kind '(get poll $s.poll)'"]), ("fav status:$n.id", []),
      ("post $s.text media=$s.media", []), ("post text=[a b]", ["type-mismatch '[a b]'"]),
      ("post $s.media", ["type-mismatch '$s.media'"]), ("post $n", ["type-mismatch '$n'"]),
      ("statuses of=$s.account", []), ("statuses of=$s", ["wrong-kind '$s' → statuses of=$s.account"]),
      ("moderate $s.account action=limit report=$s", ["wrong-kind '$s'"]),
      ("list add list:Friends $n.account", []),
      ("list add list:Friends $n", ["wrong-kind '$n' → list add list:Friends $n.accountID"]),
      ("fav $s.favourites", ["type-mismatch '$s.favourites'"]), ("fav $s.uri", []),
      ("fav $s.posted", ["type-mismatch '$s.posted'"]), ("let k = \"mention\"\nfav $k", ["type-mismatch '$k'"]),
      ("let k = status:1\nfav $k", []), ("let k = account:1\nfav $k", ["wrong-kind '$k'"]),
      ("let v = \"loud\"\npost x visibility=$v", ["type-mismatch '$v'"]),
      ("let c = \"x\"\nnotifications count=$c", ["type-mismatch '$c'"]),
      ("let c = 4\nnotifications count=$c limit=$c --all", []), ("notifications count=4x", ["type-mismatch '4x'"]),
      ("fav $s --slient", ["unknown-param '--slient' → fav $s --silent"]), ("fav $s as=@me@a.example", []),
      ("fvaorite $s", ["unknown-verb 'fvaorite'"]), ("unfavv $s", ["unknown-verb 'unfavv' → unfav $s"]),
      ("fav", ["missing-arg ''"]),
      ("fav $s timeout=0s", ["out-of-range 'timeout=0s'"]), ("fav $s | jq .x > f.json", []), ("delete $s", []),
      ("print $n $s [$n $s] (notifications)", []), ("print $n.kind to=$n.kind", []), ("help $n", []),
      ("notifications count=$s.boosts since=$s.posted", []),
      ("notifications count=$s.pinned", ["type-mismatch '$s.pinned'"]),
      ("notifications count=$s.url", ["type-mismatch '$s.url'"]),
      ("notifications since=$s.boosts", ["type-mismatch '$s.boosts'"]),
      ("post $s.boosts visibility=$s.visibility", []), ("post x visibility=$s.boosts", ["type-mismatch '$s.boosts'"]),
      ("post x expires=$s.boosts", ["type-mismatch '$s.boosts'"]),
      ("notifications --all limit=$s.pinned", ["type-mismatch '$s.pinned'"]),
      ("download $s.boosts", ["type-mismatch '$s.boosts'"]), ("download $s.url", []),
      ("wait $s.boosts", ["type-mismatch '$s.boosts'"]), ("exit $s.boosts", []),
      ("exit $s.pinned", ["type-mismatch '$s.pinned'"]), ("statuses of=$s.posted", ["type-mismatch '$s.posted'"]),
      ("fav as=$s.account.acct $s", []), ("fav $s as=$s.url", ["type-mismatch '$s.url'"]),
    ] as [(String, [String])])
  func aPlaceTakesItsKind(_ line: String, _ expected: [String]) throws {
    let script = "for n in (notifications)\nfor s in (statuses)\n\(line)\nend\nend"
    #expect(try Checking.mistakes(in: script) == expected)
  }

  /// Conditions about `$n`, a notification, `$s`, a status, and `$r`, a row of a file.
  @Test(arguments: [
    ("$n.kind == mention", true), ("$n.kind == \"mention\"", true), ("$n.kind", false), ("$s.pinned", true),
    ("not $s.pinned", true), ("$s", false), ("$s.boosts", false), ("$s.media", false), ("true", true), ("x", false),
    ("\"x\"", false), ("12", false), ("null", false), ("$r.flag", true), ("$1", false), ("$s.cw?", false),
    ("$me.bot", true), ("a$1", false),
    ("$s.boosts < 3", true), ("3 < $s.boosts", true), ("$s.boosts < \"3\"", true), ("$s.boosts < three", false),
    ("$n.kind < 3", false), ("$s.pinned < 3", false), ("$s < 3", false), ("$s.media < 3", false), ("$s.id < 3", false),
    ("$s.posted < 2026-01-01T00:00:00Z", true), ("$s.posted < 90d", false), ("$s.posted > $n.date", true),
    ("1h < 2h", true), ("1h < 2", false), ("null < 1", false), ("$1 < 5", true), ("$r.n >= 5", true),
    ("$s.boosts == 3", true), ("$s.boosts == \"3\"", false), ("$s.boosts == x", false), ("$s == \"x\"", false),
    ("$s == status:1", true), ("$s == account:1", false), ("$s.id == $n.statusID", true), ("$s.id == $n.id", false),
    ("$s.account == $n.account", true), ("$s == $n", false), ("$s == null", true), ("$s.media == []", true),
    ("$s.media == null", true), ("$s.media == x", false), ("$s.pinned == true", true), ("$s.pinned == yes", false),
    ("$s.id == 109", true), ("$s.id == \"109\"", false), ("$s.posted == 2026-01-01T00:00:00Z", true),
    ("$s.posted == x", false), ("$1 == $s.boosts", false), ("5 == $1", true), ("\"5\" == 5", true),
    ("$n.account.acct == @a@b", false), ("$n.account == @a@b", true), ("$n.account == $s", false),
    ("$s.url == $s.uri", true), ("$1 == null", true),
    ("$s.pinned == \"true\"", false), ("$s.pinned == 1", false), ("$1 == 5", true), ("$r.x == 5", true),
    ("[] == [1]", true),
    ("[x] == [1]", true), ("x in [x y]", false), ("$n.kind in [mention follow]", true), ("x in 5", false),
    ("x in $s.boosts", false), ("x in $s.tags", true),
    ("$s in [1 2]", false), ("x in $s", false), ("x in $s.text", true), ("$s.tags contains x", true),
    ("$s.text contains x", true), ("$s.boosts contains 1", false), ("$s.pinned contains x", false),
    ("$s contains x", false),
    ("$s.text matches \"*x*\"", true), ("$s.boosts matches \"1*\"", false), ("$s.tags matches x", false),
    ("$s.text matches 5", true), ("$s matches x", false), ("null matches x", false), ("$s.id matches x", false),
    ("$1 matches \"a*\"", true), ("$s.posted contains 1", false),
    ("$s.pinned and $n.kind", false), ("$s.pinned or not $s.sensitive", true),
  ])
  func aConditionComparesWhatCanBeCompared(_ condition: String, _ isRight: Bool) throws {
    let script = "for n in (notifications)\nfor s in (statuses)\nfor r in (read csv f)\n"
    let found = try Checking.mistakes(in: script + "if \(condition)\nend\nend\nend\nend")
    #expect(found.isEmpty == isRight, "\(found)")
    let others = try Checking.mistakes(in: script + "expect \(condition) \"m\"\nend\nend\nend")
    #expect(others.map { $0.prefix { $0 != "→" } } == found.map { $0.prefix { $0 != "→" } })
  }

  /// What may name files and programs.
  @Test(
    arguments: [
      ("notifications > out.json", []), ("notifications > $1", []), ("notifications > \"$env.HOME/out\"", []),
      ("notifications > $s.text", ["foreign-value '$s.text'"]),
      ("notifications > out-$s.id.json", ["foreign-value 'out-$s.id.json'", "unknown-field '$s.id.json'"]),
      ("notifications > \"${s.id}.json\"", [#"foreign-value '"${s.id}.json"'"#]),
      ("notifications >> (fav $s)", ["foreign-value '(fav $s)'"]),
      ("notifications > [a b]", ["type-mismatch '[a b]'"]), ("run $s.text", ["foreign-value '$s.text'"]),
      ("run echo $s.text", []),
      ("run $1 x", []), ("notifications | $s.text", ["foreign-value '$s.text'"]), ("notifications | jq $s.text", []),
      ("run (fav $s)", ["foreign-value '(fav $s)'"]), ("run $s.pinned", ["foreign-value '$s.pinned'"]),
      ("for x in (read lines $s.text)\nend", ["foreign-value '$s.text'"]), ("for x in (read lines file:$1)\nend", []),
      ("download $s.url to=$s.text", ["foreign-value '$s.text'"]), ("download $s.url to=file:media/", []),
      ("post text=file:$s.text", ["foreign-value '$s.text'"]), ("source $s.text", ["foreign-value '$s.text'"]),
      ("let f = \"a-$s.text\"\nlet g = \"$f.x\"\nnotifications > $g", ["unknown-field '$f.x' → let g = \"${f}.x\""]),
      ("let f = \"a-$s.text\"\nlet g = [$f]\nfor h in $g\nnotifications > $h\nend", ["foreign-value '$h'"]),
      ("let f = run date\nnotifications > \"$f\"", [#"foreign-value '"$f"'"#]),
      ("let f = read lines x\nnotifications > $f.0", ["foreign-value '$f.0'"]),
      ("let f = \"a\"\nif 1 == 1\nlet f = $s.text\nend\nnotifications > $f", []),
      ("def g f\nnotifications > $f\nend\ng $s.text", []),
      ("let t = true\nnotifications > $t", []),
      ("try\ncatch e\nnotifications > $e.message\nend", ["foreign-value '$e.message'"]),
      ("let t = null\nnotifications > $t", ["type-mismatch '$t'"]),
      ("run [echo a] b", []), ("run [$s.text a]", ["foreign-value '$s.text'"]), ("let l = [\"echo\" a]\nrun $l b", []),
      ("run echo $s", []), ("for n in (notifications)\nrun echo $n\nend", ["type-mismatch '$n'"]),
      ("run echo [a null]", []), ("run echo null", ["type-mismatch 'null'"]),
      ("let x = print a", ["type-mismatch 'print'"]), ("print (wait 5m)", ["type-mismatch 'wait'"]),
      ("print a > f", []), ("print a | cat", ["type-mismatch 'print'"]),
      ("let x = read lines f", []), ("let x = notifications > f\nprint $x.y", ["unknown-field '$x.y'"]),
    ] as [(String, [String])])
  func onlyTheScriptNamesFilesAndPrograms(_ lines: String, _ expected: [String]) throws {
    let isDefinition = lines.hasPrefix("def")
    let script = isDefinition ? "for s in (statuses)\nend\nlet s = post x\n" : "for s in (statuses)\n"
    #expect(try Checking.mistakes(in: script + lines + (isDefinition ? "" : "\nend")) == expected)
  }
}
