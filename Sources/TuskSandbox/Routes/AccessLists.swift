import GRDB
import Glibc

/// An entry of a list of what moderators block or allow.
protocol AccessListEntry: Codable, FetchableRecord, PersistableRecord, Sendable {
  /// The list's name in paths and scopes, and that of its table.
  static var listName: String { get }

  /// The name, in messages, of what no two entries share.
  static var uniquePart: String { get }

  var id: Int64? { get set }
  var entity: Entity { get }
}

extension AccessListEntry {
  static var databaseTableName: String { listName }
  static var uniquePart: String { "Domain" }

  static func find(_ id: Int64, in db: Database) throws -> Self {
    guard let entry = try filter(sql: "id = ?", arguments: [id]).fetchOne(db) else { throw Refusal.notFound }
    return entry
  }

  /// Adds this entry to its list and returns it with its id.
  @discardableResult func added(in db: Database) throws -> Self {
    try Self.refusingDuplicates { try insert(db) }
    var entry = self
    entry.id = db.lastInsertedRowID
    return entry
  }

  /// Stores this entry in place of the one with its id.
  func replaced(in db: Database) throws -> Self {
    try Self.refusingDuplicates { try update(db) }
    return self
  }

  private static func refusingDuplicates(_ write: () throws -> Void) throws {
    do {
      try write()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw Refusal.invalid("\(uniquePart) has already been taken")
    }
  }
}

extension Form {
  /// The domain that moderators name, as it is stored.
  func domain() throws -> String {
    let domain = (self["domain"] ?? "").lowercased().filter { !$0.isWhitespace }
    guard !domain.isEmpty else { throw Refusal.invalid("Domain can't be blank") }
    guard domain.allSatisfy({ $0.isLetter || $0.isNumber || "-.".contains($0) }), !domain.hasPrefix(".") else {
      throw Refusal.invalid("Domain is not a valid domain name")
    }
    return domain
  }
}

/// A server that moderators allow; the sandbox only remembers it.
struct AdminDomainAllow: AccessListEntry {
  static let listName = "domain_allows"

  var id: Int64?
  var domain: String
  var createdAt: Moment

  static func find(domain: String, in db: Database) throws -> AdminDomainAllow? {
    try filter(sql: "domain = ?", arguments: [domain]).fetchOne(db)
  }

  /// An Admin::DomainAllow entity.
  var entity: Entity { ["id": .id(id), "domain": .text(domain), "created_at": .moment(createdAt)] }
}

/// A server that moderators block or limit for everyone here; the sandbox only remembers it.
struct AdminDomainBlock: AccessListEntry {
  static let listName = "domain_blocks"

  /// Mildest first.
  private static let severities = ["noop", "silence", "suspend"]

  var id: Int64?
  var domain: String
  var severity = "silence"
  var rejectMedia = false
  var rejectReports = false
  var privateComment: String?
  var publicComment: String?
  var obfuscate = false
  var createdAt: Moment

  /// This block with the settings in the form; the domain stays.
  func changed(by form: Form) throws -> AdminDomainBlock {
    var block = self
    block.severity = form["severity"] ?? severity
    block.rejectMedia = form.flag("reject_media") ?? rejectMedia
    block.rejectReports = form.flag("reject_reports") ?? rejectReports
    block.privateComment = form["private_comment"] ?? privateComment
    block.publicComment = form["public_comment"] ?? publicComment
    block.obfuscate = form.flag("obfuscate") ?? obfuscate
    guard Self.severities.contains(block.severity) else {
      throw Refusal.invalid("Severity is not included in the list")
    }
    return block
  }

  /// Refuses this block if there is one of its domain, or one of a domain above it that is as strict.
  func checkForConflict(in db: Database) throws {
    guard let other = try Self.block(over: domain, in: db) else { return }
    guard other.domain == domain || !isStricter(than: other) else { return }
    var refusal = Refusal(422, "You have already imposed stricter limits on \(other.domain).")
    refusal.details = [("existing_domain_block", other.entity)]
    throw refusal
  }

  /// The block of a domain or else of the nearest domain above it.
  private static func block(over domain: String, in db: Database) throws -> AdminDomainBlock? {
    let labels = domain.split(separator: ".")
    for start in labels.indices {
      let name = labels[start...].joined(separator: ".")
      if let block = try filter(sql: "domain = ?", arguments: [name]).fetchOne(db) { return block }
    }
    return nil
  }

  private func isStricter(than other: AdminDomainBlock) -> Bool {
    guard severity != "suspend" else { return true }
    guard rank >= other.rank else { return false }
    return (rejectMedia || !other.rejectMedia) && (rejectReports || !other.rejectReports)
  }

