import AccountNames
import JSONValue
package import XCallbackURL

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
        decision: .allow, time: now(), actions: authorization.actions, expires: grant.expires,
        app: authorization.target.scheme))
    return grant
  }

  /// Whether answers may open this callback, or the app of the program that proves itself with the token.
  package func allows(answersAt target: CallbackURL, of source: String?, token: String?) throws(Failure) -> Bool {
    try entries().contains { entry in
      switch entry.kind {
      case .target: entry.decision == .allow && entry.name.isSpelled(like: target.description)
      case .program: entry.app == target.scheme && entry.isProved(by: token, of: source, at: now())
      default: false
      }
    }
  }

  /// Lets answers open the callback; it gets no private data by that.
  package func allow(answersAt target: CallbackURL) async throws(Failure) {
    try await allow(disclosureTo: target, action: "", account: "")
  }

  /// Whether the token allows its source this action now.
  func allows(token: String, of source: String?, action: String, account: String) throws(Failure) -> Bool {
    try entries().contains { entry in
      entry.kind == .program && entry.account.isSameAccount(as: account) && entry.actions.contains(action)
        && entry.isProved(by: token, of: source, at: now())
    }
  }

  /// Whether the callback, compared in every part of its URL, may get the result of the action.
  func allows(disclosureTo target: CallbackURL, action: String, account: String) throws(Failure) -> Bool {
    try entries().contains {
      $0.kind == .target && $0.name.isSpelled(like: target.description) && $0.actions == [action]
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

extension Permissions.Entry {
  /// Whether the token is that of this program, which has this name, and has not expired.
  fileprivate func isProved(by token: String?, of source: String?, at now: Int) -> Bool {
    guard let token, let source, let digest, let expires else { return false }
    return expires > now && name.isSpelled(like: source)
      && UnguessableToken.isEqual(digest, Fingerprint(token).hexadecimal)
  }
}
