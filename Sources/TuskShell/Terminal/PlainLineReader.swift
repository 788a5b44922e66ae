import Glibc
package import TuskLanguage

/// Lines read as bytes, from a pipe, a file or a terminal without line editing.
package final class PlainLineReader: LineReader {
  /// The greatest length of a line in bytes, so that a malformed input cannot fill the memory.
  package static let longestLine = 1 << 20

  private let input: Int32
  private let promptOutput: Int32?
  private let parse: (String) -> ParsedSource
  private var block: ArraySlice<UInt8> = []
  /// The number of bytes before ``block``.
  private var offset = 0

  /// - Parameter promptOutput: where to prompt a person at a terminal without line editing (`TERM=dumb`); nil for input
  ///   that is not a terminal.
  package init(
    input: Int32 = Terminal.Stream.input.rawValue, promptOutput: Int32? = nil,
    parse: @escaping (String) -> ParsedSource = { ParsedSource(Source($0), mode: .repl) }
  ) {
    self.input = input
    self.promptOutput = promptOutput
    self.parse = parse
  }

  package func readLine(prompt: Prompt) -> LineEvent<ParsedSource> {
    var unfinished: ParsedSource?
    ask(prompt.text)
    while true {
      let earlier = unfinished.map { $0.source.text + "\n" } ?? ""
      let event = nextLine().map { parse(earlier + $0) }
      switch event {
      case .line(let input) where input.isIncomplete:
        unfinished = input
        ask(prompt.continuation)
      case .endOfInput: return unfinished.map { .line($0) } ?? .endOfInput
      default: return event
      }
    }
  }

  package func readSecret(prompt: String) -> LineEvent<String> {
    ask(prompt)
    var modes = termios()
    guard tcgetattr(input, &modes) == 0 else { return nextLine() }
    var silent = modes
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(input, TCSAFLUSH, &silent)
    defer {
      tcsetattr(input, TCSADRAIN, &modes)
      ask("\n")
    }
    return nextLine()
  }

  private func ask(_ prompt: String) {
    guard let promptOutput else { return }
    // A terminal without line editing may not understand colors.
    let text = Array(Prompt.withoutColors(prompt).utf8)
    fflush(nil)
    _ = write(promptOutput, text, text.count)
  }

  private func nextLine() -> LineEvent<String> {
    let start = offset
    guard let bytes = nextLineBytes() else { return .endOfInput }
    guard bytes.count <= PlainLineReader.longestLine else { return .lineTooLong(offset: start) }
    if let text = String(validating: bytes, as: UTF8.self) { return .line(text) }
    return .invalidUTF8(offset: start + PlainLineReader.firstInvalid(in: bytes))
  }

  /// The next line without its newline; only the beginning of one that is too long.
  private func nextLineBytes() -> ArraySlice<UInt8>? {
    var line: ArraySlice<UInt8> = []
    while true {
      if block.isEmpty, !fill() { return line.isEmpty ? nil : line }
      let end = block.firstIndex(of: UInt8(ascii: "\n"))
      let piece = block[..<(end ?? block.endIndex)]
      if line.isEmpty {
        line = piece
      } else if line.count <= PlainLineReader.longestLine {
        line += piece
      }
      let taken = piece.count + (end == nil ? 0 : 1)
      block = block.dropFirst(taken)
      offset += taken
      if end != nil { return line }
    }
  }

  private func fill() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(input, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      block = bytes[..<count]
      return true
    }
  }

  private static func firstInvalid(in bytes: ArraySlice<UInt8>) -> Int {
    var iterator = bytes.makeIterator()
    var codec = UTF8()
    var offset = 0
    while case .scalarValue(let scalar) = codec.decode(&iterator) { offset += UTF8.width(scalar) }
    return offset
  }
}
