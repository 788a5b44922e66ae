import Fediverse
import XCallbackURL

extension RecordOf where Value == FeaturedTag {
  /// A hashtag that an account features on its profile.
  static let featuredTag = RecordOf(
    "featuredTag", kind: .tag, id: "name", spelling: "name",
    Shape(
      .reference("name", to: .tag, "the hashtag without its '#'", value: \.name),
      .number("statuses", "how many of the account's statuses have it", value: \.statusesCount),
      .time("last", "when the account last used it", value: \.lastStatusAt),
      .url("url", "its page on the profile", isColumn: false, value: \.url)))
}

extension RecordOf where Value == Announcement {
  /// An announcement of the administrators.
  static let announcement = RecordOf(
    "announcement", kind: .announcement, spelling: "text",
    Shape(
      .id(.announcement, value: \.id),
      .time("published", "when it was published", value: \.publishedAt),
      .prose("text", "the content as plain text") { HTMLText($0.content).plain },
      .flag("read", "whether you dismissed it", isOptional: true, value: \.isRead),
      .time("starts", "when the event begins", isColumn: false, value: \.startsAt),
      .time("ends", "when the event ends", isColumn: false, value: \.endsAt),
      .flag("allDay", "whether only the days of the event matter", isColumn: false, value: \.isAllDay),
      .records("reactions", "the emoji reactions", as: { .reaction }, value: \.reactions)))
}

extension RecordOf where Value == Server.CollectionView {
  /// A collection of accounts.
  static let collection = RecordOf(
    "collection", kind: .collection, spelling: "name",
    Shape(
      .id(.collection, value: \.collection.id),
      .text("name", "the name", value: \.collection.name),
      .prose("text", "the description", isOptional: true) {
        $0.collection.description.isEmpty ? nil : HTMLText($0.collection.description).plain
      },
      .reference("tag", to: .tag, "its hashtag", isOptional: true) { $0.collection.tag?.name },
      .number("count", "the number of its accounts") { $0.collection.itemsCount ?? $0.collection.items.count },
      .text(
        "language", "its language, as an ISO 639 code", isOptional: true, isColumn: false,
        value: \.collection.language),
      .flag(
        "sensitive", "whether it is about something sensitive", isColumn: false, value: \.collection.isSensitive),
      .flag(
        "discoverable", "whether the server suggests it to others", isOptional: true, isColumn: false,
        value: \.collection.isDiscoverable),
      .url("url", "its page", value: \.collection.url),
      .time("created", "when it was made", isColumn: false, value: \.collection.createdAt),
      .time("updated", "when it was last changed", isColumn: false, value: \.collection.updatedAt),
      .records("accounts", "its accounts, if it was read whole", as: { .account }, value: \.accounts)))
}
