/// What a kind of server does with idempotency keys, texts and pages.
struct Flavor: Sendable {
  let name: String
  let software: String
  let version: String
  let keys: Keys
  var rewrites: [Rewrite]
  var hasSource = true
  var hasDate = true
  var page = 40
  var boostsAgain = false

  /// What it does with the key of a request that it has carried out.
  enum Keys: Sendable {
    /// It recognizes it for an hour, also while it still carries out the first request.
    case honored
    /// It recognizes it for an hour once it has carried out the first request.
    case made
    /// It has forgotten it when the next process runs.
    case forgotten
    /// It recognizes it once it has answered the first request.
    case answered
    case ignored
  }

  /// A way to change the text of a status.
  enum Rewrite: CaseIterable, Sendable {
    case quotes, emoji, markdown, links, cutLinks
  }

  static let all = [
    Flavor(name: "mastodon", software: "mastodon", version: "4.6.0", keys: .honored, rewrites: [.links]),
    Flavor(name: "mastodon-older", software: "mastodon", version: "4.4.2", keys: .made, rewrites: [.links]),
    Flavor(name: "mastodon-forgets", software: "mastodon", version: "4.6.0", keys: .forgotten, rewrites: [.links]),
    Flavor(
      name: "gotosocial", software: "gotosocial", version: "0.20.1", keys: .ignored, rewrites: [.quotes, .markdown]),
    Flavor(name: "pleroma", software: "pleroma", version: "2.9.1", keys: .answered, rewrites: [.links]),
    Flavor(name: "akkoma", software: "akkoma", version: "3.15.2", keys: .answered, rewrites: [.quotes]),
    Flavor(
      name: "takahe", software: "takahe", version: "0.11.0", keys: .ignored, rewrites: [.links], hasSource: false),
    Flavor(
      name: "snac", software: "snac", version: "2.94", keys: .ignored, rewrites: [.markdown, .emoji],
      hasSource: false, page: 20, boostsAgain: true),
    Flavor(
      name: "mitra", software: "mitra", version: "4.5.0", keys: .honored, rewrites: [.markdown], hasSource: false),
    Flavor(
      name: "sharkey", software: "sharkey", version: "2025.4.4", keys: .ignored, rewrites: [.emoji],
      boostsAgain: true),
    Flavor(
      name: "iceshrimp.net", software: "Iceshrimp.NET", version: "2025.1", keys: .honored, rewrites: [.emoji]),
    Flavor(
      name: "unknown", software: "simulated", version: "1.0", keys: .ignored,
      rewrites: [.quotes, .emoji, .markdown, .cutLinks]),
  ]

  /// One of the flavors, half of the time with settings of its own.
  static func chosen(by dice: inout Dice) -> Flavor {
    var flavor = dice.pick(all)
    guard dice.chance(0.5) else { return flavor }
    flavor.rewrites = dice.sample(Rewrite.allCases, dice.below(4))
    flavor.hasSource = dice.chance(0.5)
    flavor.hasDate = dice.chance(0.7)
    return flavor
  }

  /// How the server names itself in its description.
  var described: String {
    guard software != "mastodon" else { return version }
    return "4.2.0 (compatible; \(software.prefix(1).uppercased())\(software.dropFirst()) \(version))"
  }

  /// A text with a number that no other has, and some of what servers rewrite.
  static func text(_ number: String, by dice: inout Dice) -> String {
    let parts = [
      "\"quoted\"", "it's", "a -- b", "and so on...", ":smile:", ":heart:", "**bold**", "_slanted_", "`code`",
      "https://news.example/2026/11/a-very-long-path/that-is-cut-to-pieces?page=7", "<b>no tag</b>", "a & b", "naïve",
    ]
    return (["Drill \(number)"] + dice.sample(parts, dice.below(6))).joined(separator: " ")
  }
}

extension Flavor {
  /// The HTML that the server makes of a text.
  func rendered(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word(String($0)) }
    return "<p>\(words.joined(separator: " "))</p>"
  }

  private func word(_ text: String) -> String {
    if text.hasPrefix("https://") { return link(text) }
    var text = text
    if rewrites.contains(.emoji) {
      if text == ":smile:" { text = "\u{1F603}" }
      if text == ":heart:" { text = "\u{2764}\u{FE0F}" }
    }
    if rewrites.contains(.quotes) { text = Self.withTypographicQuotes(text) }
    text = Self.escaped(text)
    guard rewrites.contains(.markdown) else { return text }
    for (mark, tag) in [("**", "strong"), ("_", "em"), ("`", "code")] {
      guard text.count > 2 * mark.count, text.hasPrefix(mark), text.hasSuffix(mark) else { continue }
      text = "<\(tag)>\(text.dropFirst(mark.count).dropLast(mark.count))</\(tag)>"
    }
    return text
  }

  private static func withTypographicQuotes(_ text: String) -> String {
    guard text.utf8.contains(where: { "\"'-.".utf8.contains($0) }) else { return text }
    var text = text
    if text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") {
      text = "\u{201C}\(text.dropFirst().dropLast())\u{201D}"
    }
    return text.replacing("'", with: "\u{2019}").replacing("--", with: "\u{2013}").replacing("...", with: "\u{2026}")
  }

  private func link(_ url: String) -> String {
    let shown = Self.escaped(url)
    let bare = String(url.dropFirst(8))
    if rewrites.contains(.cutLinks) {
      return "<a href=\"https://short.example/x1\">\(Self.escaped(String(bare.prefix(20))))\u{2026}</a>"
    }
    guard rewrites.contains(.links) else { return "<a href=\"\(shown)\">\(shown)</a>" }
    let (start, end) = (Self.escaped(String(bare.prefix(30))), Self.escaped(String(bare.dropFirst(30))))
    return "<a href=\"\(shown)\"><span class=\"invisible\">https://</span><span class=\"ellipsis\">\(start)</span>"
      + "<span class=\"invisible\">\(end)</span></a>"
  }

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "&<>\"".utf8.contains($0) }) else { return text }
    return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
