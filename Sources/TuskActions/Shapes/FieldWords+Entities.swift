import Fediverse
import XCallbackURL

// The words of fields, of which servers of other software may send more.
extension FieldWords {
  static var visibility: FieldWords { FieldWords(.returnedVisibilities) }

  static let mediaKind = FieldWords(["image", "video", "gifv", "audio", "unknown"])

  static let reportCategory = FieldWords(["spam", "violation", "legal", "other"])

  static let eventKind = FieldWords([
    "update", "status.update", "delete", "notification", "gap", "conversation", "filters_changed", "announcement",
    "announcement.reaction", "announcement.delete", "notifications_merged", "encrypted_message",
  ])

  static var notificationKind: FieldWords {
    let kinds = Choices.anyNotificationKinds.values
    let named = kinds.map { ($0.split(separator: "_").joined(separator: " "), $0) }
    return FieldWords(
      Choices(kinds, aliases: otherKinds.merging(named) { $1 }, meanings: Choices.notificationKindMeanings))
  }

  /// What people call kinds of notifications.
  private static var otherKinds: [String: String] {
    let words = Choices.otherNotificationKinds.flatMap { kind, words in
      words.split(separator: " ").map { (String($0), kind) }
    }
    return Dictionary(words + [("follow requests", "follow_request")]) { first, _ in first }
  }
}
