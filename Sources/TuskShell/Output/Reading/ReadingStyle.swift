import AccountNames
import TuskCommon

/// How texts for reading are laid out: their width, colors and links, and the time from which ages count.
struct ReadingStyle: Sendable, Hashable {
  /// The widest line that is easy to read, in cells.
  static let widest = 100
  /// Narrower terminals break the lines themselves.
  static let narrowest = 20
  /// The number of cells in a line.
  var width: Int
  let isColored: Bool
  /// Seconds since 1970.
  let now: Int
  /// The language of the reader, as an ISO 639 code.
  let language: String
  /// Whether to write sentences and draw nothing, for screen readers.
  var isPlain = false

  /// The look of a part of a line.
  enum Ink: String {
    case bold = "1"
    case dim = "2"
    /// A mention or a hashtag.
    case name = "36"
    /// What you did yourself.
    case own = "33"
  }

  func paint(_ text: String, _ ink: Ink) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// A text that leads to an address where the terminal can follow it (OSC 8).
  func link(_ text: String, to address: String) -> String {
    guard isColored, address.isWebAddress, address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return text }
    return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }

  func age(_ seconds: Int?) -> String? { seconds.map { LocalTime.age(of: $0, now: now) } }

  /// The same style in a narrower place.
  func narrowed(by cells: Int) -> ReadingStyle {
    var style = self
    style.width = max(width - cells, 8)
    return style
  }

  /// A text of several paragraphs in lines, with its links and names marked.
  func lines(of text: String) -> [String] {
    TerminalText.block(text).replacing("\t", with: "    ").split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { MarkedParagraph(String($0), self).lines }
  }

  /// A drawn mark, which sentences have no use for.
  func mark(_ text: String) -> String { isPlain ? "" : text }

  /// The name of an account: as commands take it, or as it is read aloud.
  func name(_ handle: String) -> String { isPlain ? PlainText.spokenName(handle) : handle }

  /// The facts that are known, behind what they are about.
  func facts(_ facts: [String?]) -> String {
    guard isPlain else { return facts.behindDots }
    return facts.compactMap(\.self).map { ", \(PlainText.spokenAge($0))" }.joined()
  }

  /// Facts in a line of their own.
  func row(_ facts: [String]) -> String { facts.joined(separator: isPlain ? ", " : " · ") }

  /// A text from a server in lines, without its own.
  func wrapped(_ text: String) -> [String] { TerminalText.field(text).wrapped(toCells: width) }

  /// A text behind a lead, below which its further lines are indented, as far as there is room.
  func hanging(_ lead: String, _ text: String, _ ink: Ink? = nil) -> [String] {
    guard lead.cellWidth * 2 <= width else { return hanging("", lead + text, ink) }
    let indent = String(repeating: " ", count: lead.cellWidth)
    return text.wrapped(toCells: max(width - lead.cellWidth, 8)).enumerated().map { index, line in
      (index == 0 ? lead : indent) + (ink.map { paint(line, $0) } ?? line)
    }
  }

  /// The beginning of a text, in quotes: `"New timetable from…"`.
  func snippet(_ text: String, cells: Int = 40) -> String {
    "\"\(TerminalText.block(text).onOneLine.truncated(toCells: max(cells, 8)))\""
  }
}

/// A paragraph in lines, with its addresses, mentions and hashtags marked.
private struct MarkedParagraph {
  private let rows: [String]
  private let style: ReadingStyle
  private let addresses: [String]

  init(_ text: String, _ style: ReadingStyle) {
    self.style = style
    rows = text.wrapped(toCells: style.width)
    addresses = text.split(separator: " ").filter(\.isWebAddress).map(String.init)
  }

  var lines: [String] {
    guard style.isColored else { return rows }
    var rest = addresses[...]
    // The part of a long address that the next line continues.
    var broken: (address: String, left: Int)?
    return rows.map { row in
      row.split(separator: " ", omittingEmptySubsequences: false).map { word in
        guard !word.isEmpty else { return "" }
        let address: String
        if let (open, left) = broken, open.dropFirst(open.count - left).hasPrefix(word) {
          address = open
          broken = left > word.count ? (open, left - word.count) : nil
        } else if word.isWebAddress, let next = rest.first, next.hasPrefix(word) {
          rest = rest.dropFirst()
          address = next
          broken = next.count > word.count ? (next, next.count - word.count) : nil
        } else {
          broken = nil
          return mark(String(word))
        }
        return style.link(String(word), to: address.withoutEndingMarks)
      }.joined(separator: " ")
    }
  }

  private func mark(_ word: String) -> String {
    let isName = (word.hasPrefix("@") || word.hasPrefix("#")) && word.count > 1
    return isName ? style.paint(word, .name) : word
  }
}

extension String {
  /// The words of a text of several lines, with one blank between two.
  var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension String {
  /// The address without the punctuation of the sentence that it ends.
  fileprivate var withoutEndingMarks: String {
    String(reversed().drop { ".,;:!?)".contains($0) }.reversed())
  }
}
