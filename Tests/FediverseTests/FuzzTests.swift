import JSONValue
import Testing

@testable import Fediverse

/// Random input to whatever reads what strangers wrote: nothing crashes, and what comes out holds to its promises.
struct FuzzTests {
  private func text(of pieces: [String], _ generator: inout SplitMix) -> String {
    let count = Int.random(in: 0..<30, using: &generator)
    let bytes = (0..<count).flatMap { _ -> [UInt8] in
      if Bool.random(using: &generator) { return Array((pieces.randomElement(using: &generator) ?? "").utf8) }
      return [UInt8.random(in: 0...255, using: &generator)]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let linkPieces = [
    "<", ">", ";", ",", "rel=", "\"", "next", "prev", "\\", "https://example.social/x?max_id=1", "?cursor=", "eyJ", "=",
    " ", "//", "..", "%", "https://other.example/", "\u{0}",
  ]

  @Test func anyLinkHeaderIsRead() throws {
    var generator = SplitMix(state: 11)
    let url = try #require(WebURL("https://example.social/api/v1/accounts/1/followers?limit=2"))
    for _ in 0..<5000 {
      let header = text(of: Self.linkPieces, &generator)
      let links = PageLinks(LinkHeader(header), at: url)
      for link in [links.next, links.previous].compactMap(\.self) {
        #expect(link.url.target.hasPrefix("/") && !link.description.contains("\u{0}"), "\(header.debugDescription)")
        #expect(PageLink(link.description) == link, "\(header.debugDescription)")
      }
    }
  }

  private static let visibilityPieces = ["public", "list:", "quiet", " ", "-", "_", "mutuals", "7"]

  @Test func anyNameOfAVisibilityIsRead() {
    var generator = SplitMix(state: 13)
    for _ in 0..<3000 {
      let name = text(of: Self.visibilityPieces, &generator)
      guard let visibility = Visibility(alias: name) else { continue }
      #expect(!visibility.rawValue.isEmpty && !visibility.isWider(than: visibility), "\(name.debugDescription)")
    }
  }

  private static let textPieces = [
    "https://", "a.example", "@", "/", "(", ")", "?", "=", ".", ":", "#", " ", "\n", "\u{200D}", "\u{FE0F}", "👩", "é",
    "e\u{301}",
    "\u{202E}", "xn--", "://",
  ]

  @Test func anyTextHasALengthAndParts() {
    var generator = SplitMix(state: 17)
    for _ in 0..<3000 {
      let text = text(of: Self.textPieces, &generator)
      let counted = CountedText(text, charactersPerURL: 23)
      #expect(counted.pieces.map(\.text).joined() == text)
      #expect((counted.length == 0) == text.allSatisfy(\.isWhitespace), "\(text.debugDescription)")
      let thread = StatusThread(splitting: text, room: Int.random(in: -1..<30, using: &generator), charactersPerURL: 23)
      #expect(!thread.parts.contains(""))
    }
  }

  private static let phrasePieces = ["cat", " ", "#", "é", "İ", "ß", "猫", "\u{301}"]

  @Test func anyPhraseFitsATextOfItself() throws {
    var generator = SplitMix(state: 19)
    for _ in 0..<2000 {
      let phrase = text(of: Self.phrasePieces, &generator)
      let filter = try LegacyFilter(json: [
        "id": "1", "phrase": .string(phrase), "whole_word": .bool(Bool.random(using: &generator)),
      ])
      #expect(filter.fits(phrase) == !phrase.trimmedOfBlanks.isEmpty, "\(phrase.debugDescription)")
      _ = filter.fits(text(of: Self.phrasePieces, &generator))
    }
  }

  private static let headerPieces = ["@", "1", "true", "?0", "GMT", "Wed, ", "2026", ":", "-", " ", "false"]

  @Test func anyDeprecationIsRead() {
    var generator = SplitMix(state: 23)
    for _ in 0..<3000 {
      let headers: Headers = [
        "Deprecation": text(of: Self.headerPieces, &generator), "Sunset": text(of: Self.headerPieces, &generator),
      ]
      var known = DeprecationLog()
      for _ in 0..<2 { known.note(headers, of: .get("/api/v1/x/\(text(of: ["7"], &generator))")) }
      #expect(known.takeUnreported().count <= 2 && known.takeUnreported().isEmpty)
    }
  }
}
