import Fediverse

extension ServerMemory {
  /// The length of a status and its limit, as the account's server counts, from what an earlier request showed; by
  /// Mastodon's defaults if nothing is known.
  package func length(
    of text: String, warning: String, for account: ActingAccount?
  ) -> (characters: Int, limit: Int) {
    let limits = account.flatMap { profile(of: $0) }?.limits ?? Instance.Limits.usual
    let length = StatusLength(text, spoilerText: warning, limits: limits)
    return (length.characters, length.limit)
  }
}
