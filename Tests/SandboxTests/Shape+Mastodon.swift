/// Mastodon's entities as its documentation describes them.
extension Shape {
  static let emoji = Shape.object([
    "shortcode": .text, "url": .address, "static_url": .address, "visible_in_picker": .truth,
    "category": .optional(.text),
  ])
  static let field = Shape.object(["name": .text, "value": .text, "verified_at": .nullable(.moment)])
  private static let lastingAccount = Shape.object([
    "id": .id, "username": .text, "acct": .text, "url": .address, "uri": .address, "display_name": .text, "note": .text,
    "avatar": .address, "avatar_static": .address, "header": .address, "header_static": .address, "locked": .truth,
    "fields": .list(field), "emojis": .list(emoji), "bot": .truth, "group": .truth, "discoverable": .nullable(.truth),
    "indexable": .truth, "created_at": .moment, "last_status_at": .nullable(.day), "statuses_count": .number,
    "followers_count": .number, "following_count": .number, "hide_collections": .truth, "noindex": .optional(.truth),
    "suspended": .optional(.truth), "limited": .optional(.truth),
    "roles": .optional(.list(.object(["id": .id, "name": .text, "color": .text]))),
  ])
  static let account = lastingAccount.with(["moved": .optional(lastingAccount)])
  static let mutedAccount = account.with(["mute_expires_at": .nullable(.moment)])
  static let credentialAccount = account.with([
    "source": .object([
      "note": .text, "fields": .list(field), "privacy": .one(of: ["public", "unlisted", "private"]),
      "sensitive": .truth, "language": .nullable(.text), "follow_requests_count": .number, "hide_collections": .truth,
      "discoverable": .nullable(.truth), "indexable": .truth, "attribution_domains": .list(.text),
      "quote_policy": .one(of: ["public", "followers", "nobody"]),
    ]),
    "role": role,
  ])
  static let role = Shape.object([
    "id": .text, "name": .text, "color": .text, "permissions": .digits, "highlighted": .truth,
  ])
  static let relationship = Shape.object([
    "id": .id, "following": .truth, "showing_reblogs": .truth, "notifying": .truth,
    "languages": .nullable(.list(.text)),
    "followed_by": .truth, "blocking": .truth, "blocked_by": .truth, "muting": .truth, "muting_notifications": .truth,
    "muting_expires_at": .nullable(.moment), "requested": .truth, "requested_by": .truth, "domain_blocking": .truth,
    "endorsed": .truth, "note": .text,
  ])
  static let media = Shape.object([
    "id": .id, "type": .one(of: ["unknown", "image", "gifv", "video", "audio"]), "url": .address,
    "preview_url": .nullable(.address), "remote_url": .nullable(.address), "preview_remote_url": .nullable(.address),
    "text_url": .nullable(.address), "meta": .anything, "description": .nullable(.text), "blurhash": .nullable(.text),
  ])
  static let poll = Shape.object([
    "id": .id, "expires_at": .nullable(.moment), "expired": .truth, "multiple": .truth, "votes_count": .number,
    "voters_count": .nullable(.number), "emojis": .list(emoji), "voted": .optional(.truth),
    "own_votes": .optional(.list(.number)),
    "options": .list(.object(["title": .text, "votes_count": .nullable(.number)])),
  ])
  static let card = Shape.object([
    "url": .address, "title": .text, "description": .text, "language": .nullable(.text), "author_name": .text,
    "type": .one(of: ["link", "photo", "video", "rich"]), "author_url": .text, "provider_name": .text,
    "provider_url": .text, "html": .text, "width": .number, "height": .number, "image": .nullable(.address),
    "image_description": .text, "embed_url": .text, "blurhash": .nullable(.text), "published_at": .nullable(.moment),
    "authors": .list(.object(["name": .text, "url": .text, "account": .nullable(account)])),
    "missing_attribution": .truth,
  ])
  static let filterHead = Shape.object([
    "id": .id, "title": .text, "expires_at": .nullable(.moment), "filter_action": .one(of: ["warn", "hide", "blur"]),
    "context": .list(.one(of: ["home", "notifications", "public", "thread", "account"])),
  ])
  static let filter = filterHead.with([
    "keywords": .list(.object(["id": .id, "keyword": .text, "whole_word": .truth])),
    "statuses": .list(.object(["id": .id, "status_id": .id])),
  ])
  static let status = boost.with(["reblog": .nullable(boost.with(["quote": .nullable(quote)]))])
  private static let boost = plainStatus.with(["quote": .nullable(quote), "reblog": .nullable(plainStatus)])
  private static let quote = Shape.object([
    "state": .one(of: ["accepted", "deleted", "unauthorized", "revoked"]), "quoted_status_id": .optional(.id),
    "quoted_status": .optional(.nullable(plainStatus)),
  ])
  private static let plainStatus = Shape.object([
    "id": .id, "uri": .address, "url": .nullable(.address), "created_at": .moment, "edited_at": .nullable(.moment),
    "account": account, "content": .text, "visibility": .one(of: ["public", "unlisted", "private", "direct"]),
    "sensitive": .truth, "spoiler_text": .text, "media_attachments": .list(media), "language": .nullable(.text),
    "application": .optional(.object(["name": .text, "website": .nullable(.text)])),
    "mentions": .list(.object(["id": .id, "username": .text, "url": .address, "acct": .text])),
    "tags": .list(.object(["name": .text, "url": .address])), "emojis": .list(emoji), "reblogs_count": .number,
    "favourites_count": .number, "replies_count": .number, "quotes_count": .number, "in_reply_to_id": .nullable(.id),
    "in_reply_to_account_id": .nullable(.id), "reblog": .anything, "poll": .nullable(poll), "card": .nullable(card),
    "quote": .anything, "favourited": .optional(.truth), "reblogged": .optional(.truth), "muted": .optional(.truth),
    "bookmarked": .optional(.truth), "pinned": .optional(.truth), "text": .optional(.text),
    "quote_approval": .object([
      "automatic": .list(.text), "manual": .list(.text), "current_user": .one(of: ["automatic", "denied"]),
    ]),
    "filtered": .list(
      .object(["filter": filterHead, "keyword_matches": .list(.text), "status_matches": .list(.text)])),
  ])
  static let edit = Shape.object([
    "content": .text, "spoiler_text": .text, "sensitive": .truth, "created_at": .moment, "account": account,
    "media_attachments": .list(media), "emojis": .list(emoji),
    "poll": .optional(.object(["options": .list(.object(["title": .text]))])),
  ])
  static let context = Shape.object(["ancestors": .list(status), "descendants": .list(status)])
  static let scheduled = Shape.object([
    "id": .id, "scheduled_at": .moment, "media_attachments": .list(media),
    "params": .object([
      "text": .text, "poll": .nullable(.anything), "media_ids": .nullable(.list(.id)), "sensitive": .nullable(.truth),
      "spoiler_text": .nullable(.text), "visibility": .nullable(.text), "in_reply_to_id": .nullable(.id),
      "language": .nullable(.text), "application_id": .nullable(.number), "scheduled_at": .nullable(.moment),
      "idempotency": .nullable(.text), "with_rate_limit": .truth, "allowed_mentions": .nullable(.list(.text)),
      "quoted_status_id": .nullable(.id),
    ]),
  ])
}
