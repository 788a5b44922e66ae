/// Lays out text in lines: collapses whitespace, separates blocks, and prefixes lines with quotation and list markers.
struct TextLayout {
  private var output = ""
  private let keepsLineBreaks: Bool
  private var blocks: [Block] = []
  private var preformatted = 0
  /// How many elements of code are open.
  private var code = 0
  private var isBlankDue = false
  /// How many line feeds of the markup precede the next character.
  private var lineFeedsDue = 0
  private var lineBreaksDue = 0
  private var isLineEmpty = true
  private var marker: String?
  private var overflow = 0
  private var lastQuotationDepth = 0
  private var isPreformattedStart = false

  init(keepsLineBreaks: Bool) {
    self.keepsLineBreaks = keepsLineBreaks
  }

  /// A block that prefixes its lines.
  private enum Block {
    case quotation
    case list(nextNumber: Int?)
    case item(width: Int)
  }

  /// The greatest number of nested prefixes, so that the output cannot grow out of proportion.
  private static let maxDepth = 8

  /// The lines so far, without trailing whitespace.
  var text: String {
    var lines = output
    while let last = lines.unicodeScalars.last, last == " " || last == "\n" { lines.unicodeScalars.removeLast() }
    return lines
  }

  /// Adds text. Blanks are kept only in plain text and inside `pre` and `code`. A line feed between two characters
  /// breaks the line, as on Mastodon's pages; one beside a block or a break only lays out the markup.
  mutating func add(_ text: String) {
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      defer {
        previous = scalar
        isPreformattedStart = false
      }
      switch scalar {
      // HTML drops the first line break in a `pre`.
      case "\n" where isPreformattedStart: continue
      case "\n" where previous == "\r" && isKeeping: continue
      case "\n" where isKeeping, "\r" where isKeeping, "\u{2028}" where isKeeping, "\u{2029}" where isKeeping:
        breakLine()
      case " " where (isKeeping || code > 0) && !isLineEmpty, "\t" where preformatted > 0, " " where preformatted > 0:
        write(scalar)
      case "\n": lineFeedsDue += isLineEmpty ? 0 : 1
      case " ", "\t", "\r", "\u{0C}", "\u{2028}", "\u{2029}":
        isBlankDue = !isLineEmpty
      default: write(scalar.isDirectional ? scalar : scalar.inert)
      }
    }
  }

  mutating func breakLine() {
    if output.isEmpty { return }
    lineBreaksDue += 1
    startLine()
  }

  mutating func open(_ name: String, startingAt start: Int?) {
    switch name {
    case "p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "dl", "figure": endBlock(apart: true)
    case "div", "tr", "dt", "dd", "section", "article": endBlock(apart: false)
    case "pre":
      endBlock(apart: true)
      preformatted += 1
      isPreformattedStart = true
    case "blockquote":
      endBlock(apart: true)
      push(.quotation)
    case "ul", "ol":
      endBlock(apart: !isInList)
      push(.list(nextNumber: name == "ol" ? start ?? 1 : nil))
    case "li": openItem()
    case "code": code += 1
    default: break
    }
  }

  mutating func close(_ name: String) {
    switch name {
    case "p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "dl", "figure": endBlock(apart: true)
    case "div", "tr", "dt", "dd", "section", "article": endBlock(apart: false)
    case "pre":
      preformatted = max(0, preformatted - 1)
      endBlock(apart: true)
    case "blockquote":
      pop()
      endBlock(apart: true)
    case "ul", "ol":
      pop()
      endBlock(apart: !isInList)
    case "li":
      pop()
      marker = nil
      endBlock(apart: false)
    case "td", "th": isBlankDue = !isLineEmpty
    case "code": code = max(0, code - 1)
    default: break
    }
  }

  /// Ends a block: the next text begins on a new line, after an empty line if `apart` is set.
  mutating func endBlock(apart: Bool) {
    if output.isEmpty || marker != nil { return }
    lineBreaksDue = max(lineBreaksDue, apart ? 2 : 1)
    startLine()
  }

  private mutating func startLine() {
    isBlankDue = false
    lineFeedsDue = 0
    isLineEmpty = true
  }

  private var isKeeping: Bool { keepsLineBreaks || preformatted > 0 }

  private var isInList: Bool {
    blocks.contains { block in
      if case .list = block { true } else { false }
    }
  }

  private mutating func openItem() {
    endBlock(apart: false)
    var sign = "- "
    if case .list(let number?) = blocks.last {
      sign = "\(number). "
      blocks[blocks.count - 1] = .list(nextNumber: number &+ 1)
    }
    marker = sign
    push(.item(width: sign.utf8.count))
  }
}

extension TextLayout {
  private mutating func push(_ block: Block) {
    overflow += blocks.count < Self.maxDepth ? 0 : 1
    if overflow == 0 { blocks.append(block) }
  }

  private mutating func pop() {
    if overflow > 0 { overflow -= 1 } else { _ = blocks.popLast() }
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    if scalar.isZeroWidth, !isBlankDue, output.unicodeScalars.last?.isZeroWidth == true { return }
    if lineFeedsDue > 0 {
      lineBreaksDue += lineFeedsDue
      startLine()
    }
    if isLineEmpty { beginLine() }
    if isBlankDue { output.unicodeScalars.append(" ") }
    isBlankDue = false
    output.unicodeScalars.append(scalar)
  }

  /// Writes the pending line breaks and the prefix of the new line. An empty line has the quotation markers common to
  /// the lines around it.
  private mutating func beginLine() {
    let depth = quotationDepth
    let emptyLine = String(repeating: "> ", count: min(depth, lastQuotationDepth)).trimmedOfBlanks
    for count in 0..<lineBreaksDue { output += count == 0 ? "\n" : emptyLine + "\n" }
    lineBreaksDue = 0
    lastQuotationDepth = depth
    isLineEmpty = false
    for (index, block) in blocks.enumerated() {
      switch block {
      case .quotation: output += "> "
      case .list: break
      case .item(let width): output += index == blocks.count - 1 ? takeMarker(width) : spaces(width)
      }
    }
  }

  private mutating func takeMarker(_ width: Int) -> String {
    defer { marker = nil }
    return marker ?? spaces(width)
  }

  private func spaces(_ width: Int) -> String { String(repeating: " ", count: width) }

  private var quotationDepth: Int {
    blocks.count { block in
      if case .quotation = block { true } else { false }
    }
  }
}
