import Testing
import TuskCommon

@testable import TuskShell

/// The parts of the line editor that need no terminal.
struct LineEditorTests {
  @Test(arguments: [
    ("tusk> ", "tusk> ", 6),
    ("\u{1B}[1mtusk\u{1B}[0m> ", "\u{1}\u{1B}[1m\u{1}tusk\u{1}\u{1B}[0m\u{1}> ", 6),
    ("a\u{1B}[0m\u{1B}[1m> ", "a\u{1}\u{1B}[0m\u{1B}[1m\u{1}> ", 3),
    ("a> \u{1B}[0m", "a>\u{1}\u{1B}[0m\u{1} ", 3),
    ("\u{1B}[1ma>\u{1B}[0m", "\u{1}\u{1B}[1m\u{1}a>\u{1}\u{1B}[0m\u{1} ", 3),
    ("\u{1}x\u{1B}]0;t\u{7}漢> ", "␁x␛]0;t␇漢> ", 12),
  ])
  func escapesOfAPromptCountNoColumn(text: String, marked: String, width: Int) {
    #expect(Prompt.marked(text) == marked)
    #expect(Prompt.visibleWidth(of: text) == width)
  }

  @Test(arguments: [
    ("one\rtwo\r", "one\ntwo"), ("one\r\ntwo\n\n", "one\ntwo"), ("one\n\r\n\rtwo", "one\n\ntwo"), ("a\r\rb", "a\n\nb"),
    ("a\tb", "a\tb"), ("é漢👍🏽", "é漢👍🏽"),
    ("a\u{1B}[31mb\u{7}\u{7F}\u{9B}\u{202E}c", "a[31mbc"), ("\u{0}\u{3}", ""),
  ])
  func aPasteHoldsNoControls(pasted: String, inserted: String) {
    #expect(PastedText.cleaned(pasted) == inserted)
  }

  @Test func theCursorMovesByWholeCharacters() {
    let line = EditedLine(text: "e\u{301}👨‍👩‍👧x", cursor: "e\u{301}👨‍👩‍👧".utf8.count)
    #expect(line.scalarsBack == 5)
    #expect(line.scalarsForward == 1)
    #expect(!line.isAtEnd)
  }

  @Test func theCursorMovesBetweenRows() {
    let text = "first é\nab\nthird"
    let third = EditedLine(text: text, cursor: text.utf8.count)
    #expect(third.scalarsUp == 6)
    let second = EditedLine(text: text, cursor: "first é\nab".utf8.count)
    #expect(second.scalarsUp == 8)
    #expect(second.scalarsDown == 3)
    #expect(second.scalarsToRowStart == 2)
    #expect(EditedLine(text: text, cursor: 3).scalarsUp == nil)
    #expect(EditedLine(text: text, cursor: 0).scalarsToRowEnd == 7)
    #expect(third.scalarsDown == nil)
  }

  @Test(arguments: [
    ("ab cd", 5, 2), ("ab cd", 3, 3), ("ab  c-d e", 8, 4), ("a (b)", 5, 2), ("a\nb", 3, 1), ("a\nb", 2, 2),
    ("ab", 0, 0),
  ])
  func wordsStartWhereLibeditStartsThem(text: String, cursor: Int, count: Int) {
    #expect(EditedLine(text: text, cursor: cursor).scalarsToWordStart == count)
  }

  /// The line, what is shown of it, and the cells before the cursor; nothing is shown anew that libedit shows so.
  @Test(
    arguments: [
      ("ab|", nil, 0), ("é漢👍|", nil, 0), ("a\tก็|", nil, 0), ("ก็|x", "ก็x", 1), ("नमस्ते|", "नमस्ते", 4), ("♨️|", "♨️", 2),
      ("🏳️‍🌈|x", "🏳️‍🌈x", 2), ("x👨‍👩‍👧|", "x👨‍👩‍👧", 3), ("🇩🇪|", "🇩🇪", 2), ("e\u{301}|x", "e\u{301}x", 1),
      ("a\u{200B}|b", "a<U+200B>b", 9),
    ] as [(String, String?, Int)])
  func linesAreShownAsTheyAre(line: String, shown: String?, cells: Int) {
    let found = edited(line).shownText
    #expect(found?.text == shown)
    #expect((found?.before.cellWidth ?? 0) == cells)
  }

  @Test func deletionsInARowAreOneText() {
    var killed = KilledText()
    killed.add("c", before: true, of: edited("a b c|x"), leaving: edited("a b |x"))
    killed.add("b ", before: true, of: edited("a b |x"), leaving: edited("a |x"))
    #expect(killed.text == "b c")
    killed.add("x", before: false, of: edited("a |x"), leaving: edited("a |"))
    #expect(killed.text == "b cx")
    killed.add("y", before: false, of: edited("|y"), leaving: edited("|"))
    #expect(killed.text == "y")
  }

