public import JSONValue

extension Client {
  /// The calls about domains of which the signed-in account wants to see nothing.
  public var domainBlocks: DomainBlocks { DomainBlocks(client: self) }

  /// The calls about domains of which the signed-in account wants to see nothing.
  public struct DomainBlocks: Sendable {
    let client: Client

    /// Every domain that is blocked.
    public var all: PagedList<BlockedDomain> { PagedList(client, .get(Self.path).needing(.domainBlocks)) }

    /// Blocks a domain: what comes from there is not shown, and who follows from there follows no more.
    public func block(_ domain: String) async throws(FediverseError) {
      _ = try await client.perform(.ensure(Self.path, .form([("domain", domain)])).needing(.domainBlocks))
    }

    /// Takes a block back; those who followed do not come back.
    public func unblock(_ domain: String) async throws(FediverseError) {
      _ = try await client.perform(.delete(Self.path, [("domain", domain)]).needing(.domainBlocks))
    }

    private static var path: Path { "/api/v1/domain_blocks" }
  }
}

/// A domain of which the signed-in account wants to see nothing.
public struct BlockedDomain: Entity, Hashable {
  /// The domain.
  public let domain: String

  /// Reads a domain, which is a bare text or a member of an object.
  public init(json: JSON) throws(ShapeError) {
    guard let domain = json.string ?? json["domain"]?.string, !domain.isEmpty else {
      throw ShapeError(path: "domain", expected: "a domain")
    }
    self.domain = domain
  }
}
