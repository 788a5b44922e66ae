extension ServerAddress {
  /// Whether the host is that of the other address, one above it, or one below it.
  func isInLine(with other: ServerAddress) -> Bool {
    if host == other.host { return true }
    // What runs on one machine is told apart by its port.
    if isLoopback || other.isLoopback { return false }
    return isBelow(other) || other.isBelow(self)
  }

  /// Whether both addresses belong to one house as far as their names show it: one is in line with the other, or both
  /// stand beside one another below a common domain.
  func isInHouse(of other: ServerAddress) -> Bool {
    if isInLine(with: other) { return true }
    guard !isLoopback, !other.isLoopback, let parent, let home = other.parent else { return false }
    return parent == home
  }

  /// Whether the line is TLS, or leads from this machine to itself.
  func isSafe(beside other: ServerAddress) -> Bool {
    scheme == .https || isLoopback && other.isLoopback
  }

  /// Whether the host is below the other one, which is more than the end of a name.
  private func isBelow(_ other: ServerAddress) -> Bool {
    !other.isEnd && !other.isNumeric && host.hasSuffix("." + other.host)
  }

  /// Whether the host is no more than the end of names of many houses, like `social` and `co.uk`.
  private var isEnd: Bool { Self.isEnd(host.split(separator: ".")) }

  private static func isEnd(_ labels: some Collection<Substring>) -> Bool {
    guard let first = labels.first, labels.count > 1 else { return true }
    return labels.count == 2 && labels.dropFirst().first?.count == 2 && sharedWords.contains(first)
  }

  /// What countries put before their own end.
  private static let sharedWords: Set<Substring> = ["ac", "co", "com", "edu", "gov", "ne", "net", "or", "org"]

  /// The domain that the host is in, where that is more than the end of a name.
  private var parent: Substring? {
    let labels = host.split(separator: ".").dropFirst()
    guard !Self.isEnd(labels), !isNumeric, let first = labels.first else { return nil }
    return host[first.startIndex...]
  }

  private var isNumeric: Bool { AddressRange.bytes(ofAnySpelling: host) != nil }
}
