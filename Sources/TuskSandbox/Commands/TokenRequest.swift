import GRDB

/// A client's request for a token, in exchange for a code or its own secret.
struct TokenRequest {
  private let form: Form
  private let application: ClientApplication
  private let now: Moment

  init(_ call: Call, by application: ClientApplication) {
    form = call.form
    now = call.now
    self.application = application
  }

  func token(in db: Database) throws -> Token {
    switch form["grant_type"] {
    case "authorization_code": try forPerson(in: db)
    case "client_credentials": try forClient(in: db)
    default: throw Refusal.unsupportedGrant
    }
  }

  /// Redeems a code, which is valid once and bound to its client, redirect address and PKCE verifier.
  private func forPerson(in db: Database) throws -> Token {
    let row = try Row.fetchOne(
      db, sql: "SELECT * FROM oauthCode WHERE code = ? AND applicationId = ? AND expiresAt > ?",
      arguments: [form["code"], application.id, now])
    guard let row, row["redirectUri"] == form["redirect_uri"], isProven(row["challenge"]) else {
      throw Refusal.badGrant
    }
    try db.execute(sql: "DELETE FROM oauthCode WHERE code = ?", arguments: [form["code"]])
    return try insert(for: row["accountId"], scopes: row["scopes"], in: db)
  }

  private func forClient(in db: Database) throws -> Token {
    let scopes = form["scope"].flatMap { $0.isEmpty ? nil : $0 } ?? "read"
    guard Scopes(scopes).areWithin(application.scopes) else { throw Refusal.badScope }
    return try insert(for: nil, scopes: scopes, in: db)
  }

  private func isProven(_ challenge: String?) -> Bool {
    guard let challenge else { return true }
    guard let verifier = form["code_verifier"] else { return false }
    return Secret.challenge(of: verifier) == challenge
  }

  private func insert(for account: Int64?, scopes: String, in db: Database) throws -> Token {
    let token = Token(
      value: Secret.random(), applicationId: application.id ?? 0, accountId: account, scopes: scopes, createdAt: now)
    try token.insert(db)
    return token
  }
}

extension Refusal {
  fileprivate static let unsupportedGrant = Refusal(
    oauth: "unsupported_grant_type", "The authorization grant type is not supported by the authorization server.")
  fileprivate static let badGrant = Refusal(
    oauth: "invalid_grant",
    "The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the "
      + "authorization request, or was issued to another client.")
}
