import JSONValue
import Testing
import TuskLanguage

/// Every mistake that can be seen before a line runs, as it is shown.
@Suite struct SlipTests {
  @Test(arguments: Slip.all)
  func aMistakeShowsItsPlaceItsReasonAndItsRemedy(_ slip: Slip) throws {
    let source = Source(slip.source)
    let diagnostic = try #require(Sample.mistake(in: slip.source))
    #expect(diagnostic.kind == slip.kind)
    #expect(diagnostic.help(in: source) == slip.help)
    let lines = diagnostic.rendered(in: source).split(separator: "\n").map(String.init)
    #expect(lines.first == "error: \(slip.message)  [exit \(slip.exitCode)]")
    #expect(lines.dropFirst(2).first == "     | \(slip.marks)")
    #expect(lines.dropFirst(3) == (slip.help.map { ["     = help: \($0)"] } ?? [])[...])
  }

  /// The carets stand under the characters that the span covers.
  @Test(arguments: Slip.all)
  func theCaretsStandUnderWhatIsMarked(_ slip: Slip) throws {
    let source = Source(slip.source)
    let diagnostic = try #require(Sample.mistake(in: slip.source))
    let first = CellWidth.of(
      VisibleText.of(source.text(Span(source.lineSpan(at: diagnostic.span.start).start, diagnostic.span.start))))
    #expect(slip.marks.prefix { $0 == " " }.count == first)
    let line = source.lineSpan(at: diagnostic.span.start)
    let marked = VisibleText.of(source.text(Span(diagnostic.span.start, min(diagnostic.span.end, line.end))))
    #expect(slip.marks.filter { $0 == "^" }.count == max(1, CellWidth.of(marked)))
  }

  @Test(arguments: Slip.all)
  func messagesAreSentencesOfOneStyle(_ slip: Slip) throws {
    let diagnostic = try #require(Sample.mistake(in: slip.source))
    #expect(diagnostic.message.last != ".")
    #expect(diagnostic.message.first?.isUppercase == false || slip.source.hasPrefix(diagnostic.message.prefix(1)))
    let json = diagnostic.json(in: Source(slip.source))["error"]
    #expect(json?["kind"]?.string == slip.kind.rawValue)
    #expect(json?["fix"]?.string == slip.help)
    #expect(json?["exit"] == .int(slip.exitCode))
  }

  /// What is wrong with a running or a whole script, or with a file that is no text, has tests of its own.
  @Test func noKindOfMistakeIsWithoutALine() {
    let elsewhere: Set<Diagnostic.Kind> = [
      .badUTF8, .badURL, .tooDeep, .tooLong, .interrupted, .notRunnable, .unknownField, .unreadable, .needsConfirmation,
      .failed, .unterminatedBlock, .foreignValue, .expectation, .misplaced, .unreachable, .endless,
    ]
    let shown = Set(Slip.all.map(\.kind))
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
