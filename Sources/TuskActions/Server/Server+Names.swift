import Fediverse
import XCallbackURL

/// What the accounts of a server are called, with their domains.
package struct Names: Sendable {
  private let domain: String

  fileprivate init(domain: String) {
    self.domain = domain
  }

  /// The qualified name of an account.
  func name(of account: Account) -> String {
    account.isLocal ? "\(account.acct)@\(domain)" : account.acct
  }
}

extension Server {
  /// The names of accounts; the server is asked once for its domain.
  func names() async throws(FediverseError) -> Names {
    Names(domain: try await client.domain())
  }

  /// The account that acts, asked for once.
  func own() async throws(FediverseError) -> Account {
    if let known = memory.own { return known }
    let account = try await client.accounts.verifyCredentials()
    memory.own = account
    return account
  }
}
