package import Fediverse
package import XCallbackURL

extension Server {
  package func tag(_ name: String) async throws(Failure) -> Tag {
    try await attempt(await client.tags.tag(name), about: "hashtag '\(name)'")
  }

  package func follow(tag name: String) async throws(Failure) -> Tag {
    try await attempt(await client.tags.follow(name))
  }

  package func unfollow(tag name: String) async throws(Failure) -> Tag {
    try await attempt(await client.tags.unfollow(name))
  }

  package func feature(tag name: String) async throws(Failure) -> Tag {
    try await attempt(await client.tags.feature(name))
  }

  package func unfeature(tag name: String) async throws(Failure) -> Tag {
    try await attempt(await client.tags.unfeature(name))
  }

  /// The hashtags that the acting account follows.
  package func followedTags(_ query: ListQuery) async throws(Failure) -> ResultPage<Tag> {
    try await rows(of: client.tags.followed, query) { tag, _ in tag }
  }
}
