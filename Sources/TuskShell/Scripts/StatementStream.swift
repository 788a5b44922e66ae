import TuskCommon
package import TuskLanguage

/// Reads statements from a stream of bytes, each as soon as it is complete, so that a pipe gets answers while it is open.
package struct StatementStream {
  private var input: ByteInput
  private let name: String?
  private var pending: [UInt8] = []
  private var rest: ArraySlice<UInt8> = []
  private var line = 1
  private var hasEnded = false
  private var opening: Opening?

  /// - Parameter name: the name of the file that the bytes are of, if they are of one.
  package init(_ input: ByteInput, named name: String? = nil) {
    self.input = input
    self.name = name
  }

  /// The most bytes that a statement may have.
  package static let longestStatement = 1 << 20

  /// A part of the stream.
  package enum Element {
    case statement(Statement, Source)
    /// A mistake after which the stream cannot be parsed.
    case mistake(Diagnostic, Source)
  }

  /// Whether reading failed before the end of the stream.
  package var hasFailed: Bool { input.hasFailed }

  /// Waits for the next statement, and returns it with those after it that have already arrived; empty at the end.
  ///
  /// - Parameter waiting: whether to wait for it; otherwise nothing is returned if it has not arrived.
  package mutating func next(atMost count: Int, waiting: Bool = true) -> [Element] {
    var elements: [Element] = []
    while elements.count < count, let element = next(waiting: waiting && elements.isEmpty) {
      elements.append(element)
      guard case .statement = element else { break }
    }
    return elements
  }

  /// The next statement; `nil` at the end of the stream.
  package mutating func next() -> Element? {
    next(waiting: true)
  }

  private mutating func next(waiting: Bool) -> Element? {
    var open: (Diagnostic, Source)?
    while let end = appendLine(waiting: waiting) {
      guard end else { return nil }
      let source = Source(name: name, bytes: pending, firstLine: line)
      guard pending.count <= Self.longestStatement else {
        discard()
        return .mistake(.tooLong(), source)
      }
      if !hasEnded, !mayBeComplete || isContinued { continue }
      var parser = Parser(source)
      do throws(Diagnostic) {
        let statement = try parser.next()
        discard()
        if let statement { return .statement(statement, source) }
      } catch {
        if error.isIncomplete {
          open = (error, source)
          opening = opening ?? Opening(lines: 1, indentation: Self.indentation(of: pending[...]))
          guard !hasEnded else { break }
          continue
        }
        discard()
        return .mistake(error, source)
      }
    }
    discard()
    return open.map { .mistake($0.0, $0.1) }
  }

  /// The start of a statement of several lines whose end has not arrived.
  private struct Opening {
    /// How many lines have arrived.
    var lines: Int
    /// The indentation of its first line.
    let indentation: Int
  }

  /// Whether the last line may end the statement, so that it is worth parsing all of it again.
  private var mayBeComplete: Bool {
    guard let opening, opening.lines > 16 else { return true }
    let line = lastLine
    let word = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    if word.starts(with: Keyword.end.word.utf8), Self.indentation(of: line) <= opening.indentation { return true }
    let closes = [UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: "'")]
    return word.last(where: { $0 > 0x20 }).map(closes.contains) ?? false || opening.lines.nonzeroBitCount == 1
  }

  private var lastLine: ArraySlice<UInt8> {
    let end = pending.last == UInt8(ascii: "\n") ? pending.count - 1 : pending.count
    let start = pending[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return pending[start..<end]
  }

  private static func indentation(of line: ArraySlice<UInt8>) -> Int {
    line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
  }

  /// Appends one more line from the stream.
  ///
  /// - Returns: whether there was one; `nil` at the end, and false if that would have meant waiting.
  private mutating func appendLine(waiting: Bool) -> Bool? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        // Most statements are a line, whose bytes are copied once.
        if pending.isEmpty { pending = Array(rest[...end]) } else { pending += rest[...end] }
        rest = rest[(end + 1)...]
        opening?.lines += 1
        return true
      }
      pending += rest
      rest = []
      guard pending.count <= Self.longestStatement else { return true }
      guard waiting || hasEnded else { return false }
      guard fill() else { return pending.isEmpty ? nil : true }
    }
  }

  /// Whether the last line ends with a backslash that continues it.
  private var isContinued: Bool {
    let line = pending.dropLast(pending.last == UInt8(ascii: "\n") ? 1 : 0)
    guard line.last(where: { $0 != UInt8(ascii: "\r") }) == UInt8(ascii: "\\") else { return false }
    var text = pending
    while let last = text.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { text.removeLast() }
    do throws(Diagnostic) {
      _ = try Parser.parse(Source(bytes: text), mode: .repl)
      return false
    } catch {
      return error.isIncomplete
    }
  }

  private mutating func fill() -> Bool {
    guard !hasEnded, let chunk = input.next() else {
      hasEnded = true
      return false
    }
    rest = chunk[...]
    return true
  }

  private mutating func discard() {
    line += pending.count { $0 == UInt8(ascii: "\n") }
    // The source of the statement has the bytes.
    pending = []
    opening = nil
  }
}

extension Diagnostic {
  fileprivate static func tooLong() -> Diagnostic {
    Diagnostic(
      .tooLong, at: Span(0, 0), "the statement is longer than \(StatementStream.longestStatement) bytes",
      exitCode: .data)
  }
}
