import Testing
import TuskLanguage

/// What a terminal shows of a text.
@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("", ""), ("plain é漢😀", "plain é漢😀"), ("a\tb", "a b"), ("\u{1B}[31m", "␛[31m"), ("\u{0}\u{7}\n\r", "␀␇␊␍"),
    ("\u{7F}", "␡"), ("\u{9B}31m", "<U+009B>31m"), ("\u{80}\u{9F}", "<U+0080><U+009F>"),
    ("\u{202E}x\u{202C}", "<U+202E>x<U+202C>"),
    ("\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}", "<U+2066><U+2069><U+200E><U+200F><U+061C>"),
    ("\u{2028}\u{2029}", "<U+2028><U+2029>"),
    ("\u{200B}\u{2060}\u{FEFF}", "<U+200B><U+2060><U+FEFF>"), ("\u{E0001}", "<U+E0001>"), ("a\u{E0061}", "a<U+E0061>"),
    (
      "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
      "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"
    ),
    ("👩‍💻", "👩‍💻"),
    ("e\u{301}", "e\u{301}"),
    ("ن\u{200C}ه", "ن\u{200C}ه"), ("\r\n", "␍␊"), ("a\u{1B}\u{301}", "a␛\u{301}"),
  ])
  func whatCouldDriveATerminalIsShown(_ text: String, _ shown: String) {
    #expect(Array(VisibleText.of(text).unicodeScalars) == Array(shown.unicodeScalars))
  }

  /// Over all of Unicode: nothing that is shown is itself a control or changes the direction of text, and showing it
  /// again changes nothing.
  @Test func nothingShownNeedsToBeShownAgain() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isRisky = scalar.properties.isBidiControl || scalar.properties.generalCategory == .control
      guard let replacement = VisibleText.replacement(for: scalar) else {
        if isRisky { Issue.record("U+\(String(value, radix: 16)) reaches the terminal") }
        continue
      }
      if VisibleText.of(replacement) != replacement { Issue.record("\(replacement.debugDescription) is not inert") }
    }
  }
}
