/// Reads the pairs of a query in one pass, eight bytes per step while nothing needs decoding.
struct QueryReader: ~Copyable {
  private let query: UnsafeRawBufferPointer
  private let memory: UnsafeMutableRawBufferPointer
  /// The number of bytes read.
  private var place = 0
  /// The number of bytes written to memory, and the start of the current name or value.
  private var count = 0, start = 0
  private var name: String?
  private var pairs: [CallbackURL.Pair] = []

  /// The decoded pairs; `&&` contains no pair.
  static func pairs(in query: UnsafeBufferPointer<UInt8>) -> [CallbackURL.Pair] {
    guard !query.isEmpty else { return [] }
    return withUnsafeTemporaryAllocation(byteCount: query.count, alignment: 8) { memory in
      var reader = QueryReader(query: UnsafeRawBufferPointer(query), memory: memory)
      return reader.read()
    }
  }

  private init(query: UnsafeRawBufferPointer, memory: UnsafeMutableRawBufferPointer) {
    self.query = query
    self.memory = memory
    pairs.reserveCapacity(8)
  }

  private mutating func read() -> [CallbackURL.Pair] {
    while place < query.count {
      guard place + 8 > query.count || skipPlainBytes() else { continue }
      let byte = query[place]
      switch byte {
      case UInt8(ascii: "&"): endPair()
      case UInt8(ascii: "=") where name == nil: name = ending()
      case UInt8(ascii: "%"): readEscape()
      default: append(byte)
      }
      place += 1
    }
    endPair()
    return pairs
  }

  /// Copies bytes that need no decoding; returns whether the next byte needs attention.
  private mutating func skipPlainBytes() -> Bool {
    let word = UInt64(littleEndian: query.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    memory.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    let special = Self.marks(of: "%", in: word) | Self.marks(of: "&", in: word) | Self.marks(of: "=", in: word)
    let run = special.trailingZeroBitCount / 8
    place += run
    count += run
    return run < 8
  }

  /// Marks the highest bit of the first byte that is this character, and possibly of later bytes.
  @inline(__always)
  private static func marks(of character: Unicode.Scalar, in word: UInt64) -> UInt64 {
    let differences = word ^ (0x0101_0101_0101_0101 * UInt64(UInt8(ascii: character)))
    return (differences &- 0x0101_0101_0101_0101) & ~differences & 0x8080_8080_8080_8080
  }

  private mutating func readEscape() {
    guard let byte = PercentEncoding.escapedByte(in: query, at: place) else { return append(UInt8(ascii: "%")) }
    append(byte)
    place += 2
  }

  private mutating func append(_ byte: UInt8) {
    memory[count] = byte
    count += 1
  }

  /// The text written since the last call.
  private mutating func ending() -> String {
    defer { start = count }
    return String(decoding: UnsafeRawBufferPointer(rebasing: memory[start..<count]), as: UTF8.self)
  }

  private mutating func endPair() {
    if let ended = name {
      name = nil
      pairs.append(CallbackURL.Pair(ended, ending()))
    } else if start < count {
      pairs.append(CallbackURL.Pair(ending(), nil))
    }
  }
}
