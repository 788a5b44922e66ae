import JSONValue

extension Client {
  /// The calls that register an account.
  public var registration: Registration { Registration(client: self) }

  /// The calls that register an account.
  public struct Registration: Sendable {
    let client: Client

    /// Registers an account. The client's access token must belong to an app, not to an account.
    ///
    /// - Returns: the access token of the new account, which is limited until the email address is confirmed; `nil` if
    ///   the server requires a moderator's approval first.
    public func register(_ account: NewAccount) async throws(FediverseError) -> AccessToken? {
      let granted: RegistrationResponse = try await client.perform(.post("/api/v1/accounts", .json(account.json)))
        .entity()
      return granted.token
    }

    /// Sends the confirmation email again.
    ///
    /// - Parameter email: a new email address that replaces the registered one.
    public func resendConfirmation(to email: String? = nil) async throws(FediverseError) {
      let body = email.map { Call.Body.json(["email": .string($0)]) } ?? .none
      _ = try await client.perform(.post("/api/v1/emails/confirmations", body))
    }

    /// Returns whether the account's email address is confirmed.
    public func isConfirmed() async throws(FediverseError) -> Bool {
      try await client.perform(.get("/api/v1/emails/check_confirmation")).entity(as: BooleanResponse.self).value
    }
  }
}

/// The response to a registration.
private struct RegistrationResponse: Entity {
  let token: AccessToken?

  /// Instead of a token, Pleroma sends an identifier that says what the registration waits for.
  init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "token")
    token = fields.word("access_token").map { AccessToken($0) }
    guard token != nil || fields["identifier"] != nil else {
      throw ShapeError(path: "token.access_token", expected: "a token")
    }
  }
}

/// A response that is just `true` or `false`.
private struct BooleanResponse: Entity {
  let value: Bool

  init(json: JSON) throws(ShapeError) {
    guard let value = json.bool else { throw ShapeError(path: "response", expected: "true or false") }
    self.value = value
  }
}

/// An account to register. Its password never appears in descriptions or dumps.
public struct NewAccount: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The user name, without the domain.
  public var username: String
  /// The email address.
  public var email: String
  /// The password.
  public var password: String
  /// The language of the server's emails, as an ISO 639 code.
  public var language: String
  /// The reason for joining, for the moderators who approve registrations.
  public var reason: String?
  /// The date of birth, like `2000-12-31`, if the server requires it.
  public var dateOfBirth: String?
  /// An invite code.
  public var inviteCode: String?

  /// Creates an account to register; sending it means agreeing to the rules of the server.
  public init(username: String, email: String, password: String, language: String) {
    self.username = username
    self.email = email
    self.password = password
    self.language = language
  }

  /// Shows the user name only.
  public var description: String { "NewAccount(\(username))" }
  /// Shows the user name only.
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
