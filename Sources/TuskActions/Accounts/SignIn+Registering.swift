import Fediverse
package import XCallbackURL

extension SignIn {
  /// What a server asks of those who register.
  package struct Terms: Sendable {
    /// The domain of the accounts.
    package let domain: String
    package let rules: [String]
    /// Whether a moderator decides on each registration.
    package let needsApproval: Bool
  }

  /// An account to register.
  package struct NewUser: Sendable {
    fileprivate let name: String
    fileprivate let email: String
    fileprivate let password: String
    fileprivate let language: String
    /// Why they want to join, for the moderators.
    package var reason: String?
    /// The date of birth, as `YYYY-MM-DD`.
    package var birthday: String?
    package var inviteCode: String?

    /// - Parameter language: the language of the server's emails, as an ISO 639 code.
    package init(name: String, email: String, password: String, language: String) {
      (self.name, self.email, self.password, self.language) = (name, email, password, language)
    }
  }

  /// What the server asks of those who register.
  ///
  /// - Throws: ``Failure`` if it is known to accept no registrations.
  package func terms() async throws(Failure) -> Terms {
    let client = Client(server: try await interface().base, transport: transport, userAgent: userAgent)
    let instance: Instance
    let rules: [Instance.Rule]
    do {
      instance = try await client.instance.instance()
      rules = instance.rules.isEmpty ? (try? await client.instance.rules().elements) ?? [] : instance.rules
    } catch {
      throw Failure(error)
    }
    let domain = instance.domain ?? account.server.host
    if instance.isOpenForRegistration == false { throw .closed(domain) }
    return Terms(
      domain: domain, rules: rules.map(\.text), needsApproval: instance.needsApproval == true)
  }

  /// Registers an account, which can sign in after its email address is confirmed. This means agreeing to the rules.
  package func register(_ user: NewUser) async throws(Failure) {
    try registrations.check()
    let base = try await interface().base
    let authorization: OAuthServer
    do {
      authorization = try await OAuthServer.discover(at: base, transport: transport, userAgent: userAgent)
    } catch {
      throw Failure(error)
    }
    let app = try await app(at: authorization, .standard(for: authorization.metadata), AuthorizationRequest.outOfBand)
    do {
      let token = try await authorization.appToken(for: app)
      let client = Client(server: base, token: token.accessToken, transport: transport, userAgent: userAgent)
      _ = try await client.registration.register(user.account)
    } catch {
      throw Failure(error)
    }
  }
}

extension SignIn.NewUser {
  fileprivate var account: NewAccount {
    var account = NewAccount(username: name, email: email, password: password, language: language)
    (account.reason, account.dateOfBirth, account.inviteCode) = (reason, birthday, inviteCode)
    return account
  }
}

extension Failure {
  fileprivate static func closed(_ domain: String) -> Failure {
    Failure(.rejected, "\(domain) accepts no registrations")
  }
}
