import GRDB

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
