public import JSONValue

extension Client {
  /// The calls about domains blocked by the signed-in account.
  public var domainBlocks: DomainBlocks { DomainBlocks(client: self) }

  /// The calls about domains blocked by the signed-in account.
  public struct DomainBlocks: Sendable {
    let client: Client

    /// The blocked domains.
    public var all: PagedList<BlockedDomain> { PagedList(client, .get(Self.path).needing(.domainBlocks)) }

    /// Blocks a domain: hides everything from it and removes followers on it.
    public func block(_ domain: String) async throws(FediverseError) {
      _ = try await client.perform(.ensure(Self.path, .form([("domain", domain)])).needing(.domainBlocks))
    }

    /// Unblocks a domain; removed followers are not restored.
    public func unblock(_ domain: String) async throws(FediverseError) {
      try await client.remove(.delete(Self.path, [("domain", domain)]).needing(.domainBlocks))
    }

    private static var path: Path { "/api/v1/domain_blocks" }
  }
}

/// A domain blocked by the signed-in account.
public struct BlockedDomain: Entity, Hashable {
  /// The domain.
  public let domain: String

  /// Decodes a domain, sent as a string or as an object with a `domain`.
  public init(json: JSON) throws(ShapeError) {
    guard let domain = json.string ?? json["domain"]?.string, !domain.isEmpty else {
      throw ShapeError(path: "domain", expected: "a domain")
    }
    self.domain = domain
  }
}
