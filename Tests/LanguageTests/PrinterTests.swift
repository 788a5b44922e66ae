import Testing
import TuskLanguage

/// A tree as text: one spelling for each, whichever way it was written.
@Suite struct PrinterTests {
  @Test(arguments: [
    ("  x   a\t'b'  # c", "x a \"b\"\n"), ("x a=1 --b --no-c", "x a=1 --b --no-c\n"),
    ("x 'it''s'".replacing("''", with: "’"), "x \"it’s\"\n"),
    ("x '$a \\ \"q\"'", "x \"\\$a \\\\ \\\"q\\\"\"\n"), ("x \"\\u{41}\\u{202E}\\n\\t\"", "x \"A\\u{202E}\\n\\t\"\n"),
    ("x \"\"\"\n  a\n  b\n  \"\"\"", "x \"a\\nb\"\n"),
    ("x \"a\tb\"", "x \"a\\tb\"\n"), ("x [ a\n  b ]", "x [a b]\n"), ("x ( me )", "x (me)\n"), ("x []", "x []\n"),
    ("x | y|z>>f", "x | y | z >> f\n"), ("x>f", "x > f\n"),
    ("run a -b", "run a -b\n"), ("x file:'a b' file:\"c\" tag:'d;'", "x file:\"a b\" file:c tag:\"d;\"\n"),
    ("x @a@b #c status:1 account:@d", "x @a@b #c status:1 account:@d\n"),
    ("x ${a} ${a?} ${a.b?} $a.b?", "x $a ${a?} $a.b? $a.b?\n"),
    ("x \"${a} ${a?} ${a.b?} $a.b?\"", "x \"$a ${a?} ${a.b?} ${a.b}?\"\n"),
    ("x \"${a}b ${a}.b ${a}_ ${a}-\"", "x \"${a}b ${a}.b ${a}_ $a-\"\n"),
    ("x \"$_\\u{2E}a $_ $_.a\"", "x \"$_\\u{2E}a $_ $_.a\"\n"), ("x ${1}2 $1x ${@}a $_x", "x ${1}2 ${1}x ${@}a $_x\n"),
    ("$a", "$a\n"), ("${a}", "$a\n"), ("${a?}", "${a?}\n"),
    ("let x=5", "let x = 5\n"), ("let x = post 'a' | b", "let x = post \"a\" | b\n"), ("return", "return\n"),
    ("return $a", "return $a\n"), ("t://a b", "open t://a b\n"),
    ("expect $a<5 'm'", "expect $a < 5 \"m\"\n"), ("expect not $a in [1] and $b", "expect not $a in [1] and $b\n"),
    ("x \\\n a", "x a\n"), ("x \"\\$a\"", "x \"\\$a\"\n"),
    ("if $a>=1\nx\nelse if $b\nelse\ny\nend", "if $a >= 1\n  x\nelse if $b\nelse\n  y\nend\n"),
    ("if $a\nelse\nif $b\nend\nend", "if $a\nelse\n  if $b\n  end\nend\n"),
    ("for n in (x) a=1 --b\ny\nend", "for n in (x) a=1 --b\n  y\nend\n"),
    ("try\ntry\nx\nend\ncatch e\nend", "try\n  try\n    x\n  end\ncatch e\nend\n"),
    ("try\ncatch\nend", "try\ncatch\nend\n"),
    ("def f a b='c'\nend", "def f a b=\"c\"\nend\n"), ("once 'k'\nend", "once \"k\"\nend\n"),
    ("once k  t://a?b=c", "once k open t://a?b=c\n"),
    ("once 'k' of='s' open t://a --yes", "once \"k\" of=\"s\" open t://a --yes\n"),
    (
      "once k effect='for 1 item 2:1' as=@a@b let r1=open t://a",
      "once k effect=\"for 1 item 2:1\" as=@a@b let r1 = open t://a\n"
    ),
    ("at 09:00 zone=UTC\nend", "at 09:00 zone=UTC\nend\n"), ("as @me\nend", "as @me\nend\n"), ("", ""), ("# c", ""),
  ])
  func thereIsOneSpelling(_ written: String, _ printed: String) throws {
    let statements = try Parser.parse(Source(written))
    #expect(statements.source == printed)
    #expect(try Parser.parse(Source(printed)).source == printed)
  }

  @Test(arguments: [
    ("\\e", "\\e\n"), ("\\!ls -la", "\\! ls -la\n"), ("\\? 'a b'", "\\? \"a b\"\n"),
    ("\\watch  30s", "\\watch 30s\n"),
  ])
  func linesToTheClientHaveOneToo(_ written: String, _ printed: String) throws {
    #expect(try Parser.parse(Source(written), mode: .repl).source == printed)
  }
}
