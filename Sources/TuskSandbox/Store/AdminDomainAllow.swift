import GRDB

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
