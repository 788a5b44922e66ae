#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One entry of `no_proxy`, as curl reads it: every host, a domain with all below it, or a network of addresses.
enum ProxyException: Sendable, Hashable {
  case everything
  case domain(String)
  case network(address: [UInt8], bits: Int)

  /// Reads `*`, `example.social`, `.example.social`, `10.1.2.3`, `10.0.0.0/8` or `[2001:db8::1]`.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    if text == "*" {
      self = .everything
    } else if let address = Self.bytes(of: String(parts[0].filter { $0 != "[" && $0 != "]" })) {
      guard let bits = parts.count == 1 ? address.count * 8 : Int(parts[1]), (0...address.count * 8).contains(bits)
      else { return nil }
      self = .network(address: address, bits: bits)
    } else {
      guard let host = try? HostName(text.hasPrefix(".") ? String(text.dropFirst()) : text) else { return nil }
      self = .domain(host.text)
    }
  }

  /// Whether a host, as the network writes it, is reached straight.
  func covers(_ host: String) -> Bool {
    let address = Self.bytes(of: host)
    switch self {
    case .everything: return true
    case .domain(let domain): return address == nil && (host == domain || host.hasSuffix("." + domain))
    case .network(let network, let bits):
      guard let address, address.count == network.count else { return false }
      return (0..<bits).allSatisfy { bit in
        (address[bit / 8] ^ network[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
      }
    }
  }

  private static func bytes(of address: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, address, &bytes) == 1 { return bytes }
    }
    return nil
  }
}
