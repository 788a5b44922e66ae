import TuskActions
package import TuskCommon
import XCallbackURL

extension Shell {
  /// An account to register.
  package struct NewAccount: Sendable {
    let name: String
    let email: String
    /// The language of the server's emails, as an ISO 639 code.
    let language: String
    /// Why they want to join, for the moderators.
    let reason: String?
    /// The date of birth, as `YYYY-MM-DD`.
    let birthday: String?
    let inviteCode: String?

    package init(
      name: String, email: String, language: String, reason: String? = nil, birthday: String? = nil,
      inviteCode: String? = nil
    ) {
      (self.name, self.email, self.language) = (name, email, language)
      (self.reason, self.birthday, self.inviteCode) = (reason, birthday, inviteCode)
    }
  }

  /// Registers an account at a server.
  ///
  /// - Parameter acceptsRules: whether the person accepts the server's rules; otherwise they are only shown.
  package func register(_ account: NewAccount, at server: String, acceptsRules: Bool) -> ExitCode {
    ending { () throws(Failure) in
      let signIn = try SignIn(
        to: server, store: accounts.store,
        registrations: AppRegistrations(path: "\(environment.configuration)/registrations.json"),
        userAgent: Version.userAgent)
      let terms = try value { () async throws(Failure) in try await signIn.terms() }
      guard acceptsRules else {
        let rules = terms.rules.enumerated().map { "\($0 + 1). \(TerminalText.field($1))\n" }.joined()
        streams.report("the rules of \(TerminalText.field(terms.domain)):\n\(rules.isEmpty ? "(none)\n" : rules)")
        throw .rulesNotAccepted(terms.domain)
      }
      guard let password = readSecret("password for the new account", called: "password", keepsBlanks: true) else {
        return .usage
      }
      let user = account.user(password: password)
      try value { () async throws(Failure) in try await signIn.register(user) }
      let approval = terms.needsApproval ? ", and wait until a moderator approves it" : ""
      let text =
        "registered @\(account.name)@\(terms.domain); follow the link in the email to \(account.email)\(approval)"
      streams.report(TerminalText.field("\(text), then sign in: tusk login \(terms.domain)") + "\n")
      return .success
    }
  }
}

extension Shell.NewAccount {
  fileprivate func user(password: String) -> SignIn.NewUser {
    var user = SignIn.NewUser(name: name, email: email, password: password, language: language)
    (user.reason, user.birthday, user.inviteCode) = (reason, birthday, inviteCode)
    return user
  }
}

extension Failure {
  fileprivate static func rulesNotAccepted(_ domain: String) -> Failure {
    Failure(.missingParameter, "to register is to accept the rules of \(domain): add --accept-rules")
  }
}
