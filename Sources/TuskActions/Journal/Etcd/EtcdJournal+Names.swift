import AccountNames
import JSONValue
package import XCallbackURL

extension EtcdJournal {
  package func name(ofScript path: String, stating stated: String?) async throws(Failure) -> String {
    let question = "\(stated ?? "")\0\(path)"
    if let known = names[question] { return known }
    let entry = try await client.entries([.name(ofScript: path)])[0]
    let known = entry?.value["name"]?.string
    let name = stated ?? known ?? path
    if let stated, stated != known {
      // Each machine has its own paths, so that the blocks of the earlier name may be those of others too.
      let earlier = known ?? path
      guard try await !isUsed(earlier) else { throw .otherName(path, earlier, stated) }
      var transaction = newTransaction()
      transaction.put(.name(ofScript: path), ["path": .string(path), "name": .string(stated)])
      _ = try await client.commit(transaction)
    }
    names[question] = name
    return name
  }

  private func isUsed(_ script: String) async throws(Failure) -> Bool {
    try await !client.list(.blocks(of: script, nil), ["limit": "1", "keys_only": true]).isEmpty
  }

  package func spelling(of account: String) async throws(Failure) -> String {
    if let known = spellings[account] { return known }
    let accounts = try await scopes(of: nil, nil).map(\.account)
    let known = accounts.contains(account) ? account : accounts.first { $0.isSameAccount(as: account) } ?? account
    spellings[account] = known
    return known
  }

  /// The scopes of a script and an account; of all for `nil`.
  func scopes(of script: String?, _ account: String?) async throws(Failure) -> [EtcdScope] {
    var found: [EtcdScope] = []
    for entry in try await client.list(.scopes(of: script)) {
      let scope = try entry.read(EtcdScope.init)
      if account == nil || scope.account == account { found.append(scope) }
    }
    return found
  }
}

extension Failure {
  fileprivate static func otherName(_ path: String, _ known: String, _ stated: String) -> Failure {
    Failure(
      .badSettings,
      "\(path) states the name '\(stated)', but what it did is recorded in the shared journal as '\(known)'; state "
        + "'\(known)' to continue, or give the file another path to begin anew as '\(stated)'")
  }
}
