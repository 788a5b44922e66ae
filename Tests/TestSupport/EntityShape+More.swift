extension EntityShape {
  package static let report = EntityShape.object([
    "id!": .id, "action_taken forwarded": .truth, "action_taken_at": .nullable(.moment), "comment": .text,
    "category": .one(of: ["spam", "legal", "violation", "other"]), "created_at": .moment, "target_account": account,
    "status_ids rule_ids collection_ids": .list(.id),
  ])
  private static let severance = EntityShape.object([
    "id": .id, "type": .one(of: ["domain_block", "user_domain_block", "account_suspension"]), "purged": .truth,
    "target_name": .text, "followers_count following_count": .number, "created_at": .moment,
  ])
  private static let warning = EntityShape.object([
    "id": .id, "action text": .text, "status_ids": .list(.id), "appeal": .nullable(.anything), "created_at": .moment,
  ])
  private static let notificationKind = EntityShape.one(of: [
    "mention", "status", "reblog", "follow", "follow_request", "favourite", "poll", "update", "admin.sign_up",
    "admin.report", "severed_relationships", "moderation_warning", "quote", "quoted_update",
  ])
  private static let occasion: [String: EntityShape] = [
    "report": .optional(report), "event": .optional(severance), "moderation_warning": .optional(warning),
  ]
  package static let notification = EntityShape.object([
    "id!": .id, "type": notificationKind, "group_key": .text, "created_at": .moment, "account": account,
    "status": .optional(status),
  ]).with(occasion)
  package static let notificationGroup = EntityShape.object([
    "group_key!": .text, "notifications_count most_recent_notification_id": .number, "type": notificationKind,
    "page_min_id page_max_id": .id, "latest_page_notification_at": .moment, "sample_account_ids": .list(.id),
    "status_id": .optional(.id),
  ]).with(occasion)
  package static let notificationGroups = EntityShape.object([
    "accounts": .list(account), "statuses": .list(status),
    "notification_groups": .list(notificationGroup),
  ])
  private static let treatment = EntityShape.one(of: ["accept", "filter", "drop"])
  package static let notificationPolicy = EntityShape.object([
    "for_not_following for_not_followers for_new_accounts for_private_mentions for_limited_accounts": treatment,
    "for_bots": treatment, "summary": .object(["pending_requests_count pending_notifications_count": .number]),
  ])
  package static let notificationPolicyV1 = EntityShape.object([
    "filter_not_following filter_not_followers filter_new_accounts filter_private_mentions": .truth,
    "summary": .object(["pending_requests_count pending_notifications_count": .number]),
  ])
  package static let notificationRequest = EntityShape.object([
    "id!": .id, "created_at updated_at": .moment, "notifications_count": .digits, "account": account,
    "last_status": .nullable(status),
  ])
  package static let filterV1 = EntityShape.object([
    "id!": .id, "phrase": .text, "context": .list(.text), "whole_word irreversible": .truth,
    "expires_at": .nullable(.moment),
  ])
  package static let conversation = EntityShape.object([
    "id!": .id, "unread": .truth, "accounts": .list(account), "last_status": .nullable(status),
  ])
  package static let listEntity = EntityShape.object([
    "id!": .id, "title": .text, "replies_policy": .one(of: ["followed", "list", "none"]), "exclusive": .truth,
  ])
  package static let marker = EntityShape.object(["last_read_id!": .id, "version": .number, "updated_at": .moment])
  package static let dailyUse = EntityShape.object(["day uses accounts": .digits])
  private static let history = EntityShape.list(dailyUse)
  package static let preferences = EntityShape.object([
    "posting:default:visibility posting:default:quote_policy": .text, "posting:default:language": .nullable(.text),
    "posting:default:sensitive reading:expand:spoilers reading:autoplay:gifs": .truth,
    "reading:expand:media": .one(of: ["default", "show_all", "hide_all"]),
  ])
  package static let userInfo = EntityShape.object([
    "iss sub! profile": .address, "name preferred_username": .text, "picture": .nullable(.address),
  ])
  package static let activity = EntityShape.object(["week statuses logins registrations": .digits])
  package static let collection = EntityShape.object([
    "id!": .id, "account_id": .id, "uri url": .address, "name description": .text, "language": .nullable(.text),
    "local sensitive discoverable": .truth, "tag": .nullable(.object(["name!": .text, "url": .address])),
    "item_count": .number, "items": .list(collectionItem), "created_at updated_at": .moment,
  ])
  package static let collectionItem = EntityShape.object([
    "id! account_id": .id, "state": .one(of: ["accepted", "pending", "rejected"]), "created_at": .moment,
  ])
  package static let tag = EntityShape.object([
    "id name!": .text, "url": .address, "history": history, "following featuring": .optional(.truth),
  ])
  package static let link = card.with(["history": history])
  package static let featuredTag = EntityShape.object([
    "id": .id, "name!": .text, "url": .address, "statuses_count": .digits, "last_status_at": .nullable(.day),
  ])
  package static let search = EntityShape.object([
    "accounts": .list(account), "statuses": .list(status), "hashtags": .list(tag),
  ])
  package static let application = EntityShape.object([
    "id": .id, "name! redirect_uri vapid_key": .text, "website": .nullable(.text), "scopes redirect_uris": .list(.text),
  ])
  package static let announcement = EntityShape.object([
    "id!": .id, "content": .text, "starts_at ends_at": .nullable(.moment), "all_day read": .truth,
    "published_at updated_at": .moment, "mentions statuses tags": .list(.anything), "emojis": .list(emoji),
    "reactions": .list(.object(["name!": .text, "count": .number, "me": .truth])),
  ])
  package static let translation = EntityShape.object([
    "content spoiler_text language detected_source_language provider": .text,
    "media_attachments": .list(.object(["id": .id, "description": .nullable(.text)])),
    "poll": .nullable(.object(["id": .id, "options": .list(.object(["title": .text]))])),
  ])
  private static let rule = EntityShape.object(["id": .id, "text hint": .text, "translations": .anything])
  private static let limits = EntityShape.object([
    "accounts": .object(["max_featured_tags max_pinned_statuses": .number]),
    "statuses": .object(["max_characters max_media_attachments characters_reserved_per_url": .number]),
    "media_attachments": .object([
      "supported_mime_types": .list(.text),
      "description_limit image_size_limit image_matrix_limit video_size_limit video_frame_rate_limit": .number,
      "video_matrix_limit": .number,
    ]),
    "polls": .object(["max_options max_characters_per_option min_expiration max_expiration": .number]),
  ])
  package static let instanceV1 = EntityShape.object([
    "uri title short_description description email version": .text, "urls": .object(["streaming_api": .address]),
    "thumbnail": .address, "languages": .list(.text),
    "stats": .object(["user_count status_count domain_count": .number]),
    "registrations approval_required invites_enabled": .truth, "configuration": limits,
    "contact_account": .nullable(account), "rules": .list(rule),
  ])
  private static let access = EntityShape.object(["local remote": .one(of: ["public", "authenticated", "disabled"])])
  package static let instanceV2 = EntityShape.object([
    "domain title version description": .text, "source_url": .address,
    "usage": .object(["users": .object(["active_month": .number])]), "icon": .list(.anything),
    "thumbnail": .object(["url": .address, "blurhash": .nullable(.text), "versions": .anything, "description": .text]),
    "languages": .list(.text), "api_versions": .object(["mastodon": .number]), "rules": .list(rule),
    "contact": .object(["email": .text, "account": .nullable(account)]),
    "registrations": .object([
      "enabled approval_required": .truth, "reason_required": .nullable(.truth), "message": .nullable(.text),
      "min_age": .nullable(.number), "url": .nullable(.address),
    ]),
    "configuration": limits.with([
      "urls": .object(["streaming": .address, "status about privacy_policy terms_of_service": .nullable(.address)]),
      "vapid": .object(["public_key": .text]), "translation": .object(["enabled": .truth]),
      "timelines_access": .object(["live_feeds hashtag_feeds trending_link_feeds": access]),
      "limited_federation": .truth,
    ]),
  ])
}
