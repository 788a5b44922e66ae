import JSONValue
package import XCallbackURL

/// The accounts that were signed in, with their tokens, in a file that only its owner can read.
package struct AccountStore: Sendable {
  private let file: PrivateFile

  /// - Parameter path: the file; it need not exist.
  package init(path: String) {
    file = PrivateFile(path)
  }

  /// One account that was signed in.
  package struct Entry: Sendable, Hashable {
    /// `@user@domain`.
    package let name: String
    /// The server's base URL.
    package let server: String
    fileprivate let domain: String?
    fileprivate let token: String
  }

  /// Every account, and which of them commands act as.
  ///
  /// - Throws: ``Failure`` where the file cannot be read, or others can.
  package func accounts() throws(Failure) -> (entries: [Entry], current: String?) {
    guard let bytes = try file.read() else { return ([], nil) }
    guard let json = try? JSON(parsing: bytes), let rows = json["accounts"]?.array else { throw .damaged(file.path) }
    return (rows.compactMap(Entry.init), json["current"]?.string)
  }

  /// The account that commands act as; `nil` where nobody is signed in.
  package func current() throws(Failure) -> ActingAccount? {
    let (entries, current) = try accounts()
    guard !entries.isEmpty else { return nil }
    guard let entry = entries.first(where: { $0.name == current }) else { throw .noneChosen(entries.map(\.name)) }
    return try ActingAccount(
      label: entry.name, server: entry.server, token: entry.token, domain: entry.domain)
  }

  /// The account of this name.
  package func account(named name: String) throws(Failure) -> ActingAccount {
    let entries = try accounts().entries
    guard let entry = entries.first(where: { $0.name == name }) else { throw .notSignedIn(name, entries.map(\.name)) }
    return try ActingAccount(label: entry.name, server: entry.server, token: entry.token, domain: entry.domain)
  }

  /// Stores an account and makes it the one that commands act as.
  package func add(name: String, account: ActingAccount, token: String) throws(Failure) {
    let domain = name.split(separator: "@").last.map(String.init)
    let entry = Entry(name: name, server: account.address, domain: domain, token: token)
    try file.whileLocked { () throws(Failure) in
      let others = try accounts().entries.filter { $0.name != name }
      try store(others + [entry], current: name)
    }
  }

  /// Makes this account the one that commands act as.
  package func use(_ name: String) throws(Failure) {
    try file.whileLocked { () throws(Failure) in
      let entries = try accounts().entries
      guard entries.contains(where: { $0.name == name }) else { throw .notSignedIn(name, entries.map(\.name)) }
      try store(entries, current: name)
    }
  }

  /// Forgets an account and its token.
  package func remove(_ name: String) throws(Failure) {
    try file.whileLocked { () throws(Failure) in
      let (entries, current) = try accounts()
      guard entries.contains(where: { $0.name == name }) else { throw .notSignedIn(name, entries.map(\.name)) }
      let kept = entries.filter { $0.name != name }
      try store(kept, current: current == name ? nil : current)
    }
  }

  private func store(_ entries: [Entry], current: String?) throws(Failure) {
    let json: JSON = [
      "current": current.map(JSON.string) ?? nil, "accounts": .array(entries.map(\.json)),
    ]
    try file.write(json.text + "\n")
  }
}

extension AccountStore.Entry {
  fileprivate init?(_ json: JSON) {
    guard let name = json["name"]?.string, let server = json["server"]?.string, let token = json["token"]?.string
    else { return nil }
    self.init(name: name, server: server, domain: json["domain"]?.string, token: token)
  }

  fileprivate var json: JSON {
    var object: JSON.Object = ["name": .string(name), "server": .string(server)]
    if let domain { object["domain"] = .string(domain) }
    object["token"] = .string(token)
    return .object(object)
  }
}

extension Failure {
  fileprivate static func damaged(_ path: String) -> Failure {
    Failure(.badSettings, "\(path) is damaged; remove it and sign in again")
  }

  fileprivate static func noneChosen(_ known: [String]) -> Failure {
    let ways = known.map { "tusk use \($0)" }.joined(separator: " or ")
    return Failure(.unauthorized, "no account is chosen; choose with: \(ways)")
  }

  fileprivate static func notSignedIn(_ name: String, _ known: [String]) -> Failure {
    let others = known.isEmpty ? "nobody is signed in" : "signed in are \(known.joined(separator: ", "))"
    return Failure(.notFound, "'\(name)' is not signed in; \(others)")
  }
}
