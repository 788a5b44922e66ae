import Testing
import TuskLanguage
import XCallbackURL

/// Comparisons that are never true, and conditions as other languages write them.
@Suite struct ForeignConditionTests {
  @Test(
    arguments: [
      ("$n.kind == mentions", "this field has 'mention', never 'mentions'", "$n.kind == mention"),
      ("$n.kind == Mention", "this field has 'mention', never 'Mention'", "$n.kind == mention"),
      ("$n.kind in [mentions]", "this field has 'mention', never 'mentions'", "$n.kind in [mention]"),
      ("$n.kind == mention:", "a condition has no ':' at its end", "$n.kind == mention"),
      ("!$n.kind == mention", Self.negation, "not $n.kind == mention"),
      ("$s.visibility == followers", "this field has 'private', never 'followers'", "$s.visibility == private"),
      ("$s.visibility != \"followers\"", "this field has 'private', never 'followers'", "$s.visibility != private"),
      ("$s.visibility == publik", Self.visibility("publik"), "$s.visibility == public"),
      ("$s.visibility == nobody", Self.visibility("nobody"), nil),
      ("$n.account == @carol", Self.account, nil), ("$n.account in [@carol @dan]", Self.account, nil),
      ("$me != @carol", Self.account, nil), ("@carol in (following)", Self.account, nil),
      ("$a.acct == carol", "this field has the full names of accounts, USER@HOST, not 'carol'", nil),
      (
        #"$a.acct == "@carol@b.example""#, "this field has the names of accounts without the first '@'",
        #"$a.acct == "carol@b.example""#
      ),
      (
        "$a.acct == @carol@a.example", "'==' cannot compare the name of an account with an account",
        "$a.acct == carol@a.example"
      ),
      ("$a.followers == 5:", "'==' cannot compare a number with text", "$a.followers == 5"),
      ("$s.visibility == list:5", "'==' cannot compare text with a list of accounts", nil),
      ("$a.followers > 5:", "'>' compares numbers, durations or times, not text", "$a.followers > 5"),
      ("$a.bot:", "a condition must be true or false, not text", "$a.bot"),
      ("not $a.bot:", "a condition must be true or false, not text", "not $a.bot"),
      ("a.followers == 5:", "the condition is always the same: neither side has a variable", nil),
    ] as [(String, String, String?)])
  func theConditionThatWasMeantIsShown(_ condition: String, _ message: String, _ help: String?) throws {
    let source = Source(Self.script(condition))
    var checker = Checker(resolver: .checked)
    let found = try #require(checker.check(try Parser.parse(source), in: source).first)
    #expect(found.message == message)
    #expect(found.help(in: source) == help.map { "if \($0)" })
  }

  /// Servers of other software may send words that are not declared, and text may end in a colon.
  /// A verb of Tusk that a script defines is the script's.
  @Test(arguments: ["post", "get", "statuses"])
  func aVerbOfTusksNameIsWarnedOf(_ verb: String) throws {
    var checker = Checker(resolver: .checked)
    #expect(checker.check(try Parser.parse(Source("def \(verb) a\nprint $a\nend\n\(verb) b"))) == [])
    #expect(checker.warnings.map(\.message).map { $0.hasPrefix("'\(verb)' is a verb of Tusk, too") } == [true])
  }

  @Test(
    arguments: [
      ("$n.kind in [mention follw]", "servers rarely send 'follw' here", "did you mean 'follow'?"),
      ("$n.kind == n", "servers rarely send 'n' here", "did you mean '$n'?"),
      ("$n.kind in [mention mentions]", "this field has 'mention', never 'mentions'", nil),
      ("$n.account in [@carol@a.example @carol]", Self.account, "without its server"),
      ("$s.text == TODO:", "the ':' is a part of the text; a condition has none at its end", nil),
    ] as [(String, String, String?)])
  func oddComparisonsAreWarnedOf(_ condition: String, _ message: String, _ label: String?) throws {
    var checker = Checker(resolver: .checked)
    #expect(checker.check(try Parser.parse(Source(Self.script(condition)))) == [])
    #expect(checker.warnings.map(\.message) == [message])
    #expect(checker.warnings.map(\.label) == [label])
  }

  @Test(
    arguments: [
      "$n.kind == mention", "$n.kind != null", "$n.kind contains ment", "$n.kind matches m*",
      "$s.visibility in [public]",
      "$n.account == @carol@a.example", "$a.acct contains carol", "$a.acct == $me.acct", "$s.text == \"TODO:\"",
      "$s.text contains TODO:", "$n.kind == bite", "$n.kind != pleroma:chat_mention", "$n.kind != \"\"",
      "$a.acct != \"\"", "$a.acct in [\"bob@x.y\" \"\"]", "$s.visibility == \"\"", "$n.kind == $1",
    ])
  func possibleComparisonsPass(_ condition: String) throws {
    var checker = Checker(resolver: .checked)
    #expect(checker.check(try Parser.parse(Source(Self.script(condition)))) == [])
    #expect(checker.warnings == [])
  }

  /// A number of more than one digit after `$` in text is an amount of money.
  @Test func aLargeArgumentIsWarnedOf() throws {
    var checker = Checker(resolver: .checked)
    #expect(checker.check(try Parser.parse(Source("post \"I owe $100, not ${10} or $5\""))) == [])
    #expect(
      checker.warnings.map(\.message) == [#"'$100' is an argument of the script; write \$ for a dollar sign"#])
  }

  @Test(arguments: [("I owe $100", #"I owe \$100"#), ("I owe $5", nil), ("I owe $5.00", #"I owe \$5.00"#)])
  func anAmountIsNoArgument(_ text: String, _ help: String?) throws {
    let source = Source("post \"\(text)\"")
    var checker = Checker(resolver: .checked, arguments: text.contains(".") ? nil : [])
    let found = try #require(checker.check(try Parser.parse(source), in: source).first)
    #expect(found.help(in: source) == help.map { "post \"\($0)\"" })
  }

  private static let negation = "'!' is a part of the text here; a comparison is negated with 'not'"
  private static let account = "accounts are compared by their full names, @USER@HOST, not '@carol'"

  private static func visibility(_ word: String) -> String {
    "this field is never '\(word)': the known words are public, private"
  }

  private static func script(_ condition: String) -> String {
    "for n in (notifications)\nfor s in (statuses)\nfor a in (following)\nif \(condition)\nend\nend\nend\nend"
  }
}
