/// What those who moderate see, as Mastodon documents it.
extension EntityShape {
  /// Who has no sign-in here has nulls where a sign-in's facts would be.
  package static let adminAccount = EntityShape.object([
    "id!": .id, "username": .text, "domain email ip locale invite_request": .nullable(.text), "created_at": .moment,
    "ips": .list(.object(["ip": .text, "used_at": .moment])), "confirmed disabled approved": .nullable(.truth),
    "suspended silenced sensitized": .truth, "account": account, "role": .nullable(role),
  ])
  package static let adminReport = EntityShape.object([
    "id!": .id, "action_taken forwarded": .truth, "action_taken_at": .nullable(.moment), "comment": .text,
    "category": .one(of: ["spam", "legal", "violation", "other"]), "created_at updated_at": .moment,
    "account target_account": adminAccount, "assigned_account action_taken_by_account": .nullable(adminAccount),
    "statuses": .list(status), "rules": .list(.object(["id": .id, "text hint": .text, "translations": .anything])),
  ])
  package static let domainBlock = EntityShape.object([
    "id!": .id, "domain": .text, "severity": .one(of: ["noop", "silence", "suspend"]), "created_at": .moment,
    "reject_media reject_reports obfuscate": .truth, "private_comment public_comment": .nullable(.text),
  ])
  package static let domainAllow = EntityShape.object(["id!": .id, "domain": .text, "created_at": .moment])
  package static let emailDomainBlock = EntityShape.object([
    "id!": .id, "domain": .text, "created_at": .moment, "history": .list(dailyUse), "allow_with_approval": .truth,
  ])
  package static let ipBlock = EntityShape.object([
    "id!": .id, "ip comment": .text, "created_at": .moment, "expires_at": .nullable(.moment),
    "severity": .one(of: ["sign_up_requires_approval", "sign_up_block", "no_access"]),
  ])
  package static let adminTag = EntityShape.object([
    "id!": .id, "name": .text, "url": .address, "history": .list(dailyUse),
    "trendable usable listable requires_review": .truth,
  ])
}
