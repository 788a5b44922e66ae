import JSONValue
import Testing
import TuskLanguage

/// The corrected line under a mistake, which a person may run as it stands.
@Suite struct CorrectionTests {
  /// Lines with several things wrong, or with one that is easily corrected into another mistake.
  @Test(
    arguments: [
      ("x [a,b,c]", "x [a b c]"), ("x [a, b, c]", "x [a b c]"), ("x [a ,b]", "x [a b]"), ("x [a,]", "x [a]"),
      ("x [,a]", "x [a]"), ("x [a, [b,c], (y d,e)]", "x [a [b c] (y d,e)]"), ("x [a, t://b/c,d]", "x [a t://b/c,d]"),
      ("x [t://b/c, d]", "x [t://b/c d]"), ("x [a,b, c]", "x [a b c]"),
      ("x [a, \"b, \\\"\", 'c,', d]", "x [a \"b, \\\"\" 'c,' d]"), ("if a=b", "if a == b"),
      ("if $a =b", "if $a == b"), ("if $a= b", "if $a == b"), ("if $a => 1", "if $a >= 1"),
      ("if $a =< 1", "if $a <= 1"),
      ("if $a ==1", "if $a == 1"), ("if $a== 1", "if $a == 1"), ("if $a !=1 and $b", "if $a != 1 and $b"),
      ("if a!=b", "if a != b"), ("if $a = = $b", nil), ("if $a =", nil),
      ("post don't stop --silent", "post \"don't stop\" --silent"),
      ("post it's #1 # yes", nil), ("post it's | jq", nil), ("post it's 5 > 3", nil), ("post a b > c", nil),
      ("post it's >> c", nil), ("post a b # c", nil), ("post a b | c", nil),

      ("post visibility:'direct' \"a\"", "post visibility='direct' \"a\""), ("post b:\"a\" \"b\"", nil),
      ("post it's \"a\" b", nil), ("print x unless $me.bot == true", nil), ("print (1 + a)", nil),
      ("if [ $a == b ]", nil), ("run x it's", nil),
      ("x [it's]", nil), ("x key=b\"c\"", "x key=\"b\\\"c\\\"\""), ("post „a“", "post \"a\""),
      ("post ‘a’ «b»", nil),
      ("post “a\"b”", nil), ("post “a", nil), ("post 'a\u{7}'", "post 'a'"), ("# \u{202E}", "# "), ("x --a=", nil),
      ("post a visibility=public b", nil), ("post a b c", "post \"a b c\""),
      ("post a b c --json", "post \"a b c\" --json"),
      ("post a b \"c\"", nil), ("post a b $c", nil), ("let x = it's", "let x = \"it's\""),
      ("post a\\ b\\ c", nil),
      ("  post \"a", "  post \"a\""), ("post \"a ", nil), ("post \"a\\", nil),
    ] as [(String, String?)])
  func theLineIsCorrectedAsAWhole(_ source: String, _ help: String?) throws {
    let diagnostic = try #require(Sample.mistake(in: source))
    #expect(diagnostic.help(in: Source(source)) == help)
  }

  /// A correction takes its mistake away: what is still wrong stands further right, or is another matter.
  @Test(arguments: [3, 17, 29, 31] as [UInt64])
  func noCorrectionRepeatsItsMistake(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let inputs = try CaseFile.rows("language.jsonl").compactMap { $0["in"]?.string }
    let mistakes = [
      "=", ",", "'", "\"", "\\", " = ", "--", "; ", "“", "”", "\u{A0}", "\u{200B}", "$", "<", "&", "==", "[", "a,b",
    ]
    for round in 0..<3000 {
      var text = inputs.randomElement(using: &random) ?? ""
      let place = text.indices.randomElement(using: &random) ?? text.startIndex
      text.insert(contentsOf: mistakes.randomElement(using: &random) ?? "", at: place)
      let source = Source(text)
      guard let found = mistake(source) else { continue }
      let diagnostic = Sample.checker.tried(found, in: source)
      guard let help = diagnostic.help(in: source) else { continue }
      let line = source.lineSpan(at: diagnostic.span.start)
      let note: Comment =
        "seed \(seed), round \(round): \(source.text(line).debugDescription) became \(help.debugDescription)"
      #expect(help != source.text(line), note)
      let mended = Source(source.text(Span(0, line.start)) + help + source.text(Span(line.end, source.bytes.count)))
      guard let next = mistake(mended) else { continue }
      #expect(next.kind != diagnostic.kind || next.span.start > diagnostic.span.start, note)
    }
  }

  private func mistake(_ source: Source) -> Diagnostic? {
    do throws(Diagnostic) {
      _ = try Parser.parse(source)
      return nil
    } catch {
      return error
    }
  }
}
