import Fediverse
import JSONValue
import XCallbackURL

extension RecordOf where Value == Tag {
  /// A hashtag and its recent use.
  static let tag = RecordOf(
    "tag", kind: .tag, id: "name", spelling: "name",
    Shape(
      Shape.Field("name", .identifier(.tag), "the hashtag without its '#'") { .string($0.name) },
      Shape.Field("following", .boolean, "whether you follow it", isOptional: true) {
        $0.isFollowing.map(JSON.bool)
      },
      Shape.Field("featured", .boolean, "whether it is featured on your profile", isOptional: true) {
        $0.isFeatured.map(JSON.bool)
      },
      Shape.Field("uses", .integer, "how often it was used in the days that the server counts") {
        .int($0.history.map(\.uses).reduce(0, +))
      },
      .days("its uses on each of these days, the oldest first", value: \.history),
      Shape.Field("url", .url, "its page", isOptional: true) { $0.url.map(JSON.string) }))
}
