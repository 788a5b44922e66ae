import Fediverse
import XCallbackURL

extension AccountStore {
  /// The outcome of revoking the token of a removed account.
  package enum Revocation: Sendable, Hashable {
    /// The server revoked it.
    case revoked
    /// This program did not obtain it, so the server would not revoke it.
    case notOurs
    /// The server did not revoke it, for this reason.
    case failed(String)
  }

  /// Asks the server to revoke the token of an account.
  ///
  /// The account is removed even if that fails or the token cannot be found.
  package func revoke(_ entry: Entry) async -> Revocation {
    if case .command = entry.place { return .notOurs }
    do throws(Failure) {
      let credentials = try await credentials(of: entry)
      guard let app = credentials.app else { return .notOurs }
      let server = try ActingAccount(label: entry.name, server: entry.server, token: "").server
      let authorization = credentials.authorization(at: server, userAgent: userAgent)
      do {
        try await authorization.revoke(credentials.token.accessToken, of: app)
      } catch {
        return .failed(error.description)
      }
      return .revoked
    } catch {
      return .failed(error.message)
    }
  }
}
