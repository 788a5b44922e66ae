import Fediverse
import XCallbackURL

extension AccountStore {
  /// What became of a token when its account was forgotten.
  package enum Revocation: Sendable, Hashable {
    /// The server has taken it back.
    case revoked
    /// It was not got here, so that the server would not take it back for us.
    case notOurs
    /// The server was asked, and did not do it, for this reason.
    case failed(String)
  }

  /// Has the server take the token of an account back.
  ///
  /// That it does not, or that the token is not to be found, is no reason to keep the account.
  package func revoke(_ entry: Entry) async -> Revocation {
    if case .command = entry.place { return .notOurs }
    do throws(Failure) {
      let credentials = try credentials(of: entry)
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
