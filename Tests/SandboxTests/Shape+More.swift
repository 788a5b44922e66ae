extension Shape {
  static let report = Shape.object([
    "id": .id, "action_taken": .truth, "action_taken_at": .nullable(.moment), "comment": .text, "forwarded": .truth,
    "category": .one(of: ["spam", "legal", "violation", "other"]), "created_at": .moment, "target_account": account,
    "status_ids": .list(.id), "rule_ids": .list(.id), "collection_ids": .list(.id),
  ])
  private static let severance = Shape.object([
    "id": .id, "type": .one(of: ["domain_block", "user_domain_block", "account_suspension"]), "purged": .truth,
    "target_name": .text, "followers_count": .number, "following_count": .number, "created_at": .moment,
  ])
  private static let warning = Shape.object([
    "id": .id, "action": .text, "text": .text, "status_ids": .list(.id), "appeal": .nullable(.anything),
    "created_at": .moment,
  ])
  private static let notificationKind = Shape.one(of: [
    "mention", "status", "reblog", "follow", "follow_request", "favourite", "poll", "update", "admin.sign_up",
    "admin.report", "severed_relationships", "moderation_warning", "quote", "quoted_update",
  ])
  private static let occasion: [String: Shape] = [
    "report": .optional(report), "event": .optional(severance), "moderation_warning": .optional(warning),
  ]
  static let notification = Shape.object([
    "id": .id, "type": notificationKind, "group_key": .text, "created_at": .moment, "account": account,
    "status": .optional(status),
  ]).with(occasion)
  static let notificationGroups = Shape.object([
    "accounts": .list(account), "statuses": .list(status),
    "notification_groups": .list(
      Shape.object([
        "group_key": .text, "notifications_count": .number, "type": notificationKind,
        "most_recent_notification_id": .number, "page_min_id": .id, "page_max_id": .id,
        "latest_page_notification_at": .moment, "sample_account_ids": .list(.id), "status_id": .optional(.id),
      ]).with(occasion)),
  ])
  private static let treatment = Shape.one(of: ["accept", "filter", "drop"])
  static let notificationPolicy = Shape.object([
    "for_not_following": treatment, "for_not_followers": treatment, "for_new_accounts": treatment,
    "for_private_mentions": treatment, "for_limited_accounts": treatment, "for_bots": treatment,
    "summary": .object(["pending_requests_count": .number, "pending_notifications_count": .number]),
  ])
  static let notificationPolicyV1 = Shape.object([
    "filter_not_following": .truth, "filter_not_followers": .truth, "filter_new_accounts": .truth,
    "filter_private_mentions": .truth,
    "summary": .object(["pending_requests_count": .number, "pending_notifications_count": .number]),
  ])
  static let notificationRequest = Shape.object([
    "id": .id, "created_at": .moment, "updated_at": .moment, "notifications_count": .digits, "account": account,
    "last_status": .nullable(status),
  ])
  static let filterV1 = Shape.object([
    "id": .id, "phrase": .text, "context": .list(.text), "whole_word": .truth, "expires_at": .nullable(.moment),
    "irreversible": .truth,
  ])
  static let conversation = Shape.object([
    "id": .id, "unread": .truth, "accounts": .list(account), "last_status": .nullable(status),
  ])
  static let listEntity = Shape.object([
    "id": .id, "title": .text, "replies_policy": .one(of: ["followed", "list", "none"]), "exclusive": .truth,
  ])
  static let marker = Shape.object(["last_read_id": .id, "version": .number, "updated_at": .moment])
  private static let history = Shape.list(.object(["day": .digits, "uses": .digits, "accounts": .digits]))
  static let tag = Shape.object([
    "id": .text, "name": .text, "url": .address, "history": history, "following": .optional(.truth),
    "featuring": .optional(.truth),
  ])
  static let link = card.with(["history": history])
  static let featuredTag = Shape.object([
    "id": .id, "name": .text, "url": .address, "statuses_count": .digits, "last_status_at": .nullable(.day),
  ])
  static let search = Shape.object(["accounts": .list(account), "statuses": .list(status), "hashtags": .list(tag)])
  static let application = Shape.object([
    "id": .id, "name": .text, "website": .nullable(.text), "scopes": .list(.text), "redirect_uris": .list(.text),
    "redirect_uri": .text, "vapid_key": .text,
  ])
  static let announcement = Shape.object([
    "id": .id, "content": .text, "starts_at": .nullable(.moment), "ends_at": .nullable(.moment), "all_day": .truth,
    "published_at": .moment, "updated_at": .moment, "read": .truth, "mentions": .list(.anything),
    "statuses": .list(.anything), "tags": .list(.anything), "emojis": .list(emoji),
    "reactions": .list(.object(["name": .text, "count": .number, "me": .truth])),
  ])
  static let translation = Shape.object([
    "content": .text, "spoiler_text": .text, "language": .text, "detected_source_language": .text, "provider": .text,
    "media_attachments": .list(.object(["id": .id, "description": .nullable(.text)])),
    "poll": .nullable(.object(["id": .id, "options": .list(.object(["title": .text]))])),
  ])
  private static let rule = Shape.object(["id": .id, "text": .text, "hint": .text, "translations": .anything])
  private static let limits = Shape.object([
    "accounts": .object(["max_featured_tags": .number, "max_pinned_statuses": .number]),
    "statuses": .object([
      "max_characters": .number, "max_media_attachments": .number, "characters_reserved_per_url": .number,
    ]),
    "media_attachments": .object([
      "supported_mime_types": .list(.text), "description_limit": .number, "image_size_limit": .number,
      "image_matrix_limit": .number, "video_size_limit": .number, "video_frame_rate_limit": .number,
      "video_matrix_limit": .number,
    ]),
    "polls": .object([
      "max_options": .number, "max_characters_per_option": .number, "min_expiration": .number,
      "max_expiration": .number,
    ]),
  ])
  static let instanceV1 = Shape.object([
    "uri": .text, "title": .text, "short_description": .text, "description": .text, "email": .text, "version": .text,
    "urls": .object(["streaming_api": .address]), "thumbnail": .address, "languages": .list(.text),
    "stats": .object(["user_count": .number, "status_count": .number, "domain_count": .number]),
    "registrations": .truth, "approval_required": .truth, "invites_enabled": .truth, "configuration": limits,
    "contact_account": .nullable(account), "rules": .list(rule),
  ])
  private static let access = Shape.object([
    "local": .one(of: ["public", "authenticated", "disabled"]),
    "remote": .one(of: ["public", "authenticated", "disabled"]),
  ])
  static let instanceV2 = Shape.object([
    "domain": .text, "title": .text, "version": .text, "source_url": .address, "description": .text,
    "usage": .object(["users": .object(["active_month": .number])]), "icon": .list(.anything),
    "thumbnail": .object([
      "url": .address, "blurhash": .nullable(.text), "versions": .anything, "description": .text,
    ]),
    "languages": .list(.text), "api_versions": .object(["mastodon": .number]), "rules": .list(rule),
    "contact": .object(["email": .text, "account": .nullable(account)]),
    "registrations": .object([
      "enabled": .truth, "approval_required": .truth, "reason_required": .nullable(.truth), "message": .nullable(.text),
      "min_age": .nullable(.number), "url": .nullable(.address),
    ]),
    "configuration": limits.with([
      "urls": .object([
        "streaming": .address, "status": .nullable(.address), "about": .nullable(.address),
        "privacy_policy": .nullable(.address), "terms_of_service": .nullable(.address),
      ]),
      "vapid": .object(["public_key": .text]), "translation": .object(["enabled": .truth]),
      "timelines_access": .object([
        "live_feeds": access, "hashtag_feeds": access, "trending_link_feeds": access,
      ]), "limited_federation": .truth,
    ]),
  ])
}
