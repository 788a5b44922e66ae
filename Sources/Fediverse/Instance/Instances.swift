extension Client {
  /// The calls about the server itself.
  public var instance: Instances { Instances(client: self) }

  /// The calls about the server itself.
  public struct Instances: Sendable {
    let client: Client

    /// Fetches the description of the server, in the newest API version available.
    public func instance() async throws(FediverseError) -> Instance {
      let instance: Instance
      do throws(FediverseError) {
        instance = try await client.perform(.get("/api/v2/instance")).entity()
      } catch  where error.meansMissing {
        instance = try await client.perform(.get("/api/v1/instance")).entity()
      }
      if let domain = instance.domain { client.learn(domain: domain) }
      return instance
    }
  }

  /// Returns the domain of the server's accounts, which may differ from its host; fetched once.
  ///
  /// It is the server's address if the server states no valid domain.
  public func domain() async throws(FediverseError) -> String {
    if let knownDomain { return knownDomain }
    let domain = try await instance.instance().domain ?? server.authority
    remember(domain: domain)
    return domain
  }

  /// Returns the account's name with its domain, adding the server's domain for local accounts.
  public func qualifiedName(of account: Account) async throws(FediverseError) -> String {
    account.isLocal ? account.qualifiedName(on: try await domain()) : account.acct
  }

  fileprivate func remember(domain: String) {
    if knownDomain == nil { knownDomain = domain }
  }
}
