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
}

/// The reason why a server address is invalid.
public struct AddressError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong and what would work, on one line without a full stop.
  public let description: String

  init(text: String) {
    description = text
  }
}
