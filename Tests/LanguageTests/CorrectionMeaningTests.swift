import Testing
import TuskLanguage

/// A correction is a line that means what was typed, not only one without mistakes.
@Suite struct CorrectionMeaningTests {
  @Test(
    arguments: [
      ("let name = 1\npost(name)", "post $name"), ("let name = 1\nprint(name)", "print $name"),
      ("let name = 1\nprint(name, \"x\")", "print $name \"x\""), ("let name = 1\nprint(name, other)", nil),
      ("let name = 1\nprint(name, 5)", "print $name 5"), ("let name = 1\npost don't name", nil),
      ("for n in (notifications)\nprint(n.kind)\nend", "print $n.kind"), ("print(n.kind)", "print n.kind"),
      ("let y = 1\nlet x = y", "let x = $y"), ("let y = 1\nx = y", "let x = $y"),
      ("let y = 1\nexport x=y", "let x = $y"), ("let y = 1\nconst x = y", "let x = $y"),
      ("let y = 1\nlet x = \"y\"\nx = \"z\"", "let x = \"z\""), ("def f y\n  let x = y\nend", "  let x = $y"),
      ("def f y\nend\nlet x = y", "let x = \"y\""), ("for y in [1]\nend\nx = y", "let x = \"y\""),
      ("let x = True", "let x = true"), ("x = FALSE", "let x = false"), ("var x = nil", "let x = null"),
      ("let x = !true", nil), ("let x = not true", nil), ("x = 1 + 2", nil), ("x = 1+2", nil), ("x = f(1)", nil),
      ("x = l[0]", nil), ("x = {a}", nil), ("x = [1, 2]", "let x = [1 2]"), ("let x = a > b", nil),
      ("for x in run ls\nend", nil), ("for x in seq 5\nend", nil), ("for x in get status status:1\nend", nil),
      ("for x in list members list:5\nend", "for x in (list members list:5)"), ("for n in 1-5\nend", nil),
      ("for x in notifications\nend", "for x in (notifications)"), ("for x in a b\nend", "for x in [a b]"),
      ("let y = [1]\nfor x in y z\nend", nil), ("let y = 1\nlet z = 2\nfor x in y z\nend", "for x in [$y $z]"),
      ("let y = [1]\nfor x in y\nend", "for x in $y"), ("for x in file:a.txt\nend", nil), ("for x in list:5\nend", nil),
      ("let a = 1\nlet b = 2\nprint [a, b]", "print [$a $b]"), ("let a = 1\nprint [a, b]", nil),
      ("let l = [a]\nlet x = \"a\"\nif x in l\nend", "if $x in $l"), ("let x = \"a\"\nif x == y\nend", "if $x == y"),
      ("post hi at=9:00", nil), ("unpost status:1", nil), ("undelete status:1", nil), ("faf status:1", "fav status:1"),
      ("unfavvv status:1", nil), ("notifcatins", "notifications"),
    ] as [(String, String?)])
  func theCorrectionMeansWhatWasTyped(_ script: String, _ help: String?) throws {
    let source = Source(script)
    #expect(Self.mistakes(in: source).first.flatMap { $0.help(in: source) } == help)
  }

  /// Code of other languages is not proposed as text, and text is not taken for code.
  @Test(
    arguments: [
      ("let x = f(1)", nil), ("let x = l[0]", nil), ("print f(1)", nil), ("post len(a)", nil), ("post $x(1)", nil),
      ("let x = a+b", nil), ("let x = 2*b", nil), ("let x = -y", nil), ("let x = a and b", nil),
      ("x = a or not b", nil), ("let x = True and False", nil), ("let x = a - 1", nil), ("x = a - b", nil),
      ("const x = a + b * c", nil), ("let x = a ? b : c", nil), ("let x = 1/(2+3)", nil), ("let x = 100/3", nil),
      ("let x = 50%", "50%"), ("let when = 24/7", "24/7"), ("let x = 10/12/2025", "10/12/2025"),
      ("title = Foo - Bar", "Foo - Bar"), ("let x = Season 2 - Episode 3", "Season 2 - Episode 3"),
      ("let x = Foo and Bar", "Foo and Bar"), ("let x = salt and pepper for two", "salt and pepper for two"),
      ("let x = C++", "C++"), ("let x = AC/DC", "AC/DC"), ("let x = AC / DC", "AC / DC"),
      ("x = */5 * * * *", "*/5 * * * *"),
      ("let x = up 50% today", "up 50% today"), ("let x = not for sale", "not for sale"), ("x = why ? me", "why ? me"),
    ] as [(String, String?)])
  func onlyTextIsQuoted(_ line: String, _ text: String?) {
    let source = Source("let x = 1\n\(line)")
    let found = Self.mistakes(in: source).first
    let help = found?.help(in: source)
    if let text {
      #expect(help?.hasPrefix("let ") == true && help?.hasSuffix(" = \"\(text)\"") == true)
      #expect(found?.label?.hasPrefix("nothing is computed") != true)
    } else {
      #expect(help == nil && found != nil)
    }
  }

  @Test(
    arguments: [
      ("let x = 1+2", true), ("let x = a + 1", true), ("let x = a+b", true), ("let x = not true", true),
      ("let x = a and b", false), ("let x = -y", false), ("let x = a - b", false),
    ])
  func onlyACertainComputationIsCalledOne(_ line: String, _ isComputed: Bool) {
    let labels = Self.mistakes(in: Source(line)).map(\.label)
    #expect(
      labels == [
        isComputed ? "nothing is computed here; 'if' and 'expect' compare values" : "text is written in quotes"
      ])
  }

  /// Wherever the `$` of a name in scope is forgotten, no correction turns the name into a word.
  @Test(arguments: ["zeta", "zeta.id"])
  func noNameBecomesItsWord(_ word: String) {
    let lines = [
      "let x = @", "x = @", "x=@", "export x=@", "const x = @;", "set x=@", "var x = @ y", "print(@)", "print (@)",
      "post(@, cw=@)", "post('a', @)", "for x in @", "for x in @ y", "for x in @ @", "for x in [@, 1]", "for x in `@`",
      "if @", "if (@)", "if @ == 1", "if (@ == 1)", "if 1 == @", "if @ in [a]", "if a in @", "if @ = 1", "if @==1",
      "unless @", "unless @ == a", "print it's @", "post \u{201C}a\u{201D} @, b", "let x == @", "$x = @", "print [@,b]",
      "print @;", "print $(@)", "return @", "if @ && a", "expect @ == 1", "let x = not @", "let x = @ + 1",
    ]
    var corrected = 0
    for line in lines {
      let typed = line.split(separator: "@", omittingEmptySubsequences: false).joined(separator: word)
      let source = Source("for zeta in (notifications)\n\(typed)")
      for mistake in Self.mistakes(in: source) {
        let help = mistake.help(in: source) ?? ""
        if !help.isEmpty { corrected += 1 }
        let bare = help.ranges(of: "zeta").filter { place in
          place.lowerBound == help.startIndex || help[help.index(before: place.lowerBound)] != "$"
        }
        #expect(bare.isEmpty || help.contains("run zeta"), "\(typed): \(help)")
      }
    }
    // A line without a correction proves nothing.
    #expect(corrected > 5)
  }

  private static func mistakes(in source: Source) -> [Diagnostic] {
    var checker = Checker(resolver: .checked)
    guard let statements = try? Parser.parse(source) else { return checker.tried(Parser.check(source), in: source) }
    return checker.check(statements, in: source)
  }
}
