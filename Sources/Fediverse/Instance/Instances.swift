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
      client.remember(domain: instance.domain)
      return instance
    }
  }

  /// Returns the domain of the server's accounts, which may differ from its host; fetched once.
  public func domain() async throws(FediverseError) -> String {
    if let knownDomain { return knownDomain }
    return try await instance.instance().domain
  }

  /// Returns the account's name with its domain, adding the server's domain for local accounts.
  public func qualifiedName(of account: Account) async throws(FediverseError) -> String {
    account.isLocal ? account.qualifiedName(on: try await domain()) : account.acct
  }

  fileprivate func remember(domain: String) {
    if knownDomain == nil { knownDomain = domain }
  }
}
