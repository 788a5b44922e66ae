import XCallbackURL

/// Permissions of programs that have proved who they are, and of places that may be told what only the owner can read.
extension Permissions {
  /// What a program was given.
  package struct Grant: Sendable, Hashable {
    /// Told once and kept nowhere; its fingerprint is.
    package let token: String
    /// When it ends, in seconds since 1970.
    package let expires: Int
  }

  /// How long a token is good for, in seconds: ninety days.
  package static let longestGrant = 90 * 86_400

  /// Gives the program a token for its actions; an earlier one of the same name is no longer good.
  func grant(_ authorization: Authorization, account: String) throws(Failure) -> Grant {
    let grant = Grant(token: UnguessableToken.make(), expires: now() + Self.longestGrant)
    try add(
      Entry(
        kind: .program, name: authorization.source, digest: Fingerprint(grant.token).hexadecimal, account: account,
        decision: .allow, time: now(), actions: authorization.actions, expires: grant.expires))
    return grant
  }

  /// Whether the token is good for this action now.
  func allows(token: String, action: String, account: String) throws(Failure) -> Bool {
    let digest = Fingerprint(token).hexadecimal
    return try entries().contains { entry in
      entry.kind == .program && entry.account == account && entry.actions.contains(action)
        && entry.expires.map { $0 > now() } ?? false
        && entry.digest.map { UnguessableToken.isEqual($0, digest) } ?? false
    }
  }

  /// Whether the place, every part of its URL, may be told what the action answers.
  func allows(disclosureTo target: CallbackURL, action: String, account: String) throws(Failure) -> Bool {
    try entries().contains {
      $0.kind == .target && $0.name == target.description && $0.actions == [action] && $0.account == account
        && $0.decision == .allow
    }
  }

  /// Lets the place be told what the action answers.
  func allow(disclosureTo target: CallbackURL, action: String, account: String) throws(Failure) {
    try add(
      Entry(
        kind: .target, name: target.description, digest: nil, account: account, decision: .allow, time: now(),
        actions: [action]))
  }
}
