/// The names that the servers' API has for fields, and ours.
package enum FieldsOfOthers {
  /// The field that a name of the API means.
  ///
  /// - Parameter fields: the names of the fields there are.
  /// - Returns: `nil` if the name is not one of the API, or there is no such field.
  package static func ours(for name: String, among fields: [String]) -> String? {
    let known = names[name, default: []] + [joined(name)].compactMap(\.self)
    return known.first { fields.contains($0) }
  }

  /// `display_name` as `displayName`; `nil` for a name without an underscore.
  private static func joined(_ name: String) -> String? {
    let words = name.split(separator: "_").map(String.init)
    guard words.count > 1, let first = words.first else { return nil }
    return first + words.dropFirst().map { $0.prefix(1).uppercased() + String($0.dropFirst()) }.joined()
  }

  private static let names: [String: [String]] = [
    "created_at": ["posted", "joined", "date"], "edited_at": ["edited"], "scheduled_at": ["at", "posted"],
    "favourites_count": ["favorites"], "reblogs_count": ["boosts", "reblogs"], "replies_count": ["replies"],
    "quotes_count": ["quotes"], "followers_count": ["followers"], "following_count": ["following"],
    "statuses_count": ["statuses"], "votes_count": ["votes"], "voters_count": ["voters"],
    "spoiler_text": ["cw"], "in_reply_to_id": ["inReplyTo"], "in_reply_to_account_id": ["inReplyToAccount"],
    "media_attachments": ["media"], "favourited": ["favorited"], "reblogged": ["boosted"], "reblog": ["boost"],
    "avatar": ["avatarURL"], "header": ["headerURL"], "expires_at": ["expires", "ends"], "type": ["kind"],
    "status_id": ["statusID"], "account_id": ["accountID"], "mute_expires_at": ["mutedUntil"],
    "fields": ["rows"], "filtered": ["filters"], "description": ["alt", "text"], "title": ["name"],
  ]
}