  private var rank: Int { Self.severities.firstIndex(of: severity) ?? 0 }

  /// An Admin::DomainBlock entity.
  var entity: Entity {
    [
      "id": .id(id), "domain": .text(domain), "digest": .text(Secret.hash(of: domain)),
      "created_at": .moment(createdAt), "severity": .text(severity), "reject_media": .bool(rejectMedia),
      "reject_reports": .bool(rejectReports), "private_comment": .optional(privateComment),
      "public_comment": .optional(publicComment), "obfuscate": .bool(obfuscate),
    ]
  }
}

/// A domain of email addresses that cannot register. Nobody registers here, so nobody ever tried.
struct EmailDomainBlock: AccessListEntry {
  static let listName = "email_domain_blocks"

  var id: Int64?
  var domain: String
  var allowWithApproval = false
  var createdAt: Moment

  /// An Admin::EmailDomainBlock entity, without the history of attempts.
  var entity: Entity {
    [
      "id": .id(id), "domain": .text(domain), "created_at": .moment(createdAt), "history": [],
      "allow_with_approval": .bool(allowWithApproval),
    ]
  }
}

/// An email address that cannot register, stored as the hash of its canonical form.
struct CanonicalEmailBlock: AccessListEntry {
  static let listName = "canonical_email_blocks"
  static let uniquePart = "Canonical email hash"

  var id: Int64?
  var canonicalEmailHash: String

  init(hash: String) { canonicalEmailHash = hash }

  /// Reads the hash, or the address to make one of.
  init(_ form: Form) throws {
    let hash = form["email"].flatMap { $0.isEmpty ? nil : Self.hash(of: $0) } ?? form["canonical_email_hash"] ?? ""
    guard !hash.isEmpty else { throw Refusal.invalid("Canonical email hash can't be blank") }
    self.init(hash: hash)
  }

  static func matching(_ address: String, in db: Database) throws -> [CanonicalEmailBlock] {
    try filter(sql: "canonicalEmailHash = ?", arguments: [hash(of: address)]).fetchAll(db)
  }

  /// The hash of an address without capital letters, dots and what follows a plus sign in the name.
  static func hash(of address: String) -> String {
    let halves = address.lowercased().split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let name = (halves.first ?? "").prefix { $0 != "+" }.filter { $0 != "." }
    return Secret.hash(of: halves.count > 1 ? "\(name)@\(halves[1])" : name)
  }

  /// An Admin::CanonicalEmailBlock entity.
  var entity: Entity { ["id": .id(id), "canonical_email_hash": .text(canonicalEmailHash)] }
}

/// A range of IP addresses that moderators block; the sandbox only remembers it.
struct IPBlock: AccessListEntry {
  static let listName = "ip_blocks"
  static let uniquePart = "Ip"

  private static let severities = ["sign_up_requires_approval", "sign_up_block", "no_access"]

  var id: Int64?
  var ip = ""
  var severity = ""
  var comment = ""
  var createdAt: Moment
  var expiresAt: Moment?

  /// This block with the settings in the form.
  func changed(by form: Form, at now: Moment) throws -> IPBlock {
    var block = self
    if let text = form["ip"] { block.ip = AddressRange(text)?.text ?? "" }
    block.severity = form["severity"] ?? severity
    block.comment = form["comment"] ?? comment
    if form.has("expires_in") { block.expiresAt = form.int("expires_in").map { now.adding(seconds: $0) } }
    guard !block.ip.isEmpty else { throw Refusal.invalid("Ip can't be blank") }
    guard !block.severity.isEmpty else { throw Refusal.invalid("Severity can't be blank") }
    guard Self.severities.contains(block.severity) else {
      throw Refusal.invalid("Severity is not included in the list")
    }
    return block
  }

  /// An Admin::IpBlock entity.
  var entity: Entity {
    [
      "id": .id(id), "ip": .text(ip), "severity": .text(severity), "comment": .text(comment),
      "created_at": .moment(createdAt), "expires_at": .moment(expiresAt),
    ]
  }
}

/// A range of IP addresses, such as `192.0.2.0/24`.
struct AddressRange {
  /// The range in its one spelling: with a length, and with zeros after it.
  let text: String

