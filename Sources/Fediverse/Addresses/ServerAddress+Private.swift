extension ServerAddress {
  /// Whether the host is this machine or an address in a private network.
  ///
  /// Host names are not resolved.
  var isPrivate: Bool {
    if isLoopback { return true }
    guard let bytes = AddressRange.bytes(inAnyNotation: host) else { return false }
    return Self.isPrivate(bytes)
  }

  private static func isPrivate(_ bytes: [UInt8]) -> Bool {
    if privateRanges.contains(where: { $0.contains(bytes) }) { return true }
    return wrappers.contains { $0.range.contains(bytes) && isPrivate(Array(bytes[$0.place..<$0.place + 4])) }
  }

  /// The ranges that RFC 6890 does not list as global, except those for documentation.
  private static let privateRanges = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/3", "::/127", "fc00::/7", "fe80::/9", "ff00::/8",
  ].compactMap { AddressRange($0) }

  /// IPv6 ranges that embed an IPv4 address, and its offset: mapped, compatible, NAT64 and 6to4.
  private static let wrappers: [(range: AddressRange, place: Int)] = [
    ("::ffff:0:0/96", 12), ("::/96", 12), ("64:ff9b::/96", 12), ("64:ff9b:1::/48", 12), ("2002::/16", 2),
  ].compactMap { text, place in AddressRange(text).map { ($0, place) } }
}
