package import Fediverse
package import XCallbackURL

extension Server {
  package func tag(_ name: String) async throws(Failure) -> Tag {
    try await attempt(await client.tags.tag(name), about: "hashtag '\(name)'")
  }

  /// The hashtags that the acting account follows.
  package func followedTags(_ query: ListQuery) async throws(Failure) -> ResultPage<Tag> {
    try await rows(of: client.tags.followed, query) { tag, _ in tag }
  }
}
