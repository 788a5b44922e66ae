/// Reads the binary files of the time zone database (TZif, RFC 8536).
enum TimeZoneFile {
  /// - Returns: `nil` if the bytes are not such a file.
  static func rules(from bytes: [UInt8]) -> TimeZoneRules? {
    var reader = BigEndianReader(rest: bytes[...])
    guard let first = Header(&reader) else { return nil }
    guard first.version >= UInt8(ascii: "2") else { return block(&reader, first, timeSize: 4, footer: { _ in nil }) }
    // Versions 2 and later repeat the data with 64-bit times, and end with a rule.
    guard reader.skip(first.size(timeSize: 4)), let second = Header(&reader) else { return nil }
    return block(&reader, second, timeSize: 8) { reader in
      let line = reader.rest.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
      return PosixTimeZone(String(decoding: line, as: UTF8.self))
    }
  }

  /// The header of a data block.
  private struct Header {
    let version: UInt8
    let utcFlags, standardFlags, leapSeconds, times, types, letters: Int

    init?(_ reader: inout BigEndianReader) {
      guard reader.rest.starts(with: "TZif".utf8), reader.skip(4), let version = reader.unsigned(1), reader.skip(15)
      else { return nil }
      var counts: [Int] = []
      for _ in 0..<6 {
        guard let count = reader.unsigned(4), count <= 100_000 else { return nil }
        counts.append(Int(count))
      }
      self.version = UInt8(truncatingIfNeeded: version)
      (utcFlags, standardFlags, leapSeconds) = (counts[0], counts[1], counts[2])
      (times, types, letters) = (counts[3], counts[4], counts[5])
    }

    func size(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + letters + leapSeconds * (timeSize + 4) + standardFlags + utcFlags
    }
  }

  private static func block(
    _ reader: inout BigEndianReader, _ header: Header, timeSize: Int,
    footer: (BigEndianReader) -> PosixTimeZone?
  ) -> TimeZoneRules? {
    guard header.types > 0, reader.rest.count >= header.size(timeSize: timeSize) else { return nil }
    let times = (0..<header.times).compactMap { _ in reader.signed(timeSize) }
    let kinds = (0..<header.times).compactMap { _ in reader.unsigned(1).map { Int($0) } }
    var offsets: [Int] = []
    for _ in 0..<header.types {
      guard let offset = reader.signed(4), (-93_600...93_600).contains(offset), reader.skip(2) else { return nil }
      offsets.append(offset)
    }
    let isOrdered = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
    guard isOrdered, kinds.allSatisfy({ $0 < offsets.count }) else { return nil }
    _ = reader.skip(header.letters + header.leapSeconds * (timeSize + 4) + header.standardFlags + header.utcFlags)
    let transitions = zip(times, kinds).map { TimeZoneRules.Transition(seconds: $0, offset: offsets[$1]) }
    return TimeZoneRules(transitions: transitions, firstOffset: offsets[0], footer: footer(reader))
  }
}

/// Reads big-endian numbers.
private struct BigEndianReader {
  var rest: ArraySlice<UInt8>

  mutating func skip(_ count: Int) -> Bool {
    guard rest.count >= count else { return false }
    rest = rest.dropFirst(count)
    return true
  }

  mutating func unsigned(_ size: Int) -> UInt64? {
    guard rest.count >= size else { return nil }
    let value = rest.prefix(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    rest = rest.dropFirst(size)
    return value
  }

  mutating func signed(_ size: Int) -> Int? {
    unsigned(size).map { size == 4 ? Int(Int32(truncatingIfNeeded: $0)) : Int(Int64(bitPattern: $0)) }
  }
}
