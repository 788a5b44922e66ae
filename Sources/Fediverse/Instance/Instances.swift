extension Client {
  /// The calls about the server itself.
  public var instance: Instances { Instances(client: self) }

  /// The calls about the server itself.
  public struct Instances: Sendable {
    let client: Client

    /// What the server says of itself, in the newest edition that it has.
    public func instance() async throws(FediverseError) -> Instance {
      let instance: Instance
      do throws(FediverseError) {
        instance = try await client.perform(.get("/api/v2/instance")).entity()
      } catch  where error.meansMissing {
        instance = try await client.perform(.get("/api/v1/instance")).entity()
      }
      client.remember(domain: instance.domain)
      return instance
    }
  }

  /// The domain of the server's accounts, which need not be the server's host; asked for once.
  public func domain() async throws(FediverseError) -> String {
    if let knownDomain { return knownDomain }
    return try await instance.instance().domain
  }

  /// The name of an account with its domain, also where the account is local and its name lacks it.
  public func qualifiedName(of account: Account) async throws(FediverseError) -> String {
    account.isLocal ? "\(account.acct)@\(try await domain())" : account.acct
  }

  fileprivate func remember(domain: String) {
    if knownDomain == nil { knownDomain = domain }
  }
}
