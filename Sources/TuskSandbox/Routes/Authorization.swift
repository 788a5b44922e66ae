import GRDB

/// A client's request to act for a person, read from the query of the consent page.
struct AuthorizationRequest {
  static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"

  let application: ClientApplication
  let redirect: String
  let scopes: String
  let state: String?
  let challenge: String?
  /// The proof in the page's address that the owner of the sandbox made it.
  let proof: String?
  private let secret: String?

  init(_ call: Call) throws {
    let form = call.form
    guard let application = try ClientApplication.find(clientID: form["client_id"], in: call.db) else {
      throw Refusal.unknownClient
    }
    let wanted = form["redirect_uri"] ?? ""
    guard application.redirectUris.split(separator: "\n").contains(where: { $0 == wanted }) else {
      throw Refusal.foreignRedirect
    }
    guard form["response_type"] == "code" else { throw Refusal.badResponseType }
    scopes = form["scope"].flatMap { $0.isEmpty ? nil : $0 } ?? application.scopes
    guard Scopes(scopes).areWithin(application.scopes) else { throw Refusal.badScope }
    guard form["code_challenge"] == nil || form["code_challenge_method"] == "S256" else { throw Refusal.badMethod }
    self.application = application
    redirect = wanted
    state = form["state"]
    challenge = form["code_challenge"]
    proof = form["proof"]
    secret = form["secret"]
  }

  /// Whether the owner of the sandbox makes this request: other users of this machine can reach its port, too. The
  /// owner gives the secret, or comes with an address that only the secret could make, and that is good for nothing else.
  func isByOwner(in db: Database) throws -> Bool {
    guard let known = try Store.setting(Secret.setting, in: db) else { return false }
    let fields = [application.clientId, redirect, scopes, state ?? "", challenge ?? ""]
    return secret.map { Secret.areEqual($0, known) } ?? false
      || proof.map { Secret.areEqual($0, Secret.proof(of: fields, by: known)) } ?? false
  }

  /// Stores a code that is valid for ten minutes and returns the address to redirect the browser to.
  func grant(by person: Account, in db: Database, at now: Moment) throws -> String {
    let code = Secret.random()
    try db.execute(
      sql: "INSERT INTO oauthCode VALUES (?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        code, application.id, person.id, redirect, scopes, challenge, now.adding(seconds: 600),
      ])
    guard redirect != AuthorizationRequest.outOfBand else { return "/oauth/authorize/native?code=\(code)" }
    return address(with: [("code", code)])
  }

  var denial: String {
    address(with: [
      ("error", "access_denied"),
      ("error_description", "The resource owner or authorization server denied the request."),
    ])
  }

  private func address(with pairs: [(String, String)]) -> String {
    let all = pairs + (state.map { [("state", $0)] } ?? [])
    let query = all.map { $0.0 + "=" + Page.encoded($0.1) }.joined(separator: "&")
    return redirect + (redirect.contains("?") ? "&" : "?") + query
  }
}

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

extension Routes {
  /// OAuth 2: authorization by a person, and tokens.
  static let authorization: [Endpoint] = [
    Endpoint(.get, "/oauth/authorize", .open) { call in
      let request = try AuthorizationRequest(call)
      return Reply(page: try page(for: request, call))
    },
    Endpoint(.post, "/oauth/authorize", .open) { call in
      let request = try AuthorizationRequest(call)
      guard call.form["deny"] == nil else { return Reply(redirectingTo: request.denial) }
      guard try request.isByOwner(in: call.db) else {
        return Reply(page: try page(for: request, call, caution: "The secret is missing or wrong."), status: 403)
      }
      let name = call.form["account"] ?? "alice"
      guard let person = try Account.find(acct: name, in: call.db), person.isHere else { throw Refusal.notFound }
      return Reply(redirectingTo: try request.grant(by: person, in: call.db, at: call.now))
    },
    Endpoint(.get, "/oauth/authorize/native", .open) { call in
      Reply(page: ConsentPage.code(call.form["code"] ?? ""))
    },
    Endpoint(.post, "/oauth/token", .open) { call in
      let application = try client(of: call)
      let token = try TokenRequest(call, by: application).token(in: call.db)
      return Reply([
        "access_token": .text(token.value), "token_type": "Bearer", "scope": .text(token.scopes),
        "created_at": .int(Int(token.createdAt.milliseconds / 1000)),
      ]).with(header: "Cache-Control", "no-store")
    },
    Endpoint(.post, "/oauth/revoke", .open) { call in
      let application = try client(of: call, orRefuse: .notYours)
      guard let token = try call.form["token"].flatMap({ try Token.find($0, in: call.db) }) else { return .empty }
      guard token.applicationId == application.id else { throw Refusal.notYours }
      try call.db.execute(sql: "DELETE FROM token WHERE value = ?", arguments: [token.value])
      return .empty
    },
    Endpoint(.get, "/oauth/userinfo", as: "profile", "read") { _, me in
      Reply([
        "iss": .text(InstanceConfiguration.base + "/"), "sub": .text(me.uri), "name": .text(me.displayName),
        "preferred_username": .text(me.username), "profile": .text(me.url), "picture": .optional(me.avatar),
      ])
    },
  ]

