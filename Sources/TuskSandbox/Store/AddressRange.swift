import Glibc

/// A range of IP addresses, such as `192.0.2.0/24`.
struct AddressRange {
  /// The range in its one spelling: with a length, and with zeros after it.
  let text: String

  /// Reads an address, with or without a length.
  init?(_ text: String) {
    let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let family = text.contains(":") ? AF_INET6 : AF_INET
    var bytes = [UInt8](repeating: 0, count: family == AF_INET6 ? 16 : 4)
    guard let address = halves.first, inet_pton(family, address, &bytes) == 1 else { return nil }
    let most = bytes.count * 8
    guard let length = halves.count > 1 ? Int(halves[1]) : most, (0...most).contains(length) else { return nil }
    for index in bytes.indices {
      let kept = min(max(length - 8 * index, 0), 8)
      bytes[index] &= UInt8(truncatingIfNeeded: 0xFF00 >> kept)
    }
    guard let spelling = Self.spelling(of: bytes, family) else { return nil }
    self.text = "\(spelling)/\(length)"
  }

  private static func spelling(of bytes: [UInt8], _ family: Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: 46)
    guard inet_ntop(family, bytes, &buffer, 46) != nil else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
