import JSONValue

@testable import Fediverse

/// An entity with every member that is read of it, each of the type that Mastodon documents.
struct WholeEntity: Sendable, CustomStringConvertible {
  let description: String
  /// The members without which the entity is of no use.
  let needed: Set<String>
  let json: JSON
  /// Reads the entity and writes all that was read, but what is kept as it came.
  let reading: @Sendable (JSON) throws -> String

  init<Value: Entity>(_ type: Value.Type, needing needed: Set<String> = ["id"], _ json: JSON) {
    description = "\(type)"
    self.needed = needed
    self.json = json
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

  private static let account: JSON = [
    "id": "9", "username": "ben", "acct": "ben@other.example", "display_name": "Ben", "note": "<p>hi</p>",
    "url": "https://other.example/@ben", "uri": "https://other.example/users/ben", "avatar": "https://other.example/a",
    "avatar_static": "https://other.example/b", "header": "https://other.example/c", "locked": true, "bot": true,
    "header_static": "https://other.example/d", "group": true, "discoverable": true, "suspended": true, "limited": true,
    "indexable": true, "hide_collections": true, "mute_expires_at": "2024-01-02T03:04:05Z",
    "created_at": "2024-01-02T03:04:05.000Z", "last_status_at": "2024-01-02", "followers_count": 3,
    "roles": [["name": "r"]],
    "following_count": 4, "statuses_count": 5, "fields": [["name": "n", "value": "v", "verified_at": nil]],
    "emojis": [["shortcode": "blob", "url": "u", "static_url": "s", "category": "c"]], "moved": ["id": "10"],
    "source": ["privacy": "public", "sensitive": false, "language": "de", "note": "hi", "follow_requests_count": 1],
  ]

  private static let status: JSON = [
    "id": "1", "uri": "https://other.example/1", "url": "https://other.example/@ben/1", "content": "<p>hi</p>",
    "created_at": "2024-01-02T03:04:05.000Z", "edited_at": "2024-01-02T03:04:06.000Z", "account": ["id": "9"],
    "text": "hi",
    "visibility": "private", "sensitive": true, "spoiler_text": "cw", "language": "de", "in_reply_to_id": "2",
    "in_reply_to_account_id": "3", "reblogs_count": 1, "favourites_count": 2, "replies_count": 3, "favourited": true,
    "reblogged": true, "bookmarked": true, "muted": true, "pinned": true, "reblog": ["id": "4"], "quote": ["id": "5"],
    "media_attachments": [["id": "6", "type": "image"]], "mentions": [["acct": "a"]], "tags": [["name": "t"]],
    "emojis": [["shortcode": "blob"]], "poll": ["id": "7"], "card": ["url": "u"], "application": ["name": "n"],
  ]

  private static let relationship: JSON = [
    "id": "9", "following": true, "followed_by": true, "requested": true, "requested_by": true, "blocking": true,
    "blocked_by": true, "muting": true, "muting_notifications": true, "showing_reblogs": true, "notifying": true,
    "endorsed": true, "domain_blocking": true, "note": "n", "languages": ["de"],
  ]

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

  static let all: [WholeEntity] =
    [
      WholeEntity(Account.self, account), WholeEntity(Status.self, status),
      WholeEntity(Relationship.self, needing: [], relationship),
      WholeEntity(Instance.self, needing: [], instance),
      WholeEntity(
        Notification.self,
        [
          "id": "1", "type": "mention", "created_at": "2024-01-02T03:04:05.000Z", "account": ["id": "9"],
          "status": ["id": "2"], "group_key": "g", "emoji": "🎉", "emoji_url": "u", "report": ["id": "3"],
        ]),
      WholeEntity(
        Poll.self,
        [
          "id": "1", "expires_at": "2024-01-02T03:04:05.000Z", "expired": true, "multiple": true, "votes_count": 1,
          "voters_count": 1, "options": [["title": "a", "votes_count": 1]], "voted": true, "own_votes": [0],
        ]),
      WholeEntity(
        MediaAttachment.self, needing: [],
        [
          "id": "1", "type": "image", "url": "u", "preview_url": "p", "remote_url": "r", "description": "d",
          "blurhash": "b",
          "meta": ["original": ["width": 1]],
        ]),
      WholeEntity(Mention.self, needing: [], ["id": "1", "acct": "a@b.example", "username": "a", "url": "u"]),
      WholeEntity(
        Tag.self, needing: ["name"],
        ["name": "t", "url": "u", "following": true, "featuring": true, "history": [["day": "86400"]]]),
      WholeEntity(
        CustomEmoji.self, needing: ["shortcode"], ["shortcode": "b", "url": "u", "static_url": "s", "category": "c"]),
      WholeEntity(
        PreviewCard.self, needing: ["url"],
        [
          "url": "u", "title": "t", "description": "d", "type": "photo", "provider_name": "p", "image": "i",
          "provider_url": "v", "image_description": "a", "blurhash": "b", "embed_url": "e", "html": "<b>",
          "width": "400",
          "height": 225, "language": "de", "published_at": "2024-01-02T03:04:05Z", "id": "5", "requires_review": true,
          "history": [["day": "1661817600", "uses": "7", "accounts": "6"]],
          "authors": [["name": "Ben", "url": "w", "account": ["id": "9"]]],
        ]),
      WholeEntity(Application.self, needing: ["name"], ["name": "n", "website": "w"]),
      WholeEntity(Account.Field.self, needing: [], ["name": "n", "value": "v", "verified_at": "2024-01-02T03:04:05Z"]),
      WholeEntity(
        Account.Source.self, needing: [],
        [
          "privacy": "direct", "sensitive": true, "language": "de", "note": "n", "fields": [["name": "n"]],
          "follow_requests_count": 2, "attribution_domains": ["a.example"],
        ]),
      WholeEntity(UserList.self, ["id": "1", "title": "t", "replies_policy": "list", "exclusive": true]),
      WholeEntity(StatusSource.self, ["id": "1", "text": "t", "spoiler_text": "s", "content_type": "text/markdown"]),
      WholeEntity(
        Conversation.self, ["id": "1", "unread": true, "accounts": [["id": "9"]], "last_status": ["id": "2"]]),
      WholeEntity(
        Announcement.self,
        [
          "id": "1", "content": "c", "published_at": "2024-01-02T03:04:05Z", "starts_at": "2024-01-02T03:04:05Z",
          "ends_at": "2024-01-02T03:04:05Z", "read": true, "updated_at": "2024-01-02T03:04:06Z", "all_day": true,
          "reactions": [["name": "🎉", "count": 2, "me": true]], "emojis": [["shortcode": "blob"]],
        ]),
      WholeEntity(
        AdminReport.self,
        [
          "id": "1", "category": "spam", "comment": "c", "target_account": ["id": "2"], "account": ["id": "3"],
          "statuses": [["id": "4"]], "created_at": "2024-01-02T03:04:05Z", "action_taken": true, "forwarded": true,
          "updated_at": "2024-01-02T03:04:06Z", "action_taken_at": "2024-01-02T03:04:07Z",
          "assigned_account": ["id": "5"], "action_taken_by_account": ["id": "6"],
          "rules": [["id": "7", "text": "be kind"]],
        ]),
      WholeEntity(
        AdminAccount.self,
        [
          "id": "1", "username": "u", "domain": "d", "email": "e", "created_at": "2024-01-02T03:04:05Z",
          "disabled": true, "silenced": true, "suspended": true, "sensitized": true, "account": ["id": "2"],
          "confirmed": true, "approved": false, "ip": "192.0.2.1", "locale": "de", "invite_request": "please",
          "role": ["name": "Owner"], "invited_by_account_id": "3",
        ]),
    ] + people + posts + moderation
}
