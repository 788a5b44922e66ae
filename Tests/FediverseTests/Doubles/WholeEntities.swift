import JSONValue
import TestSupport

@testable import Fediverse

/// An entity with every member that is read of it, each of the type that Mastodon documents: from the table of shapes,
/// or, where that has none, written here.
struct WholeEntity: Sendable, CustomStringConvertible {
  let description: String
  /// The members without which the entity is of no use.
  let needed: Set<String>
  /// The members that nothing reads.
  let unread: Set<String>
  let json: JSON
  /// The same with values of other types, if there is one.
  let odd: JSON?
  /// Reads the entity and writes all that was read, but what is kept as it came.
  let reading: @Sendable (JSON) throws -> String

  init<Value: Entity>(_ type: Value.Type, as shape: EntityShape, unread: Set<String> = []) {
    self.init(type, needing: shape.neededNames, shape.whole(), unread: unread, odd: shape.odd())
  }

  init<Value: Entity>(
    _ type: Value.Type, needing needed: Set<String> = ["id"], _ json: JSON, unread: Set<String> = [], odd: JSON? = nil
  ) {
    description = "\(type)"
    self.needed = needed
    self.unread = unread
    self.json = json
    self.odd = odd
    reading = { json in
      let value = try Value(json: json)
      let parts = Mirror(reflecting: value).children.filter { $0.label != "raw" && $0.label != "details" }
      return parts.map { "\($0.label ?? ""): \(Self.written($0.value))" }.joined(separator: "\n")
    }
  }

  /// The value as text; equal dictionaries and sets are written alike, although each keeps an order of its own.
  private static func written(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .dictionary?, .set?: return mirror.children.map { "\($0.value)" }.sorted().joined(separator: ", ")
    default: return "\(value)"
    }
  }

  private static let instance: JSON = [
    "domain": "example.social", "uri": "example.social", "account_domain": "example.org", "title": "T",
    "version": "4.4.0", "description": "d",
    "short_description": "s", "source_url": "u", "email": "e", "contact_account": ["id": "1"],
    "urls": ["streaming_api": "w"],
    "contact": ["email": "c", "account": ["id": "2"]], "thumbnail": ["url": "p"], "languages": ["de"],
    "stats": ["user_count": 1],
    "rules": [["id": "1", "text": "be kind"]],
    "configuration": ["statuses": ["max_characters": 9], "urls": ["streaming": "w"]],
    "api_versions": ["mastodon": 7], "registrations": ["enabled": true], "approval_required": true, "max_toot_chars": 8,
    "poll_limits": ["max_options": 3], "upload_limit": 5, "usage": ["users": ["active_month": 2]],
    "max_media_attachments": 6,
  ]

  private static let common: [WholeEntity] = [
    WholeEntity(Account.self, as: .credentialAccount.with(["mute_expires_at": .moment]), unread: ["noindex", "role"]),
    WholeEntity(Status.self, as: .status, unread: ["quotes_count", "quote_approval", "filtered"]),
    WholeEntity(Relationship.self, as: .relationship, unread: ["muting_expires_at"]),
    WholeEntity(Instance.self, needing: [], instance),
    WholeEntity(
      Notification.self, as: .notification.with(["emoji": .text, "emoji_url": .address]),
      unread: ["event", "moderation_warning"]),
    WholeEntity(Poll.self, as: .poll, unread: ["emojis"]),
    WholeEntity(MediaAttachment.self, as: .media, unread: ["preview_remote_url", "text_url"]),
    WholeEntity(Mention.self, needing: [], ["id": "1", "acct": "a@b.example", "username": "a", "url": "u"]),
    WholeEntity(Tag.self, as: .tag, unread: ["id"]),
    WholeEntity(CustomEmoji.self, as: .emoji, unread: ["visible_in_picker"]),
    WholeEntity(
      PreviewCard.self, as: .link.with(["id": .id, "requires_review": .truth]),
      unread: ["author_name", "author_url", "missing_attribution"]),
    WholeEntity(
      Application.self, as: .application, unread: ["id", "redirect_uri", "redirect_uris", "scopes", "vapid_key"]),
    WholeEntity(Account.Field.self, as: .field),
    WholeEntity(
      Account.Source.self, as: .source, unread: ["hide_collections", "discoverable", "indexable", "quote_policy"]),
    WholeEntity(UserList.self, as: .listEntity),
    WholeEntity(StatusSource.self, ["id": "1", "text": "t", "spoiler_text": "s", "content_type": "text/markdown"]),
    WholeEntity(Conversation.self, as: .conversation),
    WholeEntity(Announcement.self, as: .announcement, unread: ["mentions", "statuses", "tags"]),
    WholeEntity(AdminReport.self, as: .adminReport),
    WholeEntity(AdminAccount.self, as: .adminAccount.with(["invited_by_account_id": .id]), unread: ["ips"]),
  ]

  static let all = common + people + posts + moderation
}
