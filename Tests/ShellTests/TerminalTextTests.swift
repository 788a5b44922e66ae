import Testing

@testable import TuskShell

/// Hostile and ordinary texts, and what of them reaches the terminal.
struct TerminalTextTests {
  @Test(arguments: [
    ("a\u{200B}b", "a<U+200B>b"), ("\u{FEFF}a", "<U+FEFF>a"), ("a\u{E0041}\u{E007F}", "a<U+E0041><U+E007F>"),
    ("a\u{2060}\u{AD}", "a<U+2060><U+00AD>"), ("👩\u{200D}💻 é", "👩\u{200D}💻 é"), ("a\n\u{1B}[1m", "a⏎␛[1m"),
    ("plain", "plain"),
  ])
  func whatIsAgreedToHidesNothing(text: String, shown: String) {
    #expect(TerminalText.exact(text) == shown)
  }

  @Test func aNameCannotEndItsQuotes() {
    #expect(TerminalText.quoted("Drafts' asks for: me") == "'Drafts’ asks for: me'")
  }

  @Test(arguments: [
    ("plain text, 100 % ASCII", "plain text, 100 % ASCII"),
    ("", ""),
    ("é 漢字 👍🏽 עברית", "é 漢字 👍🏽 עברית"),
    ("one\ttwo\nthree", "one\ttwo\nthree"),
    ("one\r\ntwo", "one\ntwo"),
    ("over\rwritten", "over␍written"),
    ("\u{1B}]52;c;Zm9v\u{7}", "␛]52;c;Zm9v␇"),
    ("\u{1B}]8;;http://evil\u{1B}\\link\u{1B}]8;;\u{1B}\\", "␛]8;;http://evil␛\\link␛]8;;␛\\"),
    ("\u{1B}[2J\u{1B}[31mred", "␛[2J␛[31mred"),
    ("\u{1B}P+q544e\u{1B}\\", "␛P+q544e␛\\"),
    ("\u{9B}31m\u{90}x\u{9C}\u{85}", "<U+009B>31m<U+0090>x<U+009C><U+0085>"),
    ("\u{0}\u{8}\u{7F}", "␀␈␡"),
    ("abc\u{202E}fdp.exe\u{202C}", "abc<U+202E>fdp.exe<U+202C>"),
    ("\u{2066}x\u{2069}", "<U+2066>x<U+2069>"),
    ("two\u{2028}lines", "two\nlines"),
    ("\u{61C}a\u{200E}b\u{200F}", "\u{61C}a\u{200E}b\u{200F}"), ("\u{206A}\u{206F}", "<U+206A><U+206F>"),
    ("a\u{E0041}\u{E007F}", "a<U+E0041><U+E007F>"), ("\u{E0001}x", "<U+E0001>x"),
    ("\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}", "\u{1F3F4}<U+E0067><U+E0062><U+E007F>"),
    ("\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}", "\u{1F3F4}<U+E0067><U+E0062><U+E0073>"),
  ])
  func nothingDrivesTheTerminal(text: String, shown: String) {
    #expect(TerminalText.block(text) == shown)
  }

  @Test(arguments: [
    ("one\ntwo", "one⏎two"), ("one\r\ntwo\u{2029}", "one⏎two⏎"), ("a\tb", "a b"), ("\u{1B}[1m", "␛[1m"),
  ])
  func aFieldStaysOnOneRow(text: String, shown: String) {
    #expect(TerminalText.field(text) == shown)
  }

  @Test(arguments: [
    ("\u{1B}[1;31mred\u{1B}[0m", "\u{1B}[1;31mred\u{1B}[0m"),
    ("\u{1B}[m\u{1B}[38:2:1:2:3mx", "\u{1B}[m\u{1B}[38:2:1:2:3mx"),
    ("\u{1B}[2J\u{1B}[31", "␛[2J␛[31"),
    ("\u{1B}[?25l\u{1B}", "␛[?25l␛"),
    ("\u{1B}[1m\u{1B}]0;title\u{7}", "\u{1B}[1m␛]0;title␇"),
  ])
  func onlyColorsPassInStyledText(text: String, shown: String) {
    #expect(TerminalText.styled(text) == shown)
  }

  /// Emoji that are spelled with invisible characters: flags of regions, families, professions, people with hair.
  @Test(arguments: [
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "\u{1F3F4}\u{E0075}\u{E0073}\u{E0063}\u{E0061}\u{E007F}", "👩\u{200D}👩\u{200D}👧", "🏴\u{200D}☠\u{FE0F}",
    "🧑🏽\u{200D}🦰", "🇨🇭", "1\u{FE0F}\u{20E3}", "ن\u{200C}ه",
  ])
  func emojiAndJoinersStay(text: String) {
    for text in [text, "a \(text)\(text) b"] {
      #expect(Array(TerminalText.field(text).unicodeScalars) == Array(text.unicodeScalars))
    }
  }

  @Test func noBidirectionalControlOrTagReachesTheTerminal() {
    for scalar in (0...0x10FFFF).compactMap(Unicode.Scalar.init) {
      // Marks affect only the place where they are, and ordinary texts contain them.
      guard ![0x61C, 0x200E, 0x200F].contains(scalar.value) else { continue }
      guard scalar.properties.isBidiControl || (0xE0000...0xE007F).contains(scalar.value) else { continue }
      for text in ["x\(scalar)y", "\u{1F3F4}\(scalar)", "\u{1F3F4}\u{E0067}\(scalar)\u{E0067}"] {
        #expect(!TerminalText.block(text).unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
      }
    }
  }

  @Test func towersOfMarksAreCapped() {
    let tower = "a" + String(repeating: "\u{301}", count: 50) + "b" + String(repeating: "\u{20DD}", count: 9)
    let shown = TerminalText.field(tower)
    #expect(shown.unicodeScalars.count == 2 + 8 + 8)
  }

  @Test func everyControlIsInert() {
    let controls = (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter { $0.properties.generalCategory == .control }
    #expect(controls.count == 65)
    for scalar in controls {
      let shown = TerminalText.field("x\(scalar)y").unicodeScalars
      #expect(!shown.contains { $0.properties.generalCategory == .control }, "U+\(String(scalar.value, radix: 16))")
    }
  }
}
