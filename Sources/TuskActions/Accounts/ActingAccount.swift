import Fediverse
package import XCallbackURL

/// The account that commands act as: its server, token and name.
package struct ActingAccount: Sendable {
  /// The label in prompts and questions: `@alice@sandbox.example`, or the server if the name is unknown.
  package let label: String
  /// Whether the label is the account's name.
  package let isNamed: Bool
  /// Whether the server is the sandbox.
  package let isSandbox: Bool
  let server: ServerAddress
  let token: AccessToken
  let domain: String?
  /// Renews the token; `nil` if it does not expire.
  var refresher: TokenRefresher?

  /// - Parameters:
  ///   - label: the name of the account; `nil` if it is unknown.
  ///   - server: an address as people write it; plain http is accepted only for loopback addresses.
  ///   - domain: the domain of the server's accounts, if known.
  /// - Throws: ``Failure`` if the address is not valid.
  package init(
    label: String?, server: String, token: String, domain: String? = nil, isSandbox: Bool = false
  ) throws(Failure) {
    do {
      self.server = try ServerAddress(server)
    } catch {
      throw .badAddress(error)
    }
    guard self.server.scheme == .https || self.server.isLoopback else { throw .unencrypted(server) }
    self.token = AccessToken(token)
    isNamed = label != nil
    self.label = label ?? self.server.description
    self.domain = domain
    self.isSandbox = isSandbox
  }

  /// The permanent, unique name of the account in the journal.
  package var lastingName: String {
    isNamed ? label : "\(label) \(Fingerprint(address, token.authorization).hexadecimal.prefix(12))"
  }

  /// The server's base URL, as stored.
  package var address: String { server.baseURL }
}

extension Failure {
  fileprivate static func badAddress(_ error: AddressError) -> Failure {
    Failure(.invalidParameter, error.description)
  }

  fileprivate static func unencrypted(_ text: String) -> Failure {
    Failure(
      .invalidParameter,
      "'\(text)' is not encrypted, and plain http is accepted only for loopback addresses; use https://")
  }
}
