import AccountNames

/// The origin of a server: a scheme, a host and a port.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
  /// The URL scheme.
  public enum Scheme: String, Sendable, Hashable {
    /// HTTP over TLS.
    case https
    /// Plain HTTP; ``HTTPTransport`` allows it only for loopback hosts.
    case http

    /// The default port of the scheme.
    var port: Int { self == .https ? 443 : 80 }
  }

  /// The URL scheme.
  public let scheme: Scheme
  /// The host in lower-case ASCII; an IPv6 address has no brackets.
  public let host: String
  /// The port, or `nil` for the default port of the scheme.
  public let port: Int?

  /// Parses an address as people write it: `example.social`, `@user@example.social`, `host:port`, or any http or https
  /// URL of the server, whose path is ignored.
  ///
  /// Without a scheme, loopback hosts get http and all other hosts https.
  public init(_ text: String) throws(AddressError) {
    let written = text.trimmedOfBlanks
    guard !written.isEmpty else { throw .empty }
    guard written.unicodeScalars.allSatisfy(\.isPlain) else { throw .strangeCharacter(written) }
    guard !written.contains("#") else { throw .fragment(written) }
    if let mark = written.firstRange(of: "://") {
      guard let scheme = Scheme(rawValue: written[..<mark.lowerBound].lowercased()) else { throw .otherScheme(written) }
      try self.init(scheme: scheme, authority: String(written[mark.upperBound...].prefix { $0 != "/" && $0 != "?" }))
    } else {
      try self.init(bare: String(written.prefix { $0 != "/" && $0 != "?" }))
    }
  }

  /// Parses the authority of a URL.
  init(scheme: Scheme, authority: String) throws(AddressError) {
    guard !authority.contains("@") else { throw .userInformation }
    let (host, port) = try Self.split(authority)
    self.init(scheme: scheme, host: host, port: port)
  }

  private init(bare text: String) throws(AddressError) {
    let handle = text.hasPrefix("@") ? text.dropFirst() : text[...]
    let parts = handle.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count <= 2, let last = parts.last else { throw .userInformation }
    if parts.count == 2 {
      guard !parts[0].isEmpty, !parts[0].contains(":") else { throw .userInformation }
    }
    let (host, port) = try Self.split(String(last))
    let secure = ServerAddress(scheme: .https, host: host, port: port)
    self = secure.isLoopback ? ServerAddress(scheme: .http, host: host, port: port) : secure
  }

  private init(scheme: Scheme, host: HostName, port: Int?) {
    self.scheme = scheme
    self.host = host.text
    self.port = port == scheme.port ? nil : port
  }

  private static func split(_ authority: String) throws(AddressError) -> (HostName, Int?) {
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { throw .badPort(authority) }
      let host = try HostName(checkedIPv6: String(authority[authority.index(after: authority.startIndex)..<end]))
      let rest = authority[authority.index(after: end)...]
      guard !rest.isEmpty else { return (host, nil) }
      guard rest.hasPrefix(":") else { throw .badPort(authority) }
      return (host, try number(rest.dropFirst(), of: authority))
    }
    guard let colon = authority.firstIndex(of: ":") else { return (try HostName(checked: authority), nil) }
    let host = try HostName(checked: String(authority[..<colon]))
    return (host, try number(authority[authority.index(after: colon)...], of: authority))
  }

  private static func number(_ digits: Substring, of authority: String) throws(AddressError) -> Int {
    let isWellFormed = digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isWellFormed, let port = Int(digits), (1...65535).contains(port) else { throw .badPort(authority) }
    return port
  }

  /// Whether the host is this machine.
  public var isLoopback: Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// The port to connect to.
  var effectivePort: Int { port ?? scheme.port }

  /// The host with its port unless that is the default, as in the `Host` header.
  var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port.map { "\(name):\($0)" } ?? name
  }

  /// The beginning of every URL of the server, without a trailing slash.
  public var baseURL: String { "\(scheme.rawValue)://\(authority)" }

  /// The URL with the port, even if that is the default.
  public var urlWithPort: String { port == nil ? "\(baseURL):\(scheme.port)" : baseURL }

  /// The shortest text that parses as this address: only the host if the scheme is the default.
  public var description: String {
    scheme == (isLoopback ? .http : .https) ? authority : baseURL
  }
}

extension Unicode.Scalar {
  /// Whether the scalar may occur in an address: not whitespace, a control character or a backslash.
  fileprivate var isPlain: Bool {
    value > 0x20 && !(0x7F...0xA0).contains(value) && self != "\\" && !properties.isWhitespace
  }
}

/// The reason why a server address is invalid.
public struct AddressError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong and what would work, on one line without a full stop.
  public let description: String

  init(text: String) {
    description = text
  }
}

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

extension HostName {
  init(checked written: String) throws(AddressError) {
    guard let host = HostName(written) else { throw .badHost(written) }
    self = host
  }

  init(checkedIPv6 written: String) throws(AddressError) {
    guard let host = HostName(ipv6: written) else { throw .badHost(written) }
    self = host
  }
}

extension AddressError {
  fileprivate static var empty: AddressError {
    AddressError(text: "the server address is missing; write it like 'example.social'")
  }

  fileprivate static func strangeCharacter(_ text: String) -> AddressError {
    AddressError(text: "'\(text.oneLine(limit: 80))' contains a character that is not allowed in an address")
  }

  fileprivate static func fragment(_ text: String) -> AddressError {
    AddressError(text: "'\(text.oneLine(limit: 80))' contains a '#'; write the server like 'example.social'")
  }

  fileprivate static func otherScheme(_ text: String) -> AddressError {
    AddressError(text: "'\(text.oneLine(limit: 80))' is not an https address; write it like 'https://example.social'")
  }

  fileprivate static var userInformation: AddressError {
    AddressError(text: "an address must not contain a user name or password; write it like 'example.social'")
  }

  fileprivate static func badPort(_ text: String) -> AddressError {
    AddressError(text: "'\(text.oneLine(limit: 80))' needs a port from 1 to 65535 after ':'")
  }

  fileprivate static func badHost(_ host: String) -> AddressError {
    AddressError(text: "'\(host.oneLine(limit: 80))' is not a host name; write it like 'example.social'")
  }
}
