import AccountNames

/// An entry of `no_proxy` as curl interprets it: all hosts, a domain with its subdomains, or a network.
enum ProxyException: Sendable, Hashable {
  case everything
  case domain(String)
  case network(AddressRange)

  /// Reads `*`, `example.social`, `.example.social`, `10.1.2.3`, `10.0.0.0/8` or `[2001:db8::1]`.
  init?(_ text: String) {
    if text == "*" {
      self = .everything
    } else if let range = AddressRange(text) {
      self = .network(range)
    } else {
      guard let host = HostName(text.hasPrefix(".") ? String(text.dropFirst()) : text) else { return nil }
      self = .domain(host.text)
    }
  }

  /// Whether a host, in its ASCII form, is reached without a proxy.
  func covers(_ host: String) -> Bool {
    let address = AddressRange.bytes(of: host)
    switch self {
    case .everything: return true
    case .domain(let domain): return address == nil && (host == domain || host.hasSuffix("." + domain))
    case .network(let network): return address.map(network.contains) ?? false
    }
  }
}
