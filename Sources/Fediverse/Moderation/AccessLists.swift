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

/// A server allowed by one that federates with no others.
public struct AdminDomainAllow: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The domain.
  public let domain: String
  /// When it was added.
  public let createdAt: Timestamp?

  /// Decodes an allowed server.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "domain allow")
    id = try fields.id()
    domain = fields.text("domain") ?? ""
    createdAt = fields.time("created_at")
  }

  /// A server to allow.
  public struct Draft: AccessListDraft, Hashable {
    /// The domain.
    public var domain: String

    /// Creates an entry for a domain.
    public init(domain: String) {
      self.domain = domain
    }

    /// The request body.
    public var json: JSON { ["domain": .string(domain)] }
  }
}

/// A server blocked or limited for everyone on this one.
public struct AdminDomainBlock: Entity, Hashable, Identifiable {
  /// The severity of a block.
  public struct Severity: OpenSpelling {
    /// The wire value.
    public let rawValue: String
    /// Creates a value from any wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Only what the other options say.
    public static let noop = Severity(rawValue: "noop")
    /// Its accounts are visible only to their followers.
    public static let silence = Severity(rawValue: "silence")
    /// Everything from it is hidden.
    public static let suspend = Severity(rawValue: "suspend")
  }

  /// The identifier, valid on this server only.
  public let id: String
  /// The domain.
  public let domain: String
  /// The severity.
  public let severity: Severity
  /// When it was blocked.
  public let createdAt: Timestamp?
  /// Whether its media are rejected.
  public let rejectsMedia: Bool
  /// Whether its reports are rejected.
  public let rejectsReports: Bool
  /// The reason, for moderators.
  public let privateComment: String?
  /// The reason, for the public.
  public let publicComment: String?
  /// Whether the domain is partly hidden in public lists.
  public let isObfuscated: Bool
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a block.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "domain block")
    id = try fields.id()
    domain = fields.text("domain") ?? ""
    severity = fields.spelling("severity") ?? .suspend
    createdAt = fields.time("created_at")
    rejectsMedia = fields.truth("reject_media") ?? false
    rejectsReports = fields.truth("reject_reports") ?? false
    privateComment = fields.word("private_comment")
    publicComment = fields.word("public_comment")
    isObfuscated = fields.truth("obfuscate") ?? false
    raw = json
  }

  /// A block to create, or the new state of one.
  public struct Draft: AccessListChange, Hashable {
    /// The domain; it cannot be changed.
    public var domain: String
    /// The severity; the server's default if `nil`.
    public var severity: Severity?
    /// Whether to reject its media.
    public var rejectsMedia: Bool?
    /// Whether to reject its reports.
    public var rejectsReports: Bool?
    /// The reason, for moderators.
    public var privateComment: String?
    /// The reason, for the public.
    public var publicComment: String?
    /// Whether to partly hide the domain in public lists.
    public var isObfuscated: Bool?

    /// Creates a block of a domain.
    public init(domain: String, severity: Severity? = nil) {
      self.domain = domain
      self.severity = severity
    }

    /// The request body.
    public var json: JSON {
      .members([
        "domain": .string(domain),
        "severity": severity.map { .string($0.rawValue) },
        "reject_media": rejectsMedia.map(JSON.bool),
        "reject_reports": rejectsReports.map(JSON.bool),
        "private_comment": privateComment.map(JSON.string),
        "public_comment": publicComment.map(JSON.string),
        "obfuscate": isObfuscated.map(JSON.bool),
      ])
    }
  }
}

/// An email domain that cannot register.
public struct AdminEmailDomainBlock: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The domain.
  public let domain: String
  /// When it was blocked.
  public let createdAt: Timestamp?
  /// The registration attempts per day.
  public let history: [DailyUse]
  /// Whether registrations are possible with a moderator's approval.
  public let allowsWithApproval: Bool

  /// Decodes a block.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "email domain block")
    id = try fields.id()
    domain = fields.text("domain") ?? ""
    createdAt = fields.time("created_at")
    history = fields.entities("history")
    allowsWithApproval = fields.truth("allow_with_approval") ?? false
  }

  /// A block to create.
  public struct Draft: AccessListDraft, Hashable {
    /// The domain.
    public var domain: String
    /// Whether registrations are possible with a moderator's approval.
    public var allowsWithApproval: Bool?

    /// Creates a block of a domain.
    public init(domain: String, allowsWithApproval: Bool? = nil) {
      self.domain = domain
      self.allowsWithApproval = allowsWithApproval
    }

    /// The request body.
    public var json: JSON {
      .members(["domain": .string(domain), "allow_with_approval": allowsWithApproval.map(JSON.bool)])
    }
  }
}

/// An email address that cannot register, stored as a hash.
public struct AdminCanonicalEmailBlock: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The SHA-256 hash of the canonical address.
  public let hash: String

  /// Decodes a block.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "email block")
    id = try fields.id()
    hash = fields.text("canonical_email_hash") ?? ""
  }

  /// A block to create.
  public enum Draft: AccessListDraft, Hashable {
    /// Blocks an address.
    case address(String)
    /// Blocks the hash of an address.
    case hash(String)

    /// The request body.
    public var json: JSON {
      switch self {
      case .address(let address): ["email": .string(address)]
      case .hash(let hash): ["canonical_email_hash": .string(hash)]
      }
    }
  }
}

/// A restricted IP address range.
public struct AdminIPBlock: Entity, Hashable, Identifiable {
  /// The severity of a restriction.
  public struct Severity: OpenSpelling {
    /// The wire value.
    public let rawValue: String
    /// Creates a value from any wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Registrations need approval.
    public static let approval = Severity(rawValue: "sign_up_requires_approval")
    /// Registrations are blocked.
    public static let signUp = Severity(rawValue: "sign_up_block")
    /// All access is blocked.
    public static let everything = Severity(rawValue: "no_access")
  }

  /// The identifier, valid on this server only.
  public let id: String
  /// The address range, like `192.0.2.0/24`.
  public let addresses: String
  /// The severity.
  public let severity: Severity
  /// The reason.
  public let comment: String
  /// When it was created.
  public let createdAt: Timestamp?
  /// When it expires, if it does.
  public let expiresAt: Timestamp?

  /// Decodes a block.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "IP block")
    id = try fields.id()
    addresses = fields.text("ip") ?? ""
    severity = fields.spelling("severity") ?? .everything
    comment = fields.text("comment") ?? ""
    createdAt = fields.time("created_at")
    expiresAt = fields.time("expires_at")
  }

  /// A block to create, or the new state of one.
  public struct Draft: AccessListChange, Hashable {
    /// The address range, like `192.0.2.0/24`.
    public var addresses: String
    /// The severity, which a new block must have; `nil` keeps that of a block.
    public var severity: Severity?
    /// The reason.
    public var comment: String?
    /// The number of seconds until it expires; `nil` for never.
    public var lifetime: Int?

    /// Creates a block of an address range.
    public init(_ addresses: String, severity: Severity? = nil) {
      self.addresses = addresses
      self.severity = severity
    }

    /// The request body.
    public var json: JSON {
      .members([
        "ip": .string(addresses),
        "severity": (severity?.rawValue).map(JSON.string),
        "comment": comment.map(JSON.string),
        "expires_in": lifetime.map(JSON.int),
      ])
    }
  }
}
