import JSONValue

extension Client {
  /// The calls of those who have no account yet.
  public var registration: Registration { Registration(client: self) }

  /// The calls of those who have no account yet.
  public struct Registration: Sendable {
    let client: Client

    /// Makes an account, for which the client's token must be one of a program without an account.
    ///
    /// - Returns: the token of the new account, which can do little before its mail address is confirmed; `nil` where
    ///   the server gives none before somebody has looked at the account.
    public func register(_ account: NewAccount) async throws(FediverseError) -> AccessToken? {
      let granted: Granted = try await client.perform(.post("/api/v1/accounts", .json(account.json))).entity()
      return granted.token
    }

    /// Lets the server send its mail once more by which the address is confirmed.
    ///
    /// - Parameter email: the address that takes the place of the one that was given.
    public func resendConfirmation(to email: String? = nil) async throws(FediverseError) {
      let body = email.map { Call.Body.json(["email": .string($0)]) } ?? .none
      _ = try await client.perform(.post("/api/v1/emails/confirmations", body))
    }

    /// Whether the mail address of the account is confirmed.
    public func isConfirmed() async throws(FediverseError) -> Bool {
      try await client.perform(.get("/api/v1/emails/check_confirmation")).entity(as: Truth.self).value
    }
  }
}

/// What a server gives to a new account.
private struct Granted: Entity {
  let token: AccessToken?

  /// Pleroma says by an identifier what the account waits for.
  init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "token")
    token = fields.word("access_token").map { AccessToken($0) }
    guard token != nil || fields["identifier"] != nil else {
      throw ShapeError(path: "token.access_token", expected: "a token")
    }
  }
}

/// An answer that is nothing but yes or no.
private struct Truth: Entity {
  let value: Bool

  init(json: JSON) throws(ShapeError) {
    guard let value = json.bool else { throw ShapeError(path: "answer", expected: "a truth value") }
    self.value = value
  }
}

/// An account that is yet to be made; its password never shows in a description or a dump.
public struct NewAccount: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The name before the `@`.
  public var username: String
  /// The mail address, to which the server writes.
  public var email: String
  /// The password.
  public var password: String
  /// The language of the server's mails by its ISO 639 code.
  public var language: String
  /// Why one wants to be there, for those who decide on it.
  public var reason: String?
  /// The day of birth, `2000-12-31`, where the server asks for it.
  public var dateOfBirth: String?
  /// The code of an invitation.
  public var inviteCode: String?

  /// An account with these facts, by which the rules of the server are agreed to.
  public init(username: String, email: String, password: String, language: String) {
    self.username = username
    self.email = email
    self.password = password
    self.language = language
  }

  /// Says for whom it is, and no more.
  public var description: String { "NewAccount(\(username))" }
  /// Shows the name alone.
  public var customMirror: Mirror { Mirror(self, children: ["username": username]) }

  var json: JSON {
    var object = JSON.Object()
    object["username"] = .string(username)
    object["email"] = .string(email)
    object["password"] = .string(password)
    object["agreement"] = true
    object["locale"] = .string(language)
    object["reason"] = reason.map(JSON.string)
    object["date_of_birth"] = dateOfBirth.map(JSON.string)
    object["invite_code"] = inviteCode.map(JSON.string)
    return .object(object)
  }
}
