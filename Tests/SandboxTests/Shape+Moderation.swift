/// What those who moderate see, as Mastodon documents it.
extension Shape {
  /// Who has no sign-in here has nulls where a sign-in's facts would be.
  static let adminAccount = Shape.object([
    "id": .id, "username": .text, "domain": .nullable(.text), "created_at": .moment, "email": .nullable(.text),
    "ip": .nullable(.text), "ips": .list(.object(["ip": .text, "used_at": .moment])), "confirmed": .nullable(.truth),
    "suspended": .truth, "silenced": .truth, "sensitized": .truth, "disabled": .nullable(.truth),
    "approved": .nullable(.truth), "locale": .nullable(.text), "invite_request": .nullable(.text), "account": account,
    "role": .nullable(role),
  ])
  static let adminReport = Shape.object([
    "id": .id, "action_taken": .truth, "action_taken_at": .nullable(.moment), "comment": .text, "forwarded": .truth,
    "category": .one(of: ["spam", "legal", "violation", "other"]), "created_at": .moment, "updated_at": .moment,
    "account": adminAccount, "target_account": adminAccount, "assigned_account": .nullable(adminAccount),
    "action_taken_by_account": .nullable(adminAccount), "statuses": .list(status),
    "rules": .list(.object(["id": .id, "text": .text, "hint": .text, "translations": .anything])),
  ])
}
