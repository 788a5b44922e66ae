package import Fediverse
import JSONValue
import TuskCommon
package import XCallbackURL

extension Action {
  /// The actions on hashtags.
  package static let tags: [Action] = [
    Action(
      "getTag", verbs: ["get tag"],
      "Returns a hashtag and its recent use.", example: "get tag #swiftlang",
      effect: .read, needs: .followedTags, takes: Argument.tag, returns: .record(RecordOf.tag)
    ) { server, tag throws(Failure) in
      try await server.tag(tag)
    },
    Action(
      "getFollowedTags", verbs: ["followed tags"],
      "Lists the hashtags that you follow.", example: "followed tags",
      effect: .read, needs: .followedTags, takes: Argument.query(),
      returns: .list("tags", .tag, "the names, separated by commas", id: \.name)
    ) { server, query throws(Failure) in
      try await server.rows(of: server.client.tags.followed, query) { tag, _ in tag }
    },
    .change(
      "followTag", verbs: ["follow"], "Follows a hashtag, so that your home timeline shows statuses with it.",
      example: "follow #swiftlang", undoneBy: "unfollowTag", done: "followed #{name}", needs: .followedTags,
      setting: true, \.isFollowing
    ) { tags, name throws(FediverseError) in try await tags.follow(name) },
    .change(
      "unfollowTag", verbs: ["unfollow"], "Stops following a hashtag.",
      example: "unfollow #swiftlang", undoneBy: "followTag", done: "unfollowed #{name}", needs: .followedTags,
      setting: false, \.isFollowing
    ) { tags, name throws(FediverseError) in try await tags.unfollow(name) },
    .change(
      "featureTag", verbs: ["feature"], "Features a hashtag on your profile.",
      example: "feature #swiftlang", undoneBy: "unfeatureTag", done: "featured #{name} on your profile",
      needs: .featuredTags,
      setting: true, \.isFeatured
    ) { tags, name throws(FediverseError) in try await tags.feature(name) },
    .change(
      "unfeatureTag", verbs: ["unfeature"], "Stops featuring a hashtag on your profile.",
      example: "unfeature #swiftlang", undoneBy: "featureTag", done: "no longer featured: #{name}",
      needs: .featuredTags,
      setting: false, \.isFeatured
    ) { tags, name throws(FediverseError) in try await tags.unfeature(name) },
  ]

  /// A change of what you do with a hashtag; it can be repeated without harm.
  private static func change(
    _ name: String, verbs: [String], _ summary: String, example: String, undoneBy opposite: String, done: String,
    needs: Feature, setting isSet: Bool, _ read: @escaping @Sendable (Tag) -> Bool?,
    change: @escaping @Sendable (Client.Tags, String) async throws(FediverseError) -> Tag
  ) -> Action {
    Action(
      name, verbs: verbs, summary, example: example, effect: .reversible(by: opposite), done: done, needs: needs,
      takes: Argument.tag, returns: .record(RecordOf.tag),
      before: { server, tag throws(Failure) in
        guard let mark = read(try await server.tag(tag)) else { return .unknown }
        return Restoration(isNeedless: mark == isSet)
      }
    ) { server, tag throws(Failure) in
      try await server.attempt(await change(server.client.tags, tag))
    }
  }
}

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

extension Shape where Value == Tag {
  /// A hashtag.
  static var tag: Shape {
    Shape(
      Field("name", .text, "the hashtag without its '#'") { .string($0.name) },
      Field("url", .url, "the hashtag's page", isOptional: true) { $0.url.map(JSON.string) })
  }
}

extension Server {
  package func tag(_ name: String) async throws(Failure) -> Tag {
    try await attempt(await client.tags.tag(name), about: "hashtag '\(name)'")
  }
}
