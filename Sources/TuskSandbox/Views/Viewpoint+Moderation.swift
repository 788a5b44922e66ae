import GRDB

extension Viewpoint {
  /// A Report entity, for the account that filed it.
  func entity(of report: Report) throws -> Entity {
    head(of: report).with([
      "created_at": .moment(report.createdAt), "status_ids": .list(report.statusIds.map { .id($0) }),
      "rule_ids": .list(report.ruleIds.map { .id($0) }), "collection_ids": [],
      "target_account": try account(report.targetId),
    ])
  }

  /// An Admin::Report entity, for moderators.
  func adminEntity(of report: Report) throws -> Entity {
    let statuses = try report.statusIds.compactMap { try Status.find($0, in: db) }
    return head(of: report).with([
      "created_at": .moment(report.createdAt), "updated_at": .moment(report.updatedAt),
      "account": try adminEntity(of: report.accountId), "target_account": try adminEntity(of: report.targetId),
      "assigned_account": try adminEntity(of: report.assignedId),
      "action_taken_by_account": try adminEntity(of: report.actionTakenById),
      "statuses": .list(try statuses.map { try entity(of: $0) }),
      "rules": .list(Instance.rules(report.ruleIds.map(String.init))),
    ])
  }

  private func head(of report: Report) -> Entity {
    [
      "id": .id(report.id), "action_taken": .bool(report.actionTakenAt != nil),
      "action_taken_at": .moment(report.actionTakenAt), "category": .text(report.category),
      "comment": .text(report.comment), "forwarded": .bool(report.forwarded),
    ]
  }

  private func adminEntity(of id: Int64?) throws -> Entity {
    try id.flatMap { try Account.find($0, in: db) }.map { try adminEntity(of: $0) } ?? .null
  }

  /// An Admin::Account entity; accounts that do not sign in here lack the members about signing in.
  func adminEntity(of account: Account) throws -> Entity {
    let isLocal = account.isLocal
    return [
      "id": .id(account.id), "username": .text(account.username), "domain": .optional(account.domain),
      "created_at": .moment(account.createdAt),
      "email": isLocal ? .text("\(account.username)@\(InstanceConfiguration.domain)") : .null,
      "ip": isLocal ? "127.0.0.1" : .null,
      "confirmed": isLocal ? true : .null, "suspended": .bool(account.suspended), "silenced": .bool(account.silenced),
      "sensitized": .bool(account.sensitized), "disabled": isLocal ? .bool(account.disabled) : .null,
      "approved": isLocal ? true : .null, "locale": isLocal ? .text(account.defaultLanguage ?? "en") : .null,
      "invite_request": nil, "ips": isLocal ? [["ip": "127.0.0.1", "used_at": .moment(account.createdAt)]] : [],
      "account": try entity(of: account), "role": isLocal ? role(of: account) : .null,
    ]
  }
}
