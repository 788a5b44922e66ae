import JSONValue
import XCallbackURL

/// The records of a CSV file, each an object of texts under the names in the first record.
///
///     file   = record { end record } [ end ]        (RFC 4180; empty lines are ignored)
///     record = field { "," field }
///     field  = bare | '"' { any but '"' | '""' } '"'
///     end    = LF | CR LF | end of the file
struct CSVRows: Sendable {
  var feed: ByteFeed
  private var row = 0
  private var firstLine = 1
  private var names: [String]?

  init(_ feed: ByteFeed) {
    self.feed = feed
  }

  mutating func next() throws(Failure) -> JSON? {
    if names == nil { names = try record().map(Self.names(from:)) }
    guard let names else { return nil }
    guard let fields = try record() else { return nil }
    guard fields.count <= names.count else { throw .tooManyFields(fields.count, names.count, line: firstLine) }
    return .object(JSON.Object(zip(names, fields).map { (name: $0, value: .string($1)) }))
  }

  /// The names of the fields: lower case, `_` for characters not allowed in names, never empty or repeated.
  static func names(from header: [String]) -> [String] {
    var taken: Set<String> = []
    return header.enumerated().map { index, written in
      let words = written.lowercased().utf8.split { !isLetterOrDigit($0) }.map { String(Substring($0)) }
      let name = words.joined(separator: "_")
      let spelled = name.isEmpty || isDigit(name.utf8.first) ? "column_\(name.isEmpty ? "\(index + 1)" : name)" : name
      let free = (1...).lazy.map { $0 == 1 ? spelled : "\(spelled)_\($0)" }.first { !taken.contains($0) }
      taken.insert(free ?? spelled)
      return free ?? spelled
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || isDigit(byte)
  }

  private static func isDigit(_ byte: UInt8?) -> Bool {
    byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  private mutating func record() throws(Failure) -> [String]? {
    try skipEmptyLines()
    guard try feed.peek() != nil else { return nil }
    row += 1
    firstLine = feed.line
    var fields: [String] = []
    var size = 0
    repeat {
      let line = feed.line
      let bytes = try feed.peek() == .quote ? quoted() : bare()
      size += bytes.count + 1
      try feed.allow(size, row: row)
      fields.append(try ByteFeed.text(bytes, line: line))
    } while try isContinued()
    return fields
  }

  private mutating func skipEmptyLines() throws(Failure) {
    while let byte = try feed.peek(), byte == .newline || byte == .carriageReturn {
      _ = try feed.pop()
      if byte == .carriageReturn, try feed.peek() != .newline { throw .loneReturn(line: feed.line) }
    }
  }

  private mutating func bare() throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    try feed.move(to: &bytes, row: row) { [.comma, .quote, .newline, .carriageReturn].contains($0) }
    guard try feed.peek() != .quote else { throw .strayQuote(line: feed.line) }
    return bytes
  }

  private mutating func quoted() throws(Failure) -> [UInt8] {
    let line = feed.line
    var bytes: [UInt8] = []
    _ = try feed.pop()
    while true {
      try feed.move(to: &bytes, row: row) { $0 == .quote }
      guard try feed.pop() != nil else { throw .unclosedQuote(line: line) }
      guard try feed.peek() == .quote else { return bytes }
      _ = try feed.pop()
      bytes.append(.quote)
    }
  }

  /// Consumes the separator after a field and returns whether it is a comma.
  private mutating func isContinued() throws(Failure) -> Bool {
    let line = feed.line
    switch try feed.pop() {
    case .comma: return true
    case nil, .newline: return false
    case .carriageReturn:
      guard try feed.pop() == .newline else { throw .loneReturn(line: line) }
      return false
    case .some: throw .textAfterQuote(line: line)
    }
  }
}

extension UInt8 {
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let quote = UInt8(ascii: "\"")
}

extension Failure {
  fileprivate static func tooManyFields(_ count: Int, _ wanted: Int, line: Int) -> Failure {
    Failure(.invalidParameter, "line \(line) has \(count) fields, but the first line names \(wanted)")
  }

  fileprivate static func strayQuote(line: Int) -> Failure {
    Failure(
      .invalidParameter, #"line \#(line): a quote inside a field; write "a ""quoted"" word" for a "quoted" word"#
    )
  }

  fileprivate static func unclosedQuote(line: Int) -> Failure {
    Failure(.invalidParameter, "line \(line): a quoted field that begins here is not closed")
  }

  fileprivate static func textAfterQuote(line: Int) -> Failure {
    Failure(.invalidParameter, "line \(line): expected a comma or the end of the line after a quoted field")
  }

  fileprivate static func loneReturn(line: Int) -> Failure {
    Failure(.invalidParameter, "line \(line): a carriage return without a newline; end lines with LF or CR LF")
  }
}