  @Test func changesAreTakenBackByWords() {
    var changes = LineChanges()
    for text in ["|", "a|", "ab|", "ab |", "ab c|", "ab cd|", "ab c|d", "|"] { changes.note(edited(text)) }
    #expect(changes.takeBack() == edited("ab c|d"))
    #expect(changes.takeBack() == edited("ab |"))
    #expect(changes.takeBack() == edited("ab|"))
    #expect(changes.takeBack() == edited("|"))
    #expect(changes.takeBack() == nil)
  }

  /// The cursor is the bar.
  @Test(arguments: [
    ("a|", "a|"), ("a\nb|", "a\n..> b|"), ("a|\n\nb", "a|\n..> \n..> b"), ("a\n|", "a\n..> |"),
    ("a\n|\u{301}b", "a\n..> |\u{301}b"), ("a\n..> |b", "a\n..> ..> |b"),
  ])
  func laterRowsHaveAMark(line: String, drawn: String) {
    #expect(edited(line).marked("..> ") == edited(drawn))
    #expect(edited(drawn).unmarked("..> ") == edited(line))
  }

  @Test(arguments: [("a\n.|.> b", "a\n|b"), ("a\nb|", "a\nb|"), ("a\n..>b|", "a\nb|")])
  func whatIsLeftOfAMarkIsNoText(drawn: String, line: String) {
    #expect(edited(drawn).unmarked("..> ") == edited(line))
  }

  /// A line whose cursor is at the bar.
  private func edited(_ text: String) -> EditedLine {
    let scalars = text.unicodeScalars.split(separator: "|", omittingEmptySubsequences: false)
    let (before, after) = (String(scalars[0]), String(scalars[1]))
    return EditedLine(text: before + after, cursor: before.utf8.count)
  }

  @Test(arguments: [
    ("", 6, 10, 0), ("abc", 6, 10, 0), ("abcd", 6, 10, 1), ("abcdefghijklmn", 6, 10, 2), ("ab漢", 7, 10, 1),
    ("a\nb\nc", 6, 10, 2), ("abcd\nb", 6, 10, 2),
    ("", 16, 10, 1), ("abcd", 16, 10, 2),
  ])
  func rowsAreCountedAsTheTerminalWraps(text: String, prompt: Int, columns: Int, rows: Int) {
    let line = EditedLine(text: text, cursor: text.utf8.count)
    #expect(line.rowsAboveCursor(promptWidth: prompt, columns: columns) == rows)
  }

  @Test(arguments: [
    (["favorite"], "fav", "favorite "),
    (["favorite", "favorites"], "fav", "favorite"),
    (["favorite", "favorites"], "favorite", nil),
    (["follow", "unfollow"], "fo", nil),
    (["漢字", "漢語"], "", "漢"),
    ([], "x", nil),
    (["--yes"], "--", nil),
    (["--yes"], "--y", "--yes "),
  ])
  func tabAddsWhatAllCandidatesShare(candidates: [String], typed: String, inserted: String?) {
    let common = CompletionText.common(to: candidates.map { .init($0) }, extending: typed)
    #expect(common == inserted)
  }

  @Test func aCandidateReplacesItsRange() {
    let line = EditedLine(text: "é fav x", cursor: 6).replacing(3..<6, with: "favorite ")
    #expect(line == EditedLine(text: "é favorite  x", cursor: 12))
    #expect(EditedLine(text: "é fav x", cursor: 6).text(in: 3..<6) == "fav")
  }

  @Test func candidatesStandInColumns() {
    let list = CandidateList((1...7).map { .init("word\($0)") })
    #expect(
      list.rows(columns: 20, limit: 9)
        == ["word1  word4  word7", "word2  word5", "word3  word6"].map { $0.truncated(toCells: 19) })
  }

  @Test func candidatesStandBesideTheirDescriptions() {
    let list = CandidateList([.init("fav", description: "favorite\na status"), .init("漢字")])
    #expect(list.rows(columns: 40, limit: 9) == ["fav   favorite⏎a status", "漢字"])
    #expect(list.rows(columns: 12, limit: 9).map(\.cellWidth).max() == 11)
  }

  @Test func authorsHaveAColumnOfTheirOwn() {
    let list = CandidateList([
      .init("1", description: "Hello", author: "@eve@b.example"), .init("2", description: "Hi", author: "@bob"),
      .init("status:", description: "a reference"),
    ])
    let rows = ["1        @eve@b.example  Hello", "2        @bob            Hi", "status:  a reference"]
    #expect(list.rows(columns: 60, limit: 9) == rows)
    #expect(list.rows(columns: 30, limit: 9).first == "1        @eve@b.ex…  Hello")
  }

  @Test func aLongListSaysWhatIsMissing() {
    let list = CandidateList((1...100).map { .init("w\($0)", description: "d") })
    let rows = list.rows(columns: 20, limit: 5)
    #expect(rows.count == 5)
    #expect(rows.last == "… and 88 more")
  }
}
