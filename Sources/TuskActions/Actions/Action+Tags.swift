import Fediverse
import XCallbackURL

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
      try await server.followedTags(query)
    },
    Action(
      "followTag", verbs: ["follow"],
      "Follows a hashtag, so that your home timeline shows statuses with it.", example: "follow #swiftlang",
      effect: .reversible(by: "unfollowTag"), needs: .followedTags, takes: Argument.tag,
      returns: .record(RecordOf.tag)
    ) { server, tag throws(Failure) in
      try await server.follow(tag: tag)
    },
    Action(
      "unfollowTag", verbs: ["unfollow"],
      "Stops following a hashtag.", example: "unfollow #swiftlang",
      effect: .reversible(by: "followTag"), needs: .followedTags, takes: Argument.tag,
      returns: .record(RecordOf.tag)
    ) { server, tag throws(Failure) in
      try await server.unfollow(tag: tag)
    },
    Action(
      "featureTag", verbs: ["feature"],
      "Features a hashtag on your profile.", example: "feature #swiftlang",
      effect: .reversible(by: "unfeatureTag"), needs: .tagFeaturing, takes: Argument.tag,
      returns: .record(RecordOf.tag)
    ) { server, tag throws(Failure) in
      try await server.feature(tag: tag)
    },
    Action(
      "unfeatureTag", verbs: ["unfeature"],
      "Stops featuring a hashtag on your profile.", example: "unfeature #swiftlang",
      effect: .reversible(by: "featureTag"), needs: .tagFeaturing, takes: Argument.tag,
      returns: .record(RecordOf.tag)
    ) { server, tag throws(Failure) in
      try await server.unfeature(tag: tag)
    },
  ]
}
