import JSONValue

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
