/// A long text split into parts that fit into one status each.
///
/// A part ends at the end of a paragraph, line, sentence or word, in this order of preference, as long as it is at
/// least half full, or else between characters. URLs and mentions are never split. A hashtag, the name of an emoji, a
/// word, number or address is split only if it is longer than a status.
public struct StatusThread: Sendable, Hashable {
  /// The parts in order, not empty, without blanks at the end and before the first line.
  public private(set) var parts: [String]

  /// Splits a text.
  ///
  /// - Parameters:
  ///   - text: the text as typed.
  ///   - spoilerText: the content warning of every part, which counts in each.
  ///   - limits: the limits of the server.
  ///   - isNumbered: whether each of several parts ends with its number and their count, such as `(2/5)`.
  public init(
    splitting text: String, spoilerText: String = "", limits: Instance.Limits, isNumbered: Bool = false
  ) {
    let room = limits.characters - spoilerText.count
    self.init(splitting: text, room: room, charactersPerURL: limits.charactersPerURL, isNumbered: isNumbered)
  }

  /// - Parameter room: the greatest length of a part.
  init(splitting text: String, room: Int, charactersPerURL: Int, isNumbered: Bool) {
    self.init(splitting: text, room: room, charactersPerURL: charactersPerURL)
    var digits = 1
    while isNumbered, parts.count > 1 {
      let space = Self.number(0, of: 0).count + 2 * (digits - 1)
      let cut = Self(splitting: text, room: room - space, charactersPerURL: charactersPerURL).parts
      digits += 1
      guard String(cut.count).count < digits else { continue }
      parts = cut.indices.map { cut[$0] + Self.number($0 + 1, of: cut.count) }
      break
    }
  }

  private static func number(_ number: Int, of count: Int) -> String { " (\(number)/\(count))" }

  init(splitting text: String, room: Int, charactersPerURL: Int) {
    let pieces = CountedText(text, charactersPerURL: charactersPerURL).pieces
    var rest = pieces[...]
    var parts: [String] = []
    while let text = rest.firstIndex(where: { !$0.isBlank }) {
      rest = pieces[Self.indentation(before: text, from: rest.startIndex, in: pieces)...]
      var end = Self.end(of: rest, room: max(room, 1))
      if end <= text {
        // The indentation leaves no room for a word.
        rest = pieces[text...]
        end = Self.end(of: rest, room: max(room, 1))
      }
      var part = rest[..<end]
      while part.last?.isBlank == true { part.removeLast() }
      parts.append(part.map(\.text).joined())
      rest = rest[end...]
    }
    self.parts = parts
  }

  /// Returns where the indentation of a line begins, or the text itself where it does not begin a line.
  private static func indentation(before text: Int, from start: Int, in pieces: [CountedText.Piece]) -> Int {
    var first = text
    while first > start, !pieces[first - 1].isLineBreak { first -= 1 }
    return first == 0 || pieces[first - 1].isLineBreak ? first : text
  }

  /// Returns the end of the first part, at least one piece after its start.
  private static func end(of pieces: ArraySlice<CountedText.Piece>, room: Int) -> Int {
    var (last, length) = (pieces.startIndex, 0)
    while last < pieces.endIndex, length + pieces[last].length <= room {
      length += pieces[last].length
      last += 1
    }
    // Trailing whitespace is trimmed and needs no room.
    guard pieces[last...].contains(where: { !$0.isBlank }) else { return pieces.endIndex }
    let half = pieces.startIndex + (last - pieces.startIndex) / 2
    for seam in SplitPoint.allCases {
      let first = seam == .word ? pieces.startIndex + 1 : max(half, pieces.startIndex + 1)
      guard first <= last else { continue }
      if let end = (first...last).last(where: { seam.isSplitPoint(at: $0, in: pieces) }) { return end }
    }
    // A run that is longer than a status is cut, so nothing beyond that is looked at.
    let near = pieces[..<pieces[last...].prefix(room).endIndex]
    var end = pieces.startIndex
    while case let next = near.endOfRun(at: end), next <= last { end = next }
    return end > pieces.startIndex ? end : max(last, pieces.startIndex + 1)
  }

  /// A place to split a text, best first.
  private enum SplitPoint: CaseIterable {
    case paragraph
    case line
    case sentence
    case word

    func isSplitPoint(at index: Int, in pieces: ArraySlice<CountedText.Piece>) -> Bool {
      let next = index < pieces.endIndex ? pieces[index] : nil
      let last = pieces[index - 1]
      switch self {
      case .paragraph:
        guard next?.isLineBreak == true, index + 1 < pieces.endIndex else { return false }
        return pieces[(index + 1)...].first { !$0.isBlank || $0.isLineBreak }?.isLineBreak == true
      case .line: return next?.isLineBreak == true
      case .sentence: return last.endsSentence(before: next, in: pieces[..<(index - 1)])
      case .word: return next?.isBlank == true || last.isBlank
      }
    }
  }
}

extension CountedText.Piece {
  /// Whether a sentence ends with this piece. In Chinese and Japanese no space follows.
  fileprivate func endsSentence(before next: Self?, in earlier: ArraySlice<Self>) -> Bool {
    guard !isEntity else { return false }
    if "。！？".contains(text) { return next.map { !"。！？」』）".contains($0.text) } ?? true }
    guard next?.isBlank != false else { return false }
    if ".!?…".contains(text) { return true }
    guard "\"'”’»)」』）".contains(text), let before = earlier.last, !before.isEntity else { return false }
    return ".!?…。！？".contains(before.text)
  }
}
