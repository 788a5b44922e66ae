import AccountNames

/// The state of a walk through the elements of an HTML text: open elements, hidden ones, and the current link.
struct HTMLWalk {
  private let mentions: [Mention]
  private let inlineQuotes: HTMLText.InlineQuotes
  private var elements: [Element] = []
  private var hiddenDepth = 0
  private var link: Link?

  init(mentions: [Mention], inlineQuotes: HTMLText.InlineQuotes) {
    self.mentions = mentions
    self.inlineQuotes = inlineQuotes
  }

  /// An open element.
  private struct Element {
    let name: String
    let isHidden: Bool
    let isEllipsis: Bool
    /// What is written at its end.
    let ending: String
  }

  /// A link whose text is being collected.
  private struct Link {
    let href: String
    /// Whether it leads to a hashtag or an account, which its text names.
    let isName: Bool
    var text = ""
    var isShortened = false
  }

  /// The greatest nesting depth; deeper elements are ignored, to bound the time per text.
  private static let maxDepth = 64

  mutating func take(_ token: HTMLToken, into layout: inout TextLayout) {
    switch token {
    case .text(let text): add(text, into: &layout)
    case .open(let name, let attributes): open(name, attributes, into: &layout)
    case .close(let name): close(name, into: &layout)
    }
  }

  mutating func finish(into layout: inout TextLayout) {
    endLink(into: &layout)
  }

  private mutating func add(_ text: String, into layout: inout TextLayout) {
    guard hiddenDepth == 0 else { return }
    if link != nil { link?.text += text } else { layout.add(text) }
  }

  private mutating func open(_ name: String, _ attributes: [String: String], into layout: inout TextLayout) {
    switch name {
    case "br":
      if hiddenDepth == 0, link == nil { layout.breakLine() } else { add(" ", into: &layout) }
      return
    case "img":
      add(attributes["alt"] ?? "", into: &layout)
      return
    case "hr", "wbr", "input", "source", "meta", "link":
      if name == "hr", hiddenDepth == 0 { layout.endBlock(apart: true) }
      return
    case "a":
      endLink(into: &layout)
    default: closeImplied(by: name, into: &layout)
    }
    let classes = (attributes["class"] ?? "").split { $0 == " " || $0 == "\n" || $0 == "\t" }
    guard elements.count < Self.maxDepth else { return }
    let (beginning, ending) = Self.marks(of: name, titled: attributes["title"] ?? "")
    let element = Element(
      name: name, isHidden: isHidden(name, classes), isEllipsis: classes.contains("ellipsis"), ending: ending)
    elements.append(element)
    if element.isHidden { hiddenDepth += 1 }
    guard hiddenDepth == 0 else {
      if classes.contains("invisible") { link?.isShortened = true }
      return
    }
    if name == "a" {
      let isTag = (attributes["rel"] ?? "").split(separator: " ").contains("tag")
      let isName = isTag || classes.contains("hashtag") || classes.contains("mention")
      link = Link(href: attributes["href"] ?? "", isName: isName)
    }
    if element.isEllipsis { link?.isShortened = true }
    add(beginning, into: &layout)
    layout.open(name, startingAt: attributes["start"].flatMap { Int($0) })
  }

  /// What is written at the beginning and at the end of an element whose meaning a page shows by its type.
  private static func marks(of name: String, titled title: String) -> (beginning: String, ending: String) {
    switch name {
    case "rt": ("(", ")")
    case "sup": ("^", "")
    case "sub": ("_", "")
    case "abbr": ("", title.trimmedOfBlanks.isEmpty ? "" : " (\(title.trimmedOfBlanks))")
    default: ("", "")
    }
  }

  private mutating func close(_ name: String, into layout: inout TextLayout) {
    guard let index = elements.lastIndex(where: { $0.name == name }) else { return }
    for element in elements[index...].reversed() {
      elements.removeLast()
      if element.isHidden {
        hiddenDepth -= 1
        continue
      }
      guard hiddenDepth == 0 else { continue }
      if element.isEllipsis, link == nil { layout.add("…") }
      if element.name == "a" { endLink(into: &layout) }
      add(element.ending, into: &layout)
      layout.close(element.name)
    }
  }

  /// Closes elements whose end tag HTML allows to omit: list items, rows, cells and readings.
  private mutating func closeImplied(by name: String, into layout: inout TextLayout) {
    guard let (ended, bounds) = Self.implied[name] else { return }
    guard let last = elements.last(where: { ended.contains($0.name) || bounds.contains($0.name) }) else { return }
    if ended.contains(last.name) { close(last.name, into: &layout) }
  }

  /// By the name of an element, which open elements its start tag ends, and inside which it ends none.
  private static let implied: [String: (ended: Set<String>, bounds: Set<String>)] = [
    "li": (["li"], ["ul", "ol"]), "tr": (["tr"], ["table"]),
    "td": (["td", "th"], ["tr", "table"]), "th": (["td", "th"], ["tr", "table"]),
    "dt": (["dt", "dd"], ["dl"]), "dd": (["dt", "dd"], ["dl"]),
    "rt": (["rt", "rp"], ["ruby"]), "rp": (["rt", "rp"], ["ruby"]),
  ]

  private func isHidden(_ name: String, _ classes: [Substring]) -> Bool {
    switch name {
    case "script", "style", "head", "template", "rp": true
    default: classes.contains("invisible") || classes.contains("quote-inline") && inlineQuotes == .hidden
    }
  }

  private mutating func endLink(into layout: inout TextLayout) {
    guard let ended = link else { return }
    link = nil
    layout.add(text(of: ended))
  }

  /// The text shown for a link: a name for a mention, the text of a hashtag, the full URL if the text is a part of it,
  /// and otherwise both.
  private func text(of link: Link) -> String {
    let text = link.text
    if let mention = mentions.first(where: { $0.url == link.href && !link.href.isEmpty }), text.looksLikeMention {
      return "@" + mention.acct
    }
    let isName = link.isName || text.looksLikeMention || text.hasPrefix("#")
    guard link.href.isWebAddress, !isName || link.isShortened else { return text }
    let isPart = link.isShortened || text.trimmedOfBlanks.isEmpty || text.looksLikeURL(of: link.href)
    return isPart ? link.href : "\(text) (\(link.href))"
  }
}

extension String {
  fileprivate var looksLikeMention: Bool { trimmedOfBlanks.hasPrefix("@") }

  /// Whether the text is this URL, or the beginning of it without the scheme.
  fileprivate func looksLikeURL(of href: String) -> Bool {
    let text = trimmedOfBlanks
    if text.isWebAddress { return true }
    let shown = ["…", "..."].first(where: text.hasSuffix).map { String(text.dropLast($0.count)) } ?? text
    guard shown.contains("."), !shown.isEmpty else { return false }
    let bare = href.drop { $0 != "/" }.drop { $0 == "/" }
    return bare.hasPrefix(shown) || bare.hasPrefix("www." + shown)
  }
}
