import Fediverse
package import XCallbackURL

/// The account that commands act as: a server, a token, and what a person calls it.
package struct ActingAccount: Sendable {
  /// What the prompt and questions show: `@alice@sandbox.example`, or the server where the name is not known.
  package let label: String
  /// Whether the label is the account's name.
  package let isNamed: Bool
  /// Whether changes touch nothing real.
  package let isSandbox: Bool
  let server: ServerAddress
  let token: AccessToken
  let domain: String?
  /// Who renews the token; `nil` where it does not end.
  var refresher: TokenRefresher?

  /// - Parameters:
  ///   - server: an address as people write it; plain http is taken for loopback only.
  ///   - domain: the domain of the server's accounts, where it is known without asking.
  /// - Throws: ``Failure`` where the address is none.
  package init(
    label: String?, server: String, token: String, domain: String? = nil, isSandbox: Bool = false
  ) throws(Failure) {
    do {
      self.server = try ServerAddress(server)
    } catch {
      throw .badAddress(error)
    }
    guard self.server.scheme == .https || self.server.isLoopback else { throw .openLine(server) }
    self.token = AccessToken(token)
    isNamed = label != nil
    self.label = label ?? self.server.description
    self.domain = domain
    self.isSandbox = isSandbox
  }

  /// What the account always is called in the journal, and no other account is.
  package var lastingName: String {
    isNamed ? label : "\(label) \(Fingerprint(address, token.authorization).hexadecimal.prefix(12))"
  }

  /// The server's base URL, as it is stored.
  package var address: String { server.baseURL }
}

extension Failure {
  fileprivate static func badAddress(_ error: AddressError) -> Failure {
    Failure(.invalidParameter, error.description)
  }

  fileprivate static func openLine(_ text: String) -> Failure {
    Failure(.invalidParameter, "'\(text)' is not encrypted, and plain http is only for this machine; use https://")
  }
}
