import GRDB

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
