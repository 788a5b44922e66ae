import Testing
import TuskLanguage

/// A corrected line is offered only where it is right.
@Suite struct CheckerCorrectionTests {
  static let scripts = [
    "let name = 1\nprint $nmae", "let a = 1\nprint \"$b\"", "for n in (notifications)\n  fav $n.id\nend",
    "for n in (notifications)\nfav [status:1 $n]\nend", "for n in (notifications)\nprint $n.knid\nend",
    "for n in (notifications)\nprint \"${n.account.bto} x\"\nend", "let d = \"x\"\nupload file:b-$d.jsonl",
    "let d = \"x\"\nupload file:b-$d.jsonl.gz", "for n in (notifications)\npost x reply=$n.accountID\nend",
    "fav status:1 --slient", "unfavv status:1", "print a to=sdterr", "post x visibility=publc",
    "for x in [1] on-error=skpi\nend",
    "def mirror a\nend\nmiror 1", "def f long\nend\nf lnog=1", "let p = post x\nprint $p.statusURN", "post a b c",
    "for x in [1] paralel=2\nend", "at 09:00 days=[mo]\nend", "let x = notifcations count=5",
    "print (\n  notifcations\n  count=5)", "try\ncatch e\nprint $e.mesage\nend", "follow alice@a.example",
  ]

  @Test(arguments: scripts)
  func theCorrectedScriptHasNoMistake(_ script: String) throws {
    let source = Source(script)
    var checker = Checker(resolver: .checked)
    let found = checker.check(try Parser.parse(source), in: source)
    let mistake = try #require(found.first)
    #expect(found.count == 1)
    let help = try #require(mistake.help(in: source), "\(mistake.rendered(in: source))")
    let line = source.lineSpan(at: mistake.edits[0].span.start)
    let corrected = source.text(Span(0, line.start)) + help + source.text(Span(line.end, source.bytes.count))
    #expect(try Checking.mistakes(in: corrected) == [], "\(corrected)")
  }

  /// Lines that are not mended by the likeliest correction.
  @Test(arguments: [
    "favorits status:1", "fav status:1 cuont=1", "notifications cuont=x", "unfavv @a@b", "posst x visibility=loud",
    "let x = 1\nprint $y $z", "fav $a.id",
    "let name = \"x\"\nfav $nmae", "let count = 5\nfav $cuont", "for n in (notifications)\nfav $n.accountDI\nend",
    "let p = post x\nfav $p.bosts", "let p = post x\nprint (fav $p.bosts)",
  ])
  func aWrongCorrectionIsNotOffered(_ script: String) throws {
    let source = Source(script)
    var checker = Checker(resolver: .checked)
    let found = checker.check(try Parser.parse(source), in: source)
    #expect(!found.isEmpty)
    for mistake in found { #expect(mistake.help(in: source) == nil) }
  }
}
