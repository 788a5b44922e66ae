/// Writes the text of a URL into memory that is allocated once.
///
/// Escapes all bytes of UTF-8 but the unreserved characters (RFC 3986 section 2.3), in upper-case hexadecimal.
package struct URLWriter: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private let spellings: UnsafeBufferPointer<UInt32>

  /// The number of bytes written.
  private(set) var count = 0

  /// The text that a function writes.
  ///
  /// - Parameters:
  ///   - bound: an upper bound of the number of bytes; writing more is a programming error that ends the program.
  ///   - write: writes the text.
  static func text(atMost bound: Int, _ write: (inout URLWriter) -> Void) -> String {
    spellings.withUnsafeBufferPointer { spellings in
      // An escape is written as four bytes, of which the last is overwritten.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bound + 1) { memory in
        var writer = URLWriter(memory: memory, spellings: spellings)
        write(&writer)
        return String(decoding: UnsafeBufferPointer(rebasing: memory[..<writer.count]), as: UTF8.self)
      }
    }
  }

  /// The text with all but the unreserved characters escaped.
  package static func escaped(_ text: String) -> String {
    Self.text(atMost: 3 * text.utf8.count) { $0.append(escaping: text) }
  }

  /// The maximum number of bytes for pairs, with a separator before each.
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

  /// Appends text without escaping.
  mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  /// Appends text with all but the unreserved characters escaped.
  mutating func append(escaping text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append(escaping: $0) }
    guard isDone == nil else { return }
    var copy = text
    copy.withUTF8 { append(escaping: $0) }
  }

  private mutating func append(escaping source: UnsafeBufferPointer<UInt8>) {
    precondition(source.count * 3 < memory.count - count)
    guard let start = memory.baseAddress, let spellings = spellings.baseAddress else { return }
    // Without branches, which would often be mispredicted: every byte takes the same steps.
    var target = UnsafeMutableRawPointer(start + count)
    for byte in source {
      let spelling = (spellings + Int(byte)).pointee
      target.storeBytes(of: spelling.littleEndian, as: UInt32.self)
      target += Int(spelling >> 24)
    }
    count = target - UnsafeMutableRawPointer(start)
  }

  /// Appends a path without escaping `/`.
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

  /// Appends pairs joined by `&`, after the separator.
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

  /// The encoding of each byte: one or three bytes, the first in the lowest position, and their number in the highest.
  private static let spellings: [UInt32] = (0...255 as ClosedRange<UInt8>).map { byte in
    guard !PercentEncoding.isUnreserved(byte) else { return 1 << 24 | UInt32(byte) }
    let hex = Array("0123456789ABCDEF".utf8)
    return 3 << 24 | UInt32(hex[Int(byte & 15)]) << 16 | UInt32(hex[Int(byte >> 4)]) << 8 | UInt32(UInt8(ascii: "%"))
  }
}
