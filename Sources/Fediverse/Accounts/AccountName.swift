/// A user name as typed. It matches as on servers: case is ignored, and the domain is optional for local accounts.
struct AccountName: Sendable {
  /// The user name without the domain, in lower case.
  let user: String
  /// The domain, or `nil` for a local account.
  let domain: String?
  /// The name to send to the server.
  let query: String
  private let localDomains: [String]

  init?(_ text: String, client: Client) {
    let bare = text.trimmedOfBlanks.drop { $0 == "@" }
    let parts = bare.split(separator: "@", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let name = parts.first, !name.isEmpty, Self.isSound(name) else { return nil }
    localDomains = client.ownDomains
    user = name.lowercased()
    guard parts.count == 2 else {
      domain = nil
      query = String(name)
      return
    }
    guard let host = Self.domain(parts[1]) else { return nil }
    domain = localDomains.contains(host) ? nil : host
    query = domain.map { "\(name)@\($0)" } ?? String(name)
  }

  /// Whether the account has exactly this name.
  func matches(_ account: Account) -> Bool {
    let parts = account.acct.lowercased().split(separator: "@", maxSplits: 1)
    guard let name = parts.first, name == user else { return false }
    guard parts.count > 1 else { return domain == nil }
    // Mastodon sends internationalized domains in Unicode, not in Punycode.
    let other = Self.domain(parts[1]) ?? String(parts[1])
    return (localDomains.contains(other) ? nil : other) == domain
  }

  /// Whether the account has this user name and a page on this host, because accounts may live under a parent domain.
  func mayMatch(_ account: Account) -> Bool {
    guard account.username.lowercased() == user, let url = account.url.flatMap({ WebURL($0) }) else { return false }
    return url.origin.authority == domain
  }

  private static func domain(_ text: Substring) -> String? {
    guard !text.contains(where: { "/?#".contains($0) }) else { return nil }
    return try? ServerAddress("https://\(text)").authority
  }

  private static func isSound(_ name: Substring) -> Bool {
    name.unicodeScalars.allSatisfy { $0.value > 0x20 && !"/?#\\:\u{7F}".unicodeScalars.contains($0) }
  }
}

extension Client {
  /// The domains of the server's own accounts and statuses known so far.
  var ownDomains: [String] {
    [server.authority, server.host, knownDomain].compactMap(\.self)
  }

  /// Whether the URL belongs to the server.
  func isHome(of url: WebURL) -> Bool {
    ownDomains.contains(url.origin.authority)
  }
}

extension WebURL {
  /// Whether this is the account's page or identifier.
  func names(_ account: Account) -> Bool {
    isSamePlace(asAnyOf: [account.url, account.uri])
  }

  /// Whether the account's page is on this host and the path ends with its name.
  func mayName(_ account: Account) -> Bool {
    guard let page = account.url.flatMap({ WebURL($0) }), page.origin.host == origin.host else { return false }
    let last = segments.last?.lowercased() ?? ""
    return last == account.username.lowercased() || last == "@" + account.username.lowercased()
  }

  /// Whether this is the status's page or identifier.
  func names(_ status: Status) -> Bool {
    isSamePlace(asAnyOf: [status.url, status.uri])
  }

  /// Whether this is one of the pages that the status has on its reader's own server: `/@anna/7`, `/deck/@anna/7`,
  /// `/web/statuses/7` and the like, whatever the query.
  func isPage(of status: Status, on client: Client) -> Bool {
    var path = segments[...]
    guard path.popLast() == status.id else { return false }
    if ["web", "deck"].contains(path.first ?? "") { path.removeFirst() }
    guard path.count == 1, let before = path.first else { return false }
    if ["statuses", "notice"].contains(before) { return true }
    guard before.hasPrefix("@"), let author = status.account else { return false }
    return AccountName(before, client: client)?.matches(author) == true
  }

  private func isSamePlace(asAnyOf texts: [String?]) -> Bool {
    texts.contains { text in text.flatMap { WebURL($0) }.map { isSamePlace(as: $0) } ?? false }
  }
}
