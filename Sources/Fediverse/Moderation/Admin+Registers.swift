public import JSONValue

/// An entry of a register that is yet to be made.
public protocol RegisterDraft: Sendable {
  /// The body of the request.
  var json: JSON { get }
}

/// An entry of a register that is yet to be made, or what one shall become.
public protocol RegisterChange: RegisterDraft {}

extension Client.Admin {
  /// A register of what those who look after the server keep away, or let in.
  public struct Register<Entry: Entity & Identifiable, Draft: RegisterDraft>: Sendable where Entry.ID == String {
    fileprivate let client: Client
    fileprivate let name: String
    fileprivate let feature: Feature

    private var path: Path { Path(stringLiteral: "/api/v1/admin/" + name) }

    /// Every entry, the newest first.
    public var all: PagedList<Entry> {
      PagedList(ordered: client, .get(path).needing(feature))
    }

    /// The entry of this identifier.
    public func entry(_ id: String) async throws(FediverseError) -> Entry {
      try await client.perform(.get("/api/v1/admin/\(name)/\(id)").needing(feature)).entity()
    }

    /// Makes an entry; servers refuse one that there is already.
    public func add(_ draft: Draft) async throws(FediverseError) -> Entry {
      try await client.perform(.ensure(path, .json(draft.json)).needing(feature)).entity()
    }

    /// Removes an entry.
    public func remove(_ id: String) async throws(FediverseError) {
      _ = try await client.perform(.delete("/api/v1/admin/\(name)/\(id)").needing(feature))
    }
  }

  /// The servers that are kept away.
  public var domainBlocks: Register<AdminDomainBlock, AdminDomainBlock.Draft> {
    Register(client: client, name: "domain_blocks", feature: .adminDomainBlocks)
  }

  /// The servers that are let in, where the server is closed to all others.
  public var domainAllows: Register<AdminDomainAllow, AdminDomainAllow.Draft> {
    Register(client: client, name: "domain_allows", feature: .adminDomainBlocks)
  }

  /// The domains of mail addresses with which nobody can sign up.
  public var emailDomainBlocks: Register<AdminEmailDomainBlock, AdminEmailDomainBlock.Draft> {
    Register(client: client, name: "email_domain_blocks", feature: .administration)
  }

  /// The mail addresses with which nobody can sign up.
  public var emailBlocks: Register<AdminCanonicalEmailBlock, AdminCanonicalEmailBlock.Draft> {
    Register(client: client, name: "canonical_email_blocks", feature: .administration)
  }

  /// The network addresses from which people cannot do everything.
  public var ipBlocks: Register<AdminIPBlock, AdminIPBlock.Draft> {
    Register(client: client, name: "ip_blocks", feature: .administration)
  }
}

extension Client.Admin.Register where Draft: RegisterChange {
  /// Makes something else of an entry.
  public func change(_ id: String, to draft: Draft) async throws(FediverseError) -> Entry {
    try await client.perform(.put("/api/v1/admin/\(name)/\(id)", .json(draft.json)).needing(feature)).entity()
  }
}

extension Client.Admin.Register where Entry == AdminCanonicalEmailBlock {
  /// The entries that keep a mail address away.
  public func matching(_ address: String) async throws(FediverseError) -> Rows<AdminCanonicalEmailBlock> {
    let body: JSON = ["email": .string(address)]
    return try await client.perform(.ensure("/api/v1/admin/\(name)/test", .json(body)).needing(feature)).rows()
  }
}
