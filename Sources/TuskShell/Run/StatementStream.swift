package import TuskLanguage

/// The statements of a stream of bytes, each as soon as it is complete, so that a pipe is answered while it is written.
package struct StatementStream {
  private var input: ByteInput
  private var pending: [UInt8] = []
  private var rest: ArraySlice<UInt8> = []
  private var line = 1
  private var hasEnded = false

  package init(descriptor: Int32) {
    input = ByteInput(descriptor: descriptor)
  }

  /// The most bytes one statement may have.
  package static let longestStatement = 1 << 20

  /// What the stream has next.
  package enum Element {
    case statement(Statement, Source)
    /// The stream cannot be understood from here on.
    case mistake(Diagnostic, Source)
  }

  /// Whether the stream could not be read to its end.
  package var hasFailed: Bool { input.hasFailed }

  /// The next statement; `nil` at the end of the stream.
  package mutating func next() -> Element? {
    var open: (Diagnostic, Source)?
    while appendLine() {
      let source = Source(bytes: pending, firstLine: line)
      var parser = Parser(source)
      guard pending.count <= Self.longestStatement else {
        forget()
        return .mistake(.tooLong(), source)
      }
      if goesOn, !hasEnded { continue }
      do throws(Diagnostic) {
        let statement = try parser.next()
        forget()
        if let statement { return .statement(statement, source) }
      } catch {
        if error.isIncomplete {
          open = (error, source)
          guard !hasEnded else { break }
          continue
        }
        forget()
        return .mistake(error, source)
      }
    }
    forget()
    return open.map { .mistake($0.0, $0.1) }
  }

  /// Takes one more line from the stream, waiting for it; false at the end.
  private mutating func appendLine() -> Bool {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        pending += rest[...end]
        rest = rest[(end + 1)...]
        return true
      }
      pending += rest
      rest = []
      guard pending.count <= Self.longestStatement, fill() else { return !pending.isEmpty }
    }
  }

  /// Whether the last line ends with the sign that the next one belongs to it.
  private var goesOn: Bool {
    var line = pending[...]
    for end in [UInt8(ascii: "\n"), UInt8(ascii: "\r")] where line.last == end { line.removeLast() }
    guard line.last == UInt8(ascii: "\\") else { return false }
    do throws(Diagnostic) {
      _ = try Parser.parse(Source(bytes: Array(line)), mode: .repl)
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

  private mutating func forget() {
    line += pending.count { $0 == UInt8(ascii: "\n") }
    pending = []
  }
}

extension Diagnostic {
  fileprivate static func tooLong() -> Diagnostic {
    Diagnostic(
      .tooLong, at: Span(0, 0), "a statement has at most \(StatementStream.longestStatement) bytes", exitCode: 65)
  }
}
