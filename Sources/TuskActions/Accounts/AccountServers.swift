import AccountNames
import Fediverse
import JSONValue
package import XCallbackURL

/// The servers at which accounts with tokens from the environment were used, by name.
///
/// Permissions and the journal go by the name of an account, and a server chooses the names of its accounts. So a name
/// belongs to the server that it was first used at, until the person signs it out. Servers on this machine are told
/// apart by their ports, as they are at sign-in, because nothing else tells them apart.
struct AccountServers: Sendable {
  private let file: PrivateFile

  init(path: String) {
    file = PrivateFile(path)
  }

  /// The server of a name; `nil` if the name was never used.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  func server(of name: String) throws(Failure) -> String? {
    try names().members.first { $0.name.isSameAccount(as: name) }?.value.string
  }

  /// Remembers the server of a name.
  func remember(_ name: String, at server: String) async throws(Failure) {
    try await change { $0[name] = .string(server) }
  }

  /// Forgets the server of a name.
  func forget(_ name: String) async throws(Failure) {
    guard try server(of: name) != nil else { return }
    try await change { names in names = JSON.Object(names.members.filter { !$0.name.isSameAccount(as: name) }) }
  }

  private func change(_ edit: (inout JSON.Object) -> Void) async throws(Failure) {
    try await file.whileLocked { () throws(Failure) in
      var names = try names()
      edit(&names)
      let json: JSON = ["servers": .object(names)]
      try file.write(json.text + "\n")
    }
  }

  /// The servers by name.
  func names() throws(Failure) -> JSON.Object {
    try file.read(orAdvise: "repair it, or remove it to forget the servers of accounts") { json in
      json["servers"]?.object.flatMap { $0.members.allSatisfy { $0.value.string != nil } ? $0 : nil }
    } ?? [:]
  }
}

extension AccountStore {
  /// Checks that the name of an account of the environment belongs to its server, and remembers the server.
  ///
  /// - Throws: ``Failure`` if the name belongs to an account of another server.
  package func claim(_ name: String, at server: String) async throws(Failure) {
    try refuseTakenName(name, at: server, in: accounts().entries)
    guard let servers, try servers.server(of: name) == nil else { return }
    // Commands work in a home that cannot be written to, and nothing is recorded under the name there.
    try? await servers.remember(name, at: server)
  }

  /// Whether two addresses are of one server, whose API may be at a subdomain of its domain.
  static func isSame(_ left: String, _ right: String) -> Bool {
    guard left != right else { return true }
    guard let left = try? ServerAddress(left), let right = try? ServerAddress(right) else { return false }
    return left.scheme == right.scheme && left.port == right.port && left.host != right.host
      && left.isSameOrNestedDomain(as: right)
  }

  /// Forgets the server of an account that is not signed in.
  ///
  /// - Returns: whether the name was used.
  package func forgetServer(of name: String) async throws(Failure) -> Bool {
    guard let servers, try servers.server(of: name) != nil else { return false }
    try await servers.forget(name)
    return true
  }
}

extension Failure {
  static func usedName(_ name: String, _ server: String, _ known: String) -> Failure {
    Failure(
      .insecure,
      "\(server) calls the account '\(name)', which was used at \(known); if that is the same account, to use it here: "
        + "tusk logout \(name)")
  }
}
