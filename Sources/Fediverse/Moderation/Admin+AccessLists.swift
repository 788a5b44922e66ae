public import JSONValue

/// An entry to add to an access list.
public protocol AccessListDraft: Sendable {
  /// The request body.
  var json: JSON { get }
}

/// An entry to add to an access list, or the new state of one.
public protocol AccessListChange: AccessListDraft {}

extension Client.Admin {
  /// A list of domains or addresses that moderators block or allow.
  public struct AccessList<Entry: Entity & Identifiable, Draft: AccessListDraft>: Sendable where Entry.ID == String {
    fileprivate let client: Client
    fileprivate let name: String
    fileprivate let feature: Feature

    private var path: Path { Path(stringLiteral: "/api/v1/admin/" + name) }

    /// The entries, newest first.
    public var all: PagedList<Entry> {
      PagedList(ordered: client, .get(path).needing(feature))
    }

    /// Fetches an entry by identifier.
    public func entry(_ id: String) async throws(FediverseError) -> Entry {
      try await client.perform(.get("/api/v1/admin/\(name)/\(id)").needing(feature)).entity()
    }

    /// Adds an entry; servers refuse duplicates.
    public func add(_ draft: Draft) async throws(FediverseError) -> Entry {
      try await client.perform(.ensure(path, .json(draft.json)).needing(feature)).entity()
    }

    /// Removes an entry.
    public func remove(_ id: String) async throws(FediverseError) {
      try await client.remove(.delete("/api/v1/admin/\(name)/\(id)").needing(feature))
    }
  }

  /// The blocked servers.
  public var domainBlocks: AccessList<AdminDomainBlock, AdminDomainBlock.Draft> {
    AccessList(client: client, name: "domain_blocks", feature: .adminDomainBlocks)
  }

  /// The allowed servers, if the server federates with no others.
  public var domainAllows: AccessList<AdminDomainAllow, AdminDomainAllow.Draft> {
    AccessList(client: client, name: "domain_allows", feature: .adminDomainBlocks)
  }

  /// The email domains that cannot register.
  public var emailDomainBlocks: AccessList<AdminEmailDomainBlock, AdminEmailDomainBlock.Draft> {
    AccessList(client: client, name: "email_domain_blocks", feature: .administration)
  }

  /// The email addresses that cannot register.
  public var emailBlocks: AccessList<AdminCanonicalEmailBlock, AdminCanonicalEmailBlock.Draft> {
    AccessList(client: client, name: "canonical_email_blocks", feature: .administration)
  }

  /// The restricted IP addresses.
  public var ipBlocks: AccessList<AdminIPBlock, AdminIPBlock.Draft> {
    AccessList(client: client, name: "ip_blocks", feature: .administration)
  }
}

extension Client.Admin.AccessList where Draft: AccessListChange {
  /// Replaces an entry.
  public func change(_ id: String, to draft: Draft) async throws(FediverseError) -> Entry {
    try await client.perform(.put("/api/v1/admin/\(name)/\(id)", .json(draft.json)).needing(feature)).entity()
  }
}

extension Client.Admin.AccessList where Entry == AdminCanonicalEmailBlock {
  /// Finds the entries that block an email address.
  public func matching(_ address: String) async throws(FediverseError) -> Rows<AdminCanonicalEmailBlock> {
    let body: JSON = ["email": .string(address)]
    return try await client.perform(.ensure("/api/v1/admin/\(name)/test", .json(body)).needing(feature)).rows()
  }
}