  /// Reads an address, with or without a length.
  init?(_ text: String) {
    let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let family = text.contains(":") ? AF_INET6 : AF_INET
    var bytes = [UInt8](repeating: 0, count: family == AF_INET6 ? 16 : 4)
    guard let address = halves.first, inet_pton(family, address, &bytes) == 1 else { return nil }
    let most = bytes.count * 8
    guard let length = halves.count > 1 ? Int(halves[1]) : most, (0...most).contains(length) else { return nil }
    for index in bytes.indices {
      let kept = min(max(length - 8 * index, 0), 8)
      bytes[index] &= UInt8(truncatingIfNeeded: 0xFF00 >> kept)
    }
    guard let spelling = Self.spelling(of: bytes, family) else { return nil }
    self.text = "\(spelling)/\(length)"
  }

  private static func spelling(of bytes: [UInt8], _ family: Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: 46)
    guard inet_ntop(family, bytes, &buffer, 46) != nil else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension Routes {
  /// The lists of what moderators block or allow: servers, email addresses and IP addresses.
  static let accessLists: [Endpoint] =
    entries(AdminDomainBlock.self) + entries(AdminDomainAllow.self) + entries(EmailDomainBlock.self)
    + entries(CanonicalEmailBlock.self) + entries(IPBlock.self) + servers + addresses

  private static let servers: [Endpoint] = [
    addition(AdminDomainBlock.self) { call in
      let block = try AdminDomainBlock(domain: call.form.domain(), createdAt: call.now).changed(by: call.form)
      try block.checkForConflict(in: call.db)
      return try block.added(in: call.db)
    },
    change(AdminDomainBlock.self) { block, call in try block.changed(by: call.form) },
    addition(AdminDomainAllow.self) { call in
      let domain = try call.form.domain()
      if let known = try AdminDomainAllow.find(domain: domain, in: call.db) { return known }
      return try AdminDomainAllow(domain: domain, createdAt: call.now).added(in: call.db)
    },
  ]

  private static let addresses: [Endpoint] = [
    addition(EmailDomainBlock.self) { call in
      let isLenient = call.form.flag("allow_with_approval") ?? false
      return try EmailDomainBlock(
        domain: call.form.domain(), allowWithApproval: isLenient, createdAt: call.now
      ).added(in: call.db)
    },
    addition(CanonicalEmailBlock.self) { call in try CanonicalEmailBlock(call.form).added(in: call.db) },
    moderation(.post, "canonical_email_blocks/test", as: "admin:read:canonical_email_blocks") { call, _ in
      guard let address = call.form["email"], !address.isEmpty else {
        throw Refusal(400, "param is missing or the value is empty or invalid: email")
      }
      return Reply(.list(try CanonicalEmailBlock.matching(address, in: call.db).map(\.entity)))
    },
    addition(IPBlock.self) { call in
      try IPBlock(createdAt: call.now).changed(by: call.form, at: call.now).added(in: call.db)
    },
    change(IPBlock.self) { block, call in try block.changed(by: call.form, at: call.now) },
  ]

  /// The routes that every list has: reading it or one entry, and removing an entry.
  private static func entries<Entry: AccessListEntry>(_ type: Entry.Type) -> [Endpoint] {
    let scope = "admin:read:\(Entry.listName)"
    return [
      moderation(.get, Entry.listName, as: scope) { call, _ in
        let page = Page(call, standard: 100)
        let rows = try page.rows("*", from: "\(sql: Entry.databaseTableName) WHERE 1", cursor: "id", in: call.db)
        return try page.reply(rows, continuing: .whenFull) { try Entry(row: $0).entity }
      },
      moderation(.get, "\(Entry.listName)/:id", as: scope) { call, _ in
        Reply(try Entry.find(call.id(), in: call.db).entity)
      },
      moderation(.delete, "\(Entry.listName)/:id", as: "admin:write:\(Entry.listName)") { call, _ in
        try Entry.find(call.id(), in: call.db).delete(call.db)
        return .empty
      },
    ]
  }

  private static func addition<Entry: AccessListEntry>(
    _ type: Entry.Type, perform: @escaping @Sendable (Call) throws -> Entry
  ) -> Endpoint {
    moderation(.post, Entry.listName, as: "admin:write:\(Entry.listName)") { call, _ in
      Reply(try perform(call).entity)
    }
  }

  private static func change<Entry: AccessListEntry>(
    _ type: Entry.Type, perform: @escaping @Sendable (Entry, Call) throws -> Entry
  ) -> Endpoint {
    moderation(.put, "\(Entry.listName)/:id", as: "admin:write:\(Entry.listName)") { call, _ in
      let entry = try perform(Entry.find(call.id(), in: call.db), call)
      return Reply(try entry.replaced(in: call.db).entity)
    }
  }
}