  private static func page(
    for request: AuthorizationRequest, _ call: Call, caution: String? = nil
  ) throws -> String {
    let people = try Account.fetchAll(
      call.db, sql: "SELECT * FROM account WHERE domain IS NULL OR isPlayed ORDER BY isAdmin DESC, username")
    return ConsentPage.form(request, people: people, isByOwner: try request.isByOwner(in: call.db), caution: caution)
  }

  private static func client(of call: Call, orRefuse refusal: Refusal = .unknownClient) throws -> ClientApplication {
    let id = call.input.client?.id ?? call.form["client_id"]
    let secret = call.input.client?.secret ?? call.form["client_secret"]
    guard let application = try ClientApplication.find(clientID: id, in: call.db), application.clientSecret == secret
    else {
      throw refusal
    }
    return application
  }
}

/// The HTML page on which a person authorizes a client.
enum ConsentPage {
  /// - Parameter isByOwner: whether the address of the page proves that the owner of the sandbox made it.
  static func form(
    _ request: AuthorizationRequest, people: [Account], isByOwner: Bool, caution: String?
  ) -> String {
    let fields = [
      ("client_id", request.application.clientId), ("redirect_uri", request.redirect), ("response_type", "code"),
      ("scope", request.scopes),
    ]
    let optional = [
      ("state", request.state), ("code_challenge", request.challenge),
      ("code_challenge_method", request.challenge.map { _ in "S256" }), ("proof", isByOwner ? request.proof : nil),
    ].compactMap { field in field.1.map { (field.0, $0) } }
    let hidden = (fields + optional).map {
      "<input type=\"hidden\" name=\"\($0.0)\" value=\"\(HTML.escaped($0.1))\">"
    }
    let choices = people.map { "<option>\(HTML.escaped($0.acct))</option>" }
    return page(
      """
      <h1>Authorization required</h1>
      <p><strong>\(HTML.escaped(request.application.name))</strong> would like to act for you with:
      <code>\(HTML.escaped(request.scopes))</code></p>
      <form method="post" action="/oauth/authorize">\(hidden.joined())
      \(caution.map { "<p><strong>\($0)</strong></p>" } ?? "")
      \(isByOwner ? "" : secretField)
      <p><label>Account <select name="account">\(choices.joined())</select></label></p>
      <p><button type="submit">Authorize</button>
      <button type="submit" name="deny" value="1">Deny</button></p></form>
      """)
  }

  private static let secretField = """
    <p><label>Secret <input type="password" name="secret" autocomplete="off"></label></p>
    <p>It is in the file <code>server.json</code> of the sandbox, which only its owner can read;
    <code>tusk-sandbox status</code> prints it.</p>
    """

  static func code(_ code: String) -> String {
    page(
      """
      <h1>Copy this code</h1>
      <p>Paste it into the program that sent you here.</p>
      <p><input class="oauth-code" type="text" readonly value="\(HTML.escaped(code))"></p>
      """)
  }

  private static func page(_ body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>Tusk sandbox</title>
    <style>body { font: 1rem/1.5 sans-serif; max-width: 32rem; margin: 4rem auto; padding: 0 1rem }</style></head>
    <body>
    \(body)
    </body></html>
    """
  }
}

extension Refusal {
  fileprivate static let foreignRedirect = Refusal(
    oauth: "invalid_redirect_uri", "The requested redirect uri is malformed or doesn't match client redirect URI.")
  fileprivate static let badResponseType = Refusal(
    oauth: "unsupported_response_type", "The authorization server does not support this response type.")
  fileprivate static let badMethod = Refusal(
    oauth: "invalid_code_challenge_method", "The code challenge method must be S256.")
  fileprivate static let unsupportedGrant = Refusal(
    oauth: "unsupported_grant_type", "The authorization grant type is not supported by the authorization server.")
  fileprivate static let badGrant = Refusal(
    oauth: "invalid_grant",
    "The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the "
      + "authorization request, or was issued to another client.")
  fileprivate static let notYours = Refusal(
    oauth: "unauthorized_client", "You are not authorized to revoke this token", status: 403)
}
