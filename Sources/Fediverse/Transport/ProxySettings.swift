import AccountNames

/// The proxies from environment variables, interpreted as by curl.
///
/// `http_proxy` is read in lower case only, because in a CGI program clients control `HTTP_PROXY`.
public struct ProxySettings: Sendable, Hashable {
  private let proxies: [ServerAddress.Scheme: String]
  private let general: String?
  private let exceptions: [ProxyException]

  /// No proxies.
  public static let none = ProxySettings { _ in nil }

  /// Reads the variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
  ///
  /// - Parameter value: returns the value of an environment variable.
  public init(_ value: (String) -> String?) {
    func first(_ names: String...) -> String? {
      names.lazy.compactMap(value).first.flatMap { $0.isEmpty ? nil : $0 }
    }
    var proxies: [ServerAddress.Scheme: String] = [:]
    proxies[.http] = first("http_proxy")
    proxies[.https] = first("https_proxy", "HTTPS_PROXY")
    self.proxies = proxies
    general = first("all_proxy", "ALL_PROXY")
    let list = first("no_proxy", "NO_PROXY") ?? ""
    exceptions = list.split { $0 == "," || $0.isWhitespace }.compactMap { ProxyException(String($0)) }
  }

  /// The proxy for a server; `nil` for a direct connection, which loopback hosts always get.
  func proxy(for server: ServerAddress) throws(TransportError) -> ProxyAddress? {
    guard let text = proxies[server.scheme] ?? general, !server.isLoopback else { return nil }
    guard !exceptions.contains(where: { $0.covers(server.host) }) else { return nil }
    guard let proxy = ProxyAddress(text) else { throw .unknownProxy }
    return proxy
  }
}

/// A proxy server.
struct ProxyAddress: Sendable, Hashable {
  /// The protocol of the proxy.
  enum Kind: Sendable, Hashable {
    case http
    case socks5
  }

  /// The credentials for the proxy.
  struct Credentials: Sendable, Hashable {
    let user: String
    let password: String
  }

  let kind: Kind
  let host: String
  let port: Int
  let credentials: Credentials?

  /// Reads `[scheme://][user[:password]@]host[:port]`.
  init?(_ text: String) {
    var rest = text.trimmedOfBlanks[...]
    var kind = Kind.http
    if let mark = rest.firstRange(of: "://") {
      switch rest[..<mark.lowerBound].lowercased() {
      case "http": kind = .http
      case "socks5", "socks5h": kind = .socks5
      default: return nil
      }
      rest = rest[mark.upperBound...]
    }
    rest = rest.prefix { $0 != "/" }
    var credentials: Credentials?
    if let at = rest.lastIndex(of: "@") {
      let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let password = parts.count > 1 ? String(parts[1]).unescaped : ""
      credentials = Credentials(user: String(parts[0]).unescaped, password: password)
      rest = rest[rest.index(after: at)...]
    }
    guard let address = try? ServerAddress(scheme: .https, authority: String(rest)) else { return nil }
    self.kind = kind
    host = address.host
    port = rest.hasSuffix(":443") ? 443 : address.port ?? 1080
    self.credentials = credentials
  }
}

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

extension TransportError {
  fileprivate static var unknownProxy: TransportError {
    let text = "the proxy in the environment must be http://host:port or socks5://host:port"
    return TransportError(.network, text, mayHaveArrived: false)
  }
}
