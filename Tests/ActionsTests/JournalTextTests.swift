import JSONValue
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// Keys, names, addresses and answers that are long or odd, as scripts take them from strangers' texts.
struct JournalTextTests {
  private let scene: JournalScene

  init() throws {
    scene = try JournalScene()
  }

  static let odd = [
    "", " ", "\0", "a\0b", "'", "''; DROP TABLE occasion; --", "\"", "%", "_", "?", "?1", "\u{202E}x", "\n",
    "\u{1F468}\u{200D}\u{1F469}", "e\u{301}", "\u{E9}", "\u{FEFF}", "\u{FFFF}", "NULL", "0", "0.0", "x'00'",
    String(repeating: "\u{301}", count: 40_000), String(repeating: "k", count: 512), String(repeating: "k", count: 513),
    String(repeating: "k", count: 514), String(repeating: "paragraph ", count: 6554),
  ]

  @Test func oddKeysAreAllDifferentAndAllFound() async throws {
    let journal = scene.run()
    for (index, key) in Self.odd.enumerated() {
      let attempt = try await journal.attempt(JournalScene.name(key))
      try await journal.finish(attempt, outcome: .int(index))
    }
    let next = scene.run()
    for (index, key) in Self.odd.enumerated() {
      #expect(try await next.begin(JournalScene.name(key)) == .done(outcome: .int(index)), "key \(index)")
    }
    #expect(try await next.entries().count == Self.odd.count)
  }

  @Test func oddScriptsAndAccountsAreKeptApart() async throws {
    let journal = scene.run()
    for text in Self.odd { try await journal.complete(JournalScene.name("k", script: text, account: "@\(text)")) }
    for text in Self.odd {
      #expect(try await journal.entries(script: text).count == 1)
      #expect(try await journal.entries(account: "@\(text)").count == 1)
    }
  }

  @Test func oddNamesAddressesAndAnswersComeBackAsTheyWere() async throws {
    let journal = scene.run()
    let attempt = try await journal.attempt()
    for text in Self.odd {
      try await journal.willSend(effect: text, url: text, in: attempt)
      try await journal.didAnswer(effect: text, answer: .string(text), in: attempt)
    }
    try await journal.abandon(attempt)
    let again = try await journal.attempt()
    for text in Self.odd {
      let record = try await journal.effect(named: text, in: again)
      guard case .answered(let url, .string(let answer)) = record else {
        Issue.record("\(String(describing: record))")
        continue
      }
      #expect(url.utf8.elementsEqual(text.utf8))
      #expect(answer.utf8.elementsEqual(text.utf8))
    }
  }

  @Test func aLongKeyIsShownByItsStartAndWhatTellsItFromOthers() async throws {
    let journal = scene.run()
    let start = String(repeating: "Guten Morgen! ", count: 5000)
    for end in ["a", "b"] { try await journal.complete(JournalScene.name(start + end)) }
    let shown = try await journal.entries().map(\.name.key)
    #expect(Set(shown).count == 2)
    for key in shown {
      #expect(key.hasPrefix(String(start.prefix(120)) + "… #"))
      #expect(key.utf8.count < 512)
    }
  }

  @Test func aSingleCharacterOfManyBytesIsShortenedToo() async throws {
    let journal = scene.run()
    try await journal.complete(JournalScene.name("e" + String(repeating: "\u{301}", count: 32_000)))
    #expect(try await journal.entries()[0].name.key.utf8.count < 512)
  }
}
