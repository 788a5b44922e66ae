import Fediverse
import XCallbackURL

extension Action {
  /// The actions that mark a status for yourself.
  package static let marks: [Action] = [
    .statuses(
      "getBookmarks", verbs: ["bookmarks"],
      "Lists your bookmarks.", example: "bookmarks count=5", needs: .bookmarks
    ) { $0.bookmarks },
    .mark(
      "bookmarkStatus", verbs: ["bookmark"], "Bookmarks a status.",
      example: "bookmark status:123", undoneBy: "unbookmarkStatus", done: "⚑ bookmarked {author}: {text}",
      needs: .bookmarks, elsewhere: ["save"],
      setting: ("bookmarked", true), \.isBookmarked
    ) { statuses, id throws(FediverseError) in try await statuses.bookmark(id) },
    .mark(
      "unbookmarkStatus", verbs: ["unbookmark"], "Removes a status from your bookmarks.",
      example: "unbookmark status:123", undoneBy: "bookmarkStatus", done: "unbookmarked {author}: {text}",
      needs: .bookmarks,
      setting: ("bookmarked", false), \.isBookmarked
    ) { statuses, id throws(FediverseError) in try await statuses.unbookmark(id) },
    .mark(
      "pinStatus", verbs: ["pin"], "Pins one of your statuses to your profile.",
      example: "pin status:105", undoneBy: "unpinStatus", done: "pinned {text}", needs: .pinning, of: .ownStatus,
      setting: ("pinned", true), \.isPinned
    ) { statuses, id throws(FediverseError) in try await statuses.pin(id) },
    .mark(
      "unpinStatus", verbs: ["unpin"], "Unpins a status from your profile.",
      example: "unpin status:105", undoneBy: "pinStatus", done: "unpinned {text}", needs: .pinning, of: .ownStatus,
      setting: ("pinned", false), \.isPinned
    ) { statuses, id throws(FediverseError) in try await statuses.unpin(id) },
    .mark(
      "muteThread", verbs: ["mute"], "Mutes the thread of a status, so that nothing in it notifies you.",
      example: "mute status:123", undoneBy: "unmuteThread", done: "muted the thread of {author}: {text}",
      needs: .threadMuting,
      setting: ("muted", true), \.isMuted
    ) { statuses, id throws(FediverseError) in try await statuses.muteThread(of: id) },
    .mark(
      "unmuteThread", verbs: ["unmute"], "Unmutes the thread of a status.",
      example: "unmute status:123", undoneBy: "muteThread", done: "unmuted the thread of {author}: {text}",
      needs: .threadMuting,
      setting: ("muted", false), \.isMuted
    ) { statuses, id throws(FediverseError) in try await statuses.unmuteThread(of: id) },
  ]
}
