/// Which proxy leads to which server, as curl reads it from the environment.
///
/// `http_proxy` counts in lower case only, because a CGI program gets `HTTP_PROXY` from whoever asks it.
public struct ProxySettings: Sendable, Hashable {
  private let proxies: [ServerAddress.Scheme: String]
  private let general: String?
  private let exceptions: [ProxyException]

  /// No proxy at all.
  public static let none = ProxySettings { _ in nil }

  /// Reads the variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
  ///
  /// - Parameter value: the value of a variable, by its name.
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

  /// The proxy on the way to a server, or `nil` for the straight way, which loopback hosts always have.
  func proxy(for server: ServerAddress) throws(TransportError) -> ProxyAddress? {
    guard let text = proxies[server.scheme] ?? general, !server.isLoopback else { return nil }
    guard !exceptions.contains(where: { $0.covers(server.host) }) else { return nil }
    guard let proxy = ProxyAddress(text) else { throw .strangeProxy }
    return proxy
  }
}

/// A machine that passes connections on.
struct ProxyAddress: Sendable, Hashable {
  /// How it is spoken to.
  enum Kind: Sendable, Hashable {
    case http
    case socks5
  }

  /// What it wants to know of who asks.
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

extension TransportError {
  fileprivate static var strangeProxy: TransportError {
    let text = "the proxy in the environment is not one of http://host:port and socks5://host:port"
    return TransportError(.network, text, mayHaveArrived: false)
  }
}
