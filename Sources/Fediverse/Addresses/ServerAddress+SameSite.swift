extension ServerAddress {
  /// Whether the hosts are the same or one is a subdomain of the other.
  package func isSameOrNestedDomain(as other: ServerAddress) -> Bool {
    if host == other.host { return true }
    // Servers on one machine are told apart by their ports.
    if isLoopback || other.isLoopback { return false }
    return isSubdomain(of: other) || other.isSubdomain(of: self)
  }

  /// Whether both hosts belong to the same site, judging by their names: one is a subdomain of the other, or both are
  /// subdomains of the same domain.
  func isSameSite(as other: ServerAddress) -> Bool {
    if isSameOrNestedDomain(as: other) { return true }
    guard !isLoopback, !other.isLoopback, let parent, let home = other.parent else { return false }
    return parent == home
  }

  /// Whether the connection is encrypted or stays on this machine.
  func isSafe(beside other: ServerAddress) -> Bool {
    scheme == .https || isLoopback && other.isLoopback
  }

  /// Whether the host is a subdomain of the other, which must be more than a public suffix.
  private func isSubdomain(of other: ServerAddress) -> Bool {
    !other.isPublicSuffix && !other.isNumeric && host.hasSuffix("." + other.host)
  }

  /// Whether the host is a public suffix, like `social` or `co.uk`.
  private var isPublicSuffix: Bool { Self.isPublicSuffix(host.split(separator: ".")) }

  private static func isPublicSuffix(_ labels: some Collection<Substring>) -> Bool {
    guard let first = labels.first, labels.count > 1 else { return true }
    return labels.count == 2 && labels.dropFirst().first?.count == 2 && secondLevelLabels.contains(first)
  }

  /// Second-level labels that countries use as public suffixes.
  private static let secondLevelLabels: Set<Substring> = ["ac", "co", "com", "edu", "gov", "ne", "net", "or", "org"]

  /// The parent domain, unless it is a public suffix.
  private var parent: Substring? {
    let labels = host.split(separator: ".").dropFirst()
    guard !Self.isPublicSuffix(labels), !isNumeric, let first = labels.first else { return nil }
    return host[first.startIndex...]
  }

  private var isNumeric: Bool { AddressRange.bytes(inAnyNotation: host) != nil }
}
