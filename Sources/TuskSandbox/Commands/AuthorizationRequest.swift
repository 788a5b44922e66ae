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

extension Refusal {
  fileprivate static let foreignRedirect = Refusal(
    oauth: "invalid_redirect_uri", "The requested redirect uri is malformed or doesn't match client redirect URI.")
  fileprivate static let badResponseType = Refusal(
    oauth: "unsupported_response_type", "The authorization server does not support this response type.")
  fileprivate static let badMethod = Refusal(
    oauth: "invalid_code_challenge_method", "The code challenge method must be S256.")
}
