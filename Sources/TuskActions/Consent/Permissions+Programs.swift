import AccountNames
import XCallbackURL

/// Permissions of programs with a token, and of callbacks that may get data that only the owner can read.
extension Permissions {
  /// A token for a program.
  package struct Grant: Sendable, Hashable {
    /// The token, which is returned once; only its fingerprint is stored.
    package let token: String
    /// When it expires, in seconds since 1970.
    package let expires: Int
  }

  /// The lifetime of a token in seconds: ninety days.
  package static let longestGrant = 90 * 86_400

  /// Issues a token for the actions; it replaces an earlier token of a program of the same name.
  func grant(_ authorization: Authorization, account: String) async throws(Failure) -> Grant {
    let grant = Grant(token: UnguessableToken.make(), expires: now() + Self.longestGrant)
    try await add(
      Entry(
        kind: .program, name: authorization.source, digest: Fingerprint(grant.token).hexadecimal, account: account,
        decision: .allow, time: now(), actions: authorization.actions, expires: grant.expires))
    return grant
  }

  /// Whether the token allows this action now.
  func allows(token: String, action: String, account: String) throws(Failure) -> Bool {
    let digest = Fingerprint(token).hexadecimal
    return try entries().contains { entry in
      entry.kind == .program && entry.account.isSameAccount(as: account) && entry.actions.contains(action)
        && entry.expires.map { $0 > now() } ?? false
        && entry.digest.map { UnguessableToken.isEqual($0, digest) } ?? false
    }
  }

  /// Whether the callback, compared in every part of its URL, may get the result of the action.
  func allows(disclosureTo target: CallbackURL, action: String, account: String) throws(Failure) -> Bool {
    try entries().contains {
      $0.kind == .target && $0.name == target.description && $0.actions == [action]
        && $0.account.isSameAccount(as: account)
        && $0.decision == .allow
    }
  }

  /// Allows the callback to get the result of the action.
  func allow(disclosureTo target: CallbackURL, action: String, account: String) async throws(Failure) {
    try await add(
      Entry(
        kind: .target, name: target.description, digest: nil, account: account, decision: .allow, time: now(),
        actions: [action]))
  }
}
