/// Writes the text of a URL into memory that is asked for once.
///
/// What must be escaped is escaped as RFC 3986 says, from UTF-8, in upper-case hexadecimal: everything but the
/// unreserved characters of section 2.3.
package struct URLWriter: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private let spellings: UnsafeBufferPointer<UInt32>

  /// How many bytes are written.
  private(set) var count = 0

  /// The text that a function writes.
  ///
  /// - Parameters:
  ///   - bound: a number of bytes that is certainly enough; to write more is a programming error that ends the program.
  ///   - write: writes the text.
  static func text(atMost bound: Int, _ write: (inout URLWriter) -> Void) -> String {
    spellings.withUnsafeBufferPointer { spellings in
      // An escape is written as four bytes, the last of which does not count.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bound + 1) { memory in
        var writer = URLWriter(memory: memory, spellings: spellings)
        write(&writer)
        return String(decoding: UnsafeBufferPointer(rebasing: memory[..<writer.count]), as: UTF8.self)
      }
    }
  }

  /// The text with everything but the unreserved characters escaped.
  package static func escaped(_ text: String) -> String {
    Self.text(atMost: 3 * text.utf8.count) { $0.append(escaping: text) }
  }

  /// The most bytes that pairs take, with a separator before each.
  static func bound(of pairs: [CallbackURL.Pair]) -> Int {
    pairs.reduce(0) { $0 + 3 * ($1.name.utf8.count + ($1.value?.utf8.count ?? 0)) + 2 }
  }

  mutating func append(_ byte: UInt8) {
    precondition(count < memory.count)
    memory[count] = byte
    count += 1
  }

  mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    precondition(bytes.count <= memory.count - count)
    _ = UnsafeMutableBufferPointer(rebasing: memory[count...]).update(from: bytes)
    count += bytes.count
  }

  /// Appends text as it is.
  mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  /// Appends text with everything but the unreserved characters escaped.
  mutating func append(escaping text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append(escaping: $0) }
    guard isDone == nil else { return }
    var copy = text
    copy.withUTF8 { append(escaping: $0) }
  }

  private mutating func append(escaping source: UnsafeBufferPointer<UInt8>) {
    precondition(source.count * 3 < memory.count - count)
    guard let start = memory.baseAddress, let spellings = spellings.baseAddress else { return }
    // Every byte takes the same steps, whether it is escaped or not, because branches would be guessed wrong.
    var target = UnsafeMutableRawPointer(start + count)
    for byte in source {
      let spelling = (spellings + Int(byte)).pointee
      target.storeBytes(of: spelling.littleEndian, as: UInt32.self)
      target += Int(spelling >> 24)
    }
    count = target - UnsafeMutableRawPointer(start)
  }

  /// Appends a path, whose `/` stand as they are.
  mutating func append(escapingSegmentsOf path: String) {
    var path = path
    path.withUTF8 { path in
      var start = 0
      for place in path.indices where path[place] == UInt8(ascii: "/") {
        append(escaping: UnsafeBufferPointer(rebasing: path[start..<place]))
        append(path[place])
        start = place + 1
      }
      append(escaping: UnsafeBufferPointer(rebasing: path[start...]))
    }
  }

  /// Appends pairs joined by `&`, behind the separator.
  mutating func append(_ pairs: [CallbackURL.Pair], separator: UInt8?) {
    var separator = separator
    for pair in pairs {
      if let separator { append(separator) }
      separator = UInt8(ascii: "&")
      append(escaping: pair.name)
      if let value = pair.value {
        append(UInt8(ascii: "="))
        append(escaping: value)
      }
    }
  }

  /// How each byte is spelled: up to three bytes, the first one lowest, and how many they are, highest.
  private static let spellings: [UInt32] = (0...255 as ClosedRange<UInt8>).map { byte in
    guard !PercentEncoding.isUnreserved(byte) else { return 1 << 24 | UInt32(byte) }
    let hex = Array("0123456789ABCDEF".utf8)
    return 3 << 24 | UInt32(hex[Int(byte & 15)]) << 16 | UInt32(hex[Int(byte >> 4)]) << 8 | UInt32(UInt8(ascii: "%"))
  }
}
