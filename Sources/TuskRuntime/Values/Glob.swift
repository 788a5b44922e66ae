/// A pattern for a whole text: `*` matches any run, `?` one scalar, `[a-z]` and `[!a-z]` sets, `\x` the scalar `x`.
///
/// Pattern and text are compared scalar by scalar and never normalized, like all values in the language. An unclosed
/// `[` and a `\` at the end are literal, so every text is a valid pattern.
package struct Glob: Sendable, Hashable {
  private let pieces: [Piece]

  private enum Piece: Sendable, Hashable {
    case scalar(Unicode.Scalar)
    case one
    case run
    case member(of: [ClosedRange<Unicode.Scalar>], isWanted: Bool)

    func accepts(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .scalar(let wanted): scalar == wanted
      case .one: true
      case .run: false
      case .member(let ranges, let isWanted): ranges.contains { $0.contains(scalar) } == isWanted
      }
    }
  }

  package init(_ pattern: String) {
    var reader = PatternReader(rest: Array(pattern.unicodeScalars)[...])
    var pieces: [Piece] = []
    while let piece = reader.next() {
      if piece != .run || pieces.last != .run { pieces.append(piece) }
    }
    self.pieces = pieces
  }

  /// Whether the pattern matches the whole text.
  package func matches(_ text: String) -> Bool { parts(of: text) != nil }

  /// What each `*` stands for, the first ones as little as possible; `nil` if the pattern does not match the whole text.
  ///
  /// Only the last `*` is ever retried, which is sufficient, so the time is at most the product of both lengths.
  package func parts(of text: String) -> [String]? {
    let scalars = text.unicodeScalars
    var (at, piece) = (scalars.startIndex, 0)
    var runs: [(start: String.Index, end: String.Index, piece: Int)] = []
    var steps = 0
    while at < scalars.endIndex {
      steps += 1
      if steps.isMultiple(of: 1 << 20), Task.isCancelled { return nil }
      if piece < pieces.count, pieces[piece] == .run {
        runs.append((at, at, piece))
        piece += 1
      } else if piece < pieces.count, pieces[piece].accepts(scalars[at]) {
        at = scalars.index(after: at)
        piece += 1
      } else if let run = runs.popLast() {
        at = scalars.index(after: run.end)
        runs.append((run.start, at, run.piece))
        piece = run.piece + 1
      } else {
        return nil
      }
    }
    guard pieces[piece...].allSatisfy({ $0 == .run }) else { return nil }
    return runs.map { String(scalars[$0.start..<$0.end]) } + pieces[piece...].map { _ in "" }
  }

  /// Parses a pattern.
  private struct PatternReader {
    var rest: ArraySlice<Unicode.Scalar>

    mutating func next() -> Piece? {
      switch rest.popFirst() {
      case nil: nil
      case "*": .run
      case "?": .one
      case "[": set() ?? .scalar("[")
      case "\\": .scalar(rest.popFirst() ?? "\\")
      case .some(let scalar): .scalar(scalar)
      }
    }

    /// Parses a set after its `[`; a leading `]` is a member. Without a closing `]`, reads nothing and gives `nil`.
    private mutating func set() -> Piece? {
      let start = rest
      let isWanted = rest.first != "!"
      if !isWanted { rest.removeFirst() }
      var ranges: [ClosedRange<Unicode.Scalar>] = []
      var isFirst = true
      while let scalar = rest.popFirst() {
        if scalar == "]", !isFirst { return .member(of: ranges, isWanted: isWanted) }
        isFirst = false
        guard let low = member(scalar) else { break }
        guard rest.first == "-", rest.dropFirst().first != "]", rest.count > 1 else {
          ranges.append(low...low)
          continue
        }
        rest.removeFirst()
        guard let high = rest.popFirst().flatMap({ member($0) }) else { break }
        if low <= high { ranges.append(low...high) }
      }
      rest = start
      return nil
    }

    private mutating func member(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
      scalar == "\\" ? rest.popFirst() : scalar
    }
  }
}
