#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An IP network like `10.0.0.0/8`, or a single address.
struct AddressRange: Sendable, Hashable {
  private let address: [UInt8]
  private let bits: Int

  /// Parses an address with or without a prefix length; brackets around an IPv6 address are optional.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = Self.bytes(of: String(parts[0].filter { $0 != "[" && $0 != "]" })) else { return nil }
    guard let bits = parts.count == 1 ? address.count * 8 : Int(parts[1]), (0...address.count * 8).contains(bits)
    else { return nil }
    self.address = address
    self.bits = bits
  }

  func contains(_ other: [UInt8]) -> Bool {
    guard other.count == address.count else { return false }
    return (0..<bits).allSatisfy { bit in
      let mask: UInt8 = 0x80 >> (bit % 8)
      let difference: UInt8 = other[bit / 8] ^ address[bit / 8]
      return difference & mask == 0
    }
  }

  /// Parses an address in the standard notation of RFC 3986 and RFC 5952.
  static func bytes(of address: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, address, &bytes) == 1 { return bytes }
    }
    return nil
  }

  /// Parses an address in any notation the system accepts: `127.1`, `0x7f000001` and `2130706433` are 127.0.0.1.
  static func bytes(inAnyNotation address: String) -> [UInt8]? {
    if let bytes = bytes(of: address) { return bytes }
    var number = in_addr()
    guard inet_aton(address, &number) == 1 else { return nil }
    return withUnsafeBytes(of: number.s_addr) { Array($0) }
  }
}
