import JSONValue

/// The links to the adjacent pages in the `Link` header of a response.
struct PageLinks: Sendable, Hashable {
  let next: PageLink?
  let previous: PageLink?
  /// Whether there is a link to the next page that is no URL, or that cannot be parsed.
  let hasUnusableNext: Bool

  /// Reads the links.
  ///
  /// - Parameter url: the URL of the response, because links may be relative.
  init(_ header: LinkHeader, at url: WebURL) {
    func link(_ relation: String) -> PageLink? {
      header.reference(to: relation).flatMap { WebURL($0, at: url) }.map { PageLink(url: $0) }
    }
    let (next, previous) = (link("next"), link("prev"))
    let isSwapped = Self.areSwapped(next: next, previous: previous)
    self.next = isSwapped ? previous : next
    self.previous = isSwapped ? next : previous
    hasUnusableNext = self.next == nil && header.namesNext
  }

  /// Pixelfed swaps `prev` and `next`, but only in lists of accounts.
  private static func areSwapped(next: PageLink?, previous: PageLink?) -> Bool {
    guard let cursor = previous?.url.value(of: "cursor"), next == nil || next?.url.value(of: "cursor") != nil else {
      return false
    }
    if let isOlder = LaravelCursor(cursor)?.pointsToNextItems { return isOlder }
    return next == nil || peoplesPaths.contains(previous?.url.segments.last ?? "")
  }

  private static let peoplesPaths: Set = ["followers", "following", "favourited_by", "reblogged_by"]
}

/// A pagination cursor of Laravel, Pixelfed's framework: a JSON object in Base64.
private struct LaravelCursor {
  let pointsToNextItems: Bool

  init?(_ text: String) {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for character in text.utf8 where character != UInt8(ascii: "=") {
      let digit: Int?
      switch character {
      case UInt8(ascii: "+"), UInt8(ascii: "-"): digit = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): digit = 63
      default: digit = alphabet.firstIndex(of: character)
      }
      guard let digit else { return nil }
      bits = bits << 6 | UInt32(digit)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    guard let answer = (try? JSON(parsing: bytes))?["_pointsToNextItems"]?.bool else { return nil }
    pointsToNextItems = answer
  }
}
