import Testing
import TuskActions

/// The length of a text, as the prompt shows it.
struct StatusLimitsTests {
  @Test(arguments: [
    ("", "", 0), ("Good morning", "", 12), ("é👨‍👩‍👧", "cw", 4),
    ("see https://example.com/a/path/that/is/long @bob@b.example", "", 32),
  ])
  func linksAndMentionsCountAsTheServerCounts(text: String, warning: String, characters: Int) {
    let length = ServerMemory.none.statusLimits(for: nil).length(of: text, warning: warning)
    #expect(length.characters == characters)
    #expect(length.limit == 500)
  }
}
