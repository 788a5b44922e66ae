/// Mastodon's entities as its documentation describes them.
extension EntityShape {
  package static let emoji = EntityShape.object([
    "shortcode!": .text, "url static_url": .address, "visible_in_picker": .truth, "category": .optional(.text),
  ])
  package static let field = EntityShape.object(["name value": .text, "verified_at": .nullable(.moment)])
  private static let lastingAccount = EntityShape.object([
    "id!": .id, "username acct display_name note": .text, "url uri avatar avatar_static header header_static": .address,
    "locked bot group indexable hide_collections": .truth, "fields": .list(field), "emojis": .list(emoji),
    "discoverable": .nullable(.truth), "created_at": .moment, "last_status_at": .nullable(.day),
    "statuses_count followers_count following_count": .number, "noindex suspended limited": .optional(.truth),
    "roles": .optional(.list(.object(["id": .id, "name color": .text]))),
  ])
  package static let account = lastingAccount.with(["moved": .optional(lastingAccount)])
  package static let mutedAccount = account.with(["mute_expires_at": .nullable(.moment)])
  package static let credentialAccount = account.with(["source": source, "role": role])
  package static let source = EntityShape.object([
    "note": .text, "fields": .list(field), "privacy": .one(of: ["public", "unlisted", "private"]),
    "sensitive hide_collections indexable": .truth, "language": .nullable(.text), "follow_requests_count": .number,
    "discoverable": .nullable(.truth), "attribution_domains": .list(.text),
    "quote_policy": .one(of: ["public", "followers", "nobody"]),
  ])
  package static let role = EntityShape.object(["id name color": .text, "permissions": .digits, "highlighted": .truth])
  package static let relationship = EntityShape.object([
    "id": .id,
    "following showing_reblogs notifying followed_by blocking blocked_by muting muting_notifications requested": .truth,
    "requested_by domain_blocking endorsed": .truth, "languages": .nullable(.list(.text)),
    "muting_expires_at": .nullable(.moment), "note": .text,
  ])
  package static let media = EntityShape.object([
    "id": .id, "type": .one(of: ["unknown", "image", "gifv", "video", "audio"]), "url": .address,
    "preview_url remote_url preview_remote_url text_url": .nullable(.address), "meta": .anything,
    "description blurhash": .nullable(.text),
  ])
  package static let poll = EntityShape.object([
    "id!": .id, "expires_at": .nullable(.moment), "expired multiple": .truth, "votes_count": .number,
    "voters_count": .nullable(.number), "emojis": .list(emoji), "voted": .optional(.truth),
    "own_votes": .optional(.list(.number)),
    "options": .list(.object(["title": .text, "votes_count": .nullable(.number)])),
  ])
  package static let card = EntityShape.object([
    "url!": .address,
    "title description author_name author_url provider_name provider_url html image_description embed_url": .text,
    "language blurhash": .nullable(.text), "type": .one(of: ["link", "photo", "video", "rich"]),
    "width height": .number, "image": .nullable(.address), "published_at": .nullable(.moment),
    "authors": .list(.object(["name url": .text, "account": .nullable(account)])), "missing_attribution": .truth,
  ])
  package static let filterHead = EntityShape.object([
    "id!": .id, "title": .text, "expires_at": .nullable(.moment), "filter_action": .one(of: ["warn", "hide", "blur"]),
    "context": .list(.one(of: ["home", "notifications", "public", "thread", "account"])),
  ])
  package static let filter = filterHead.with(["keywords": .list(filterKeyword), "statuses": .list(filterStatus)])
  package static let filterKeyword = EntityShape.object(["id!": .id, "keyword": .text, "whole_word": .truth])
  package static let filterStatus = EntityShape.object(["id! status_id": .id])
  package static let status = boost.with(["reblog": .nullable(boost.with(["quote": .nullable(quote)]))])
  private static let boost = plainStatus.with(["quote": .nullable(quote), "reblog": .nullable(plainStatus)])
  private static let quote = EntityShape.object([
    "state": .one(of: ["accepted", "deleted", "unauthorized", "revoked"]), "quoted_status_id": .optional(.id),
    "quoted_status": .optional(.nullable(plainStatus)),
  ])
  private static let plainStatus = EntityShape.object([
    "id!": .id, "uri": .address, "url": .nullable(.address), "created_at": .moment, "edited_at": .nullable(.moment),
    "account": account, "content spoiler_text": .text,
    "visibility": .one(of: ["public", "unlisted", "private", "direct"]), "sensitive": .truth,
    "media_attachments": .list(media), "language": .nullable(.text),
    "application": .optional(.object(["name!": .text, "website": .nullable(.text)])),
    "mentions": .list(.object(["id": .id, "username acct": .text, "url": .address])),
    "tags": .list(.object(["name!": .text, "url": .address])), "emojis": .list(emoji),
    "reblogs_count favourites_count replies_count quotes_count": .number,
    "in_reply_to_id in_reply_to_account_id": .nullable(.id), "reblog quote": .anything, "poll": .nullable(poll),
    "card": .nullable(card), "favourited reblogged muted bookmarked pinned": .optional(.truth),
    "text": .optional(.text),
    "quote_approval": .object(["automatic manual": .list(.text), "current_user": .one(of: ["automatic", "denied"])]),
    "filtered": .list(.object(["filter": filterHead, "keyword_matches status_matches": .nullable(.list(.text))])),
  ])
  package static let edit = EntityShape.object([
    "content spoiler_text": .text, "sensitive": .truth, "created_at": .moment, "account": account,
    "media_attachments": .list(media), "emojis": .list(emoji),
    "poll": .optional(.object(["options": .list(.object(["title": .text]))])),
  ])
  package static let context = EntityShape.object(["ancestors descendants": .list(status)])
  package static let scheduled = EntityShape.object([
    "id!": .id, "scheduled_at": .moment, "media_attachments": .list(media),
    "params": .object([
      "text": .text, "poll": .nullable(.anything), "media_ids": .nullable(.list(.id)), "sensitive": .nullable(.truth),
      "spoiler_text visibility language idempotency": .nullable(.text),
      "in_reply_to_id quoted_status_id": .nullable(.id), "application_id": .nullable(.number),
      "scheduled_at": .nullable(.moment), "with_rate_limit": .truth, "allowed_mentions": .nullable(.list(.text)),
    ]),
  ])
}
