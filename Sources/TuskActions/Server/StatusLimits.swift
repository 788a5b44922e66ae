import Fediverse

/// How an account's server counts the characters of a status.
package struct StatusLimits: Sendable {
  private let limits: Instance.Limits

  fileprivate init(_ limits: Instance.Limits) {
    self.limits = limits
  }

  /// The length of a status and its limit.
  package func length(of text: String, warning: String) -> (characters: Int, limit: Int) {
    let length = StatusLength(text, spoilerText: warning, limits: limits)
    return (length.characters, length.limit)
  }
}

extension ServerMemory {
  /// How the account's server counts, from what an earlier request showed; Mastodon's defaults if nothing is known.
  package func statusLimits(for account: ActingAccount?) -> StatusLimits {
    StatusLimits(account.flatMap { profile(of: $0) }?.limits ?? Instance.Limits.usual)
  }
}
