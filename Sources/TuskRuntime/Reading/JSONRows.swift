import JSONValue
import XCallbackURL

/// The elements of a JSON array, each read on demand; any other JSON text is a single row.
struct JSONRows: Sendable {
  var feed: ByteFeed
  private var row = 1
  private var state = State.start

  private enum State: Sendable {
    case start, inArray, end
  }

  init(_ feed: ByteFeed) {
    self.feed = feed
  }

  mutating func next() throws(Failure) -> JSON? {
    switch state {
    case .start: return try firstRow()
    case .inArray: return try element()
    case .end: return nil
    }
  }

  /// The value of a JSON text that begins on this line.
  static func value(of bytes: [UInt8], line: Int) throws(Failure) -> JSON {
    _ = try ByteFeed.text(bytes, line: line)
    do {
      return try JSON(parsing: bytes)
    } catch {
      throw .notJSON(error, line: line + bytes.prefix(error.offset).count { $0 == .newline })
    }
  }

  private mutating func firstRow() throws(Failure) -> JSON? {
    guard let first = try nextVisible() else { return nil }
    if first == UInt8(ascii: "[") {
      _ = try feed.pop()
      state = .inArray
      guard try nextVisible() == UInt8(ascii: "]") else { return try element() }
      return try close()
    }
    let line = feed.line
    var bytes: [UInt8] = []
    try feed.move(to: &bytes, row: row) { _ in false }
    state = .end
    return try Self.value(of: bytes, line: line)
  }

  private mutating func element() throws(Failure) -> JSON? {
    _ = try nextVisible()
    let line = feed.line
    let value = try Self.value(of: try elementText(), line: line)
    row += 1
    guard try feed.peek() == UInt8(ascii: "]") else {
      _ = try feed.pop()
      return value
    }
    _ = try close()
    return value
  }

  /// The text up to the `,` or `]` that ends the element; the parser validates it.
  private mutating func elementText() throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var depth = 0
    while true {
      try feed.move(to: &bytes, row: row) { Self.structure.contains($0) }
      switch try feed.peek() {
      case nil: throw .unclosedArray(line: feed.line)
      case UInt8(ascii: "\""): try string(to: &bytes)
      case UInt8(ascii: ","), UInt8(ascii: "]"):
        if depth == 0 { return bytes }
        depth += try take(to: &bytes)
      case .some:
        depth += try take(to: &bytes)
      }
    }
  }

  /// Consumes a byte outside strings and returns the change in nesting depth.
  private mutating func take(to bytes: inout [UInt8]) throws(Failure) -> Int {
    guard let byte = try feed.pop() else { return 0 }
    bytes.append(byte)
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"): return 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"): return -1
    default: return 0
    }
  }

  private static let structure = Array("[]{},\"".utf8)

  private mutating func string(to bytes: inout [UInt8]) throws(Failure) {
    let line = feed.line
    var wanted = 2
    while wanted > 0 {
      try feed.move(to: &bytes, row: row) { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
      guard let byte = try feed.pop() else { throw .unclosedText(line: line) }
      bytes.append(byte)
      if byte == UInt8(ascii: "\"") { wanted -= 1 } else if let escaped = try feed.pop() { bytes.append(escaped) }
    }
  }

  /// Consumes the end of the array; only white space may follow.
  private mutating func close() throws(Failure) -> JSON? {
    _ = try feed.pop()
    guard try nextVisible() == nil else { throw .textAfterArray(line: feed.line) }
    state = .end
    return nil
  }

  private mutating func nextVisible() throws(Failure) -> UInt8? {
    while let byte = try feed.peek() {
      guard [0x20, 0x09, 0x0A, 0x0D].contains(byte) else { return byte }
      _ = try feed.pop()
    }
    return nil
  }
}

extension Failure {
  fileprivate static func notJSON(_ error: JSONSyntaxError, line: Int) -> Failure {
    Failure(.invalidParameter, "line \(line) is not JSON: \(error.message)")
  }

  fileprivate static func unclosedArray(line: Int) -> Failure {
    Failure(.invalidParameter, "line \(line) is not JSON: the array is not closed")
  }

  fileprivate static func unclosedText(line: Int) -> Failure {
    Failure(.invalidParameter, "line \(line) is not JSON: a string that begins here is not closed")
  }

  fileprivate static func textAfterArray(line: Int) -> Failure {
    Failure(.invalidParameter, "line \(line) is not JSON: more text after the array; for one value per line, use jsonl")
  }
}
