import TuskCommon
import XCallbackURL

/// A source line as displayed, with the cells of a span marked.
struct Excerpt {
  /// The margin of a line without a number.
  var margin: String { String(repeating: " ", count: max(4, String(number).count) + 1) }

  private let number: Int
  private let text: String
  private let marked: Range<Int>
  /// The place of the mark in words.
  private let place: String

  init(of span: Span, in source: Source, width: Int) {
    let line = source.lineSpan(at: span.start)
    let secrets = SecretText.ranges(in: Array(source.bytes[line.start..<line.end])).map { range in
      (line.start + range.lowerBound)..<(line.start + range.upperBound)
    }
    var cells: [Cell] = []
    var marked: Range<Int>?
    var offset = line.start
    for character in source.text(line) {
      let end = offset + Excerpt.length(of: character, at: offset, in: source)
      if offset < span.end, end > span.start {
        marked = (marked?.lowerBound ?? cells.count)..<(cells.count + 1)
      }
      // Errors end up in logs, and tokens must not.
      cells.append(secrets.contains { $0.contains(offset) } ? Cell("*") : Cell(character))
      offset = end
    }
    let (shown, place) = Excerpt.cut(cells, around: marked ?? cells.count..<cells.count, width: max(width, 20))
    number = source.line(at: span.start)
    text = shown.map(\.text).joined()
    let start = shown[..<place.lowerBound].reduce(0) { $0 + $1.width }
    let width = shown[place].reduce(0) { $0 + $1.width }
    self.marked = start..<(start + max(width, 1))
    self.place = Excerpt.words(for: span, in: source)
  }

  /// The numbered line.
  var code: String {
    let digits = String(number)
    return String(repeating: " ", count: margin.count - 1 - digits.count) + digits + " | " + text
  }

  /// The line after the place of the mark in words, such as `line 3, at word 2: fav x`.
  var sentence: String { "\(place): \(text.drop { $0 == " " })" }

  private static func words(for span: Span, in source: Source) -> String {
    let line = source.lineSpan(at: span.start)
    let head = source.text(Span(line.start, min(span.start, line.end)))
    let isOnlyLine = source.name == nil && !source.bytes.contains(UInt8(ascii: "\n"))
    let number = isOnlyLine ? "" : "line \(source.line(at: span.start)), "
    guard span.start < line.end else { return number + "at the end" }
    let count = head.split(separator: " ").count
    let isWithinWord = head.last.map { $0 != " " } ?? false
    return number + "at word \(isWithinWord ? count : count + 1)"
  }

  /// The spaces at the start of the line.
  var indentation: String { String(text.prefix { $0 == " " }) }

  /// The line of marks below the span.
  func marks(_ mark: Character, label: String?, paint: (String) -> String) -> String {
    let carets = String(repeating: mark, count: marked.count)
    let label = label.map { " " + VisibleText.of($0) } ?? ""
    return "\(margin)| \(String(repeating: " ", count: marked.lowerBound))\(paint(carets))\(label)"
  }

  /// One displayed character.
  private struct Cell {
    let text: String
    let width: Int

    init(_ character: Character) {
      text = VisibleText.of(String(character))
      width = text.cellWidth
    }

    static let ellipsis = Cell("…")
  }

  /// The length of a character in source bytes; invalid UTF-8 decodes to U+FFFD.
  private static func length(of character: Character, at offset: Int, in source: Source) -> Int {
    var parser = UTF8.ForwardParser()
    var rest = source.bytes[offset...].makeIterator()
    return character.unicodeScalars.reduce(0) { length, _ in
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): length + scalar.count
      case .error(let count): length + count
      case .emptyInput: length
      }
    }
  }

  /// The first cell to show: a third of the width comes before the marked cell, or more near the end of the line.
  private static func start(of cells: [Cell], around place: Int, room: Int) -> Int {
    let rest = cells[place...].reduce(0) { $0 + $1.width }
    var first = place
    var filled = 0
    while first > 0, filled + cells[first - 1].width <= max(room / 3, room - rest) {
      first -= 1
      filled += cells[first].width
    }
    return first
  }

  /// The cells that fit, with an ellipsis for those cut off, and the range of the marked ones.
  private static func cut(_ cells: [Cell], around marked: Range<Int>, width: Int) -> ([Cell], Range<Int>) {
    guard cells.reduce(0, { $0 + $1.width }) > width else { return (cells, marked) }
    let room = width - 2
    let first = start(of: cells, around: marked.lowerBound, room: room)
    var last = first
    var filled = 0
    while last < cells.count, filled + cells[last].width <= room {
      filled += cells[last].width
      last += 1
    }
    let head = first > 0 ? [Cell.ellipsis] : []
    let tail = last < cells.count ? [Cell.ellipsis] : []
    let start = min(max(marked.lowerBound, first), last) - first + head.count
    let end = max(start, min(marked.upperBound, last) - first + head.count)
    return (head + cells[first..<last] + tail, start..<end)
  }
}
