import Fediverse
import XCallbackURL

// The words of fields, of which servers of other software may send more.
extension FieldWords {
  static var visibility: FieldWords { FieldWords(.visibilities) }

  static let mediaKind = FieldWords(["image", "video", "gifv", "audio", "unknown"])

  static let reportCategory = FieldWords(["spam", "violation", "legal", "other"])

  static let eventKind = FieldWords([
    "update", "status.update", "delete", "notification", "gap", "conversation", "filters_changed", "announcement",
    "announcement.reaction", "announcement.delete", "notifications_merged", "encrypted_message",
  ])

  static var notificationKind: FieldWords {
    let further: [NotificationKind] = [.addedToCollection, .collectionUpdate, .reaction, .emojiReaction, .move]
    let kinds = Choices.notificationKinds.values + further.map(\.rawValue)
    let named = kinds.map { ($0.split(separator: "_").joined(separator: " "), $0) }
    return FieldWords(Choices(kinds, aliases: otherKinds.merging(named) { $1 }))
  }

  /// What people call kinds of notifications.
  private static let otherKinds = [
    "mentions": "mention", "follows": "follow", "follow requests": "follow_request", "favorite": "favourite",
    "favorites": "favourite", "favourites": "favourite", "like": "favourite", "boost": "reblog", "boosts": "reblog",
    "reblogs": "reblog", "polls": "poll", "quotes": "quote",
  ]
}
