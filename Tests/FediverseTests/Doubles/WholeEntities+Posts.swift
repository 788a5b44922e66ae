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
    WholeEntity(InstanceActivity.self, as: .activity),
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
    WholeEntity(AdminDomainBlock.self, as: .domainBlock),
    WholeEntity(AdminDomainAllow.self, as: .domainAllow),
    WholeEntity(AdminEmailDomainBlock.self, as: .emailDomainBlock),
    WholeEntity(AdminCanonicalEmailBlock.self, ["id": "1", "canonical_email_hash": "5d"]),
    WholeEntity(AdminIPBlock.self, as: .ipBlock),
    WholeEntity(AdminTag.self, as: .adminTag),
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
