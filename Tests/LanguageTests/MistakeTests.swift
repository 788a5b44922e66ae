import JSONValue
import Testing
import TuskCommon
import TuskLanguage

/// Every mistake that can be seen before a line runs, as it is shown.
@Suite struct SlipTests {
  @Test(arguments: Mistake.all)
  func aMistakeShowsItsPlaceItsReasonAndItsRemedy(_ mistake: Mistake) throws {
    let source = Source(mistake.source)
    let diagnostic = try #require(Sample.mistake(in: mistake.source))
    #expect(diagnostic.kind == mistake.kind)
    #expect(diagnostic.help(in: source) == mistake.help)
    let lines = diagnostic.rendered(in: source).split(separator: "\n").map(String.init)
    #expect(lines.first == "error: \(mistake.message)  [exit \(mistake.exitCode.rawValue)]")
    #expect(lines.dropFirst(2).first == "     | \(mistake.marks)")
    #expect(lines.dropFirst(3) == (mistake.help.map { ["     = help: \($0)"] } ?? [])[...])
  }

  /// The carets stand under the characters that the span covers.
  @Test(arguments: Mistake.all)
  func theCaretsStandUnderWhatIsMarked(_ mistake: Mistake) throws {
    let source = Source(mistake.source)
    let diagnostic = try #require(Sample.mistake(in: mistake.source))
    let first = VisibleText.of(
      source.text(Span(source.lineSpan(at: diagnostic.span.start).start, diagnostic.span.start))
    ).cellWidth
    #expect(mistake.marks.prefix { $0 == " " }.count == first)
    let line = source.lineSpan(at: diagnostic.span.start)
    let marked = VisibleText.of(source.text(Span(diagnostic.span.start, min(diagnostic.span.end, line.end))))
    #expect(mistake.marks.filter { $0 == "^" }.count == max(1, marked.cellWidth))
  }

  @Test(arguments: Mistake.all)
  func messagesAreSentencesOfOneStyle(_ mistake: Mistake) throws {
    let diagnostic = try #require(Sample.mistake(in: mistake.source))
    #expect(diagnostic.message.last != ".")
    #expect(diagnostic.message.first?.isUppercase == false || mistake.source.hasPrefix(diagnostic.message.prefix(1)))
    let json = diagnostic.json(in: Source(mistake.source))["error"]
    #expect(json?["kind"]?.string == mistake.kind.rawValue)
    #expect(json?["fix"]?.string == mistake.help)
    #expect(json?["exit"] == .int(Int(mistake.exitCode.rawValue)))
  }

  /// A person may run every corrected line of these tables as it stands.
  @Test(arguments: Mistake.all.filter { $0.help != nil })
  func theCorrectedLineHasNoMistake(_ mistake: Mistake) throws {
    let lines = mistake.source.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    let text = ([try #require(mistake.help)] + lines.map(String.init)).joined(separator: "\n")
    var parsed = ParsedSource(Source(text))
    if parsed.isIncomplete { parsed = ParsedSource(Source(text + "\nend")) }
    var checker = Sample.checker
    let found = checker.check(try parsed.statements.get(), in: parsed.source)
    #expect(found.map(\.message) == [])
  }

  /// What is wrong with a running or a whole script, or with a file that is no text, has tests of its own.
  @Test func noKindOfMistakeIsWithoutALine() {
    let elsewhere: Set<Diagnostic.Kind> = [
      .badUTF8, .badURL, .tooDeep, .tooLong, .interrupted, .notRunnable, .unknownField, .unreadable, .needsConfirmation,
      .failed, .unterminatedBlock, .foreignValue, .expectation, .misplaced, .unreachable, .endless,
      .changedMeaning, .secretValue, .missingFeature,
    ]
    let shown = Set(Mistake.all.map(\.kind))
    #expect(Set(Diagnostic.Kind.allCases).subtracting(shown).subtracting(elsewhere) == [])
    #expect(shown.isDisjoint(with: elsewhere.subtracting([.unterminatedBlock])))
  }

  /// The names that scripts rely on.
  @Test(arguments: Diagnostic.Kind.allCases)
  func kindsAreSpelledWithDashes(_ kind: Diagnostic.Kind) {
    #expect(
      kind.rawValue.utf8.allSatisfy { ("a"..."z").contains(Character(Unicode.Scalar($0))) || "-8".utf8.contains($0) })
    #expect(Diagnostic.Kind(rawValue: kind.rawValue) == kind)
  }
}
