import JSONValue
import TestSupport

@testable import Fediverse

extension WholeEntity {
  private static let time: JSON = "2024-01-02T03:04:05.000Z"

  /// What statuses, notifications and servers are described by, beside the statuses themselves.
  static let posts: [WholeEntity] = [
    WholeEntity(AsyncRefresh.self, ["id": "1", "status": "running", "result_count": 2]),
    WholeEntity(StatusEdit.self, as: .edit),
    WholeEntity(ScheduledStatus.self, as: .scheduled),
    WholeEntity(
      EmojiReaction.self, needing: ["name"],
      ["name": "blob", "count": 3, "me": true, "url": "u", "accounts": [["id": "9"]]]),
    WholeEntity(
      Embedding.self, needing: ["html"],
      [
        "html": "<iframe>", "title": "t", "author_name": "a", "author_url": "u", "provider_name": "p", "width": 400,
        "height": 300, "cache_age": 86400,
      ]),
    WholeEntity(
      InteractionRequest.self,
      [
        "id": "1", "type": "reply", "created_at": time, "account": ["id": "9"], "status": ["id": "2"],
        "reply": ["id": "3"], "accepted_at": time, "rejected_at": time,
      ]),
    WholeEntity(
      NotificationGroup.self, as: .notificationGroup,
      unread: ["page_min_id", "page_max_id", "report", "event", "moderation_warning"]),
    WholeEntity(NotificationPolicy.self, as: .notificationPolicy),
    WholeEntity(NotificationRequest.self, as: .notificationRequest),
    WholeEntity(DailyUse.self, needing: [], ["day": "1661817600", "uses": "7", "accounts": "6"]),
    WholeEntity(
      InstanceActivity.self, needing: [],
      ["week": "1574640000", "statuses": "37125", "logins": "14239", "registrations": "542"]),
    WholeEntity(
      BlockedServer.self, needing: ["domain"],
      ["domain": "b*d.example", "digest": "5d", "severity": "silence", "comment": "spam"]),
    WholeEntity(Language.self, needing: ["code"], ["code": "de", "name": "German"]),
    WholeEntity(
      AnnualReport.self, needing: ["year"],
      ["year": 2025, "data": ["archetype": "oracle"], "schema_version": 2, "share_url": "u", "account_id": "9"]),
    WholeEntity(Instance.Rule.self, needing: ["text"], ["id": "1", "text": "be kind", "hint": "really"]),
  ]

  /// What those who look after a server see.
  static let moderation: [WholeEntity] = [
    WholeEntity(
      AdminDomainBlock.self,
      [
        "id": "1", "domain": "bad.example", "severity": "silence", "created_at": time, "reject_media": true,
        "reject_reports": true, "private_comment": "p", "public_comment": "c", "obfuscate": true,
      ]),
    WholeEntity(AdminDomainAllow.self, ["id": "1", "domain": "good.example", "created_at": time]),
    WholeEntity(
      AdminEmailDomainBlock.self,
      [
        "id": "1", "domain": "bad.example", "created_at": time, "history": [["day": "0", "uses": "1"]],
        "allow_with_approval": true,
      ]),
    WholeEntity(AdminCanonicalEmailBlock.self, ["id": "1", "canonical_email_hash": "5d"]),
    WholeEntity(
      AdminIPBlock.self,
      [
        "id": "1", "ip": "192.0.2.0/24", "severity": "sign_up_block", "comment": "c", "created_at": time,
        "expires_at": time,
      ]),
    WholeEntity(
      AdminTag.self,
      [
        "id": "1", "name": "t", "url": "u", "history": [["day": "0"]], "trendable": true, "usable": true,
        "listable": true, "requires_review": true,
      ]),
    WholeEntity(
      AdminMeasure.self, needing: ["key"],
      [
        "key": "active_users", "unit": "bytes", "total": "2", "human_value": "2 Bytes", "previous_total": "1",
        "data": [["date": time, "value": "2"]],
      ]),
    WholeEntity(
      AdminDimension.self, needing: ["key"], ["key": "languages", "data": [["key": "de", "value": "3"]]]),
    WholeEntity(
      AdminCohort.self, needing: [],
      ["period": time, "frequency": "month", "data": [["date": time, "rate": "0.5", "value": "3"]]]),
  ]
}
