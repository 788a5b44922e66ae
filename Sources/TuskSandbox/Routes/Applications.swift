import GRDB

/// A registered client application.
struct ClientApplication: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "application"

  var id: Int64?
  var name: String
  var website: String?
  var clientId: String
  var clientSecret: String
  /// One URI per line.
  var redirectUris: String
  var scopes: String

  static func find(_ id: Int64?, in db: Database) throws -> ClientApplication? {
    try ClientApplication.fetchOne(db, sql: "SELECT * FROM application WHERE id = ?", arguments: [id])
  }

  static func find(clientID: String?, in db: Database) throws -> ClientApplication? {
    try ClientApplication.fetchOne(db, sql: "SELECT * FROM application WHERE clientId = ?", arguments: [clientID])
  }
}

/// An access token, for a person or for a client application alone.
struct Token: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "token"

  var value: String
  var applicationId: Int64
  var accountId: Int64?
  /// Separated by spaces.
  var scopes: String
  var createdAt: Moment

  static func find(_ value: String, in db: Database) throws -> Token? {
    try Token.fetchOne(
      db, SQLRequest(sql: "SELECT * FROM token WHERE value = ?", arguments: [value], cached: true))
  }

  /// Whether the token covers a scope: `write` covers `write:statuses`, `admin:read` covers `admin:read:reports`, and
  /// the legacy `follow` covers every relationship scope.
  func allows(_ scope: String) -> Bool {
    let granted = scopes.split(separator: " ")
    guard !granted.contains(where: { scope == $0 || scope.hasPrefix($0 + ":") }) else { return true }
    guard granted.contains("follow") else { return false }
    return ["follows", "blocks", "mutes"].contains(scope.drop { $0 != ":" }.dropFirst())
  }
}

extension Routes {
  /// Registering client applications.
  static let applications: [Endpoint] = [
    Endpoint(.post, "/api/v1/apps", .open) { call in
      let application = try register(call.form, in: call.db)
      return Reply(
        entity(of: application).with([
          "id": .id(application.id), "client_id": .text(application.clientId),
          "client_secret": .text(application.clientSecret), "client_secret_expires_at": 0,
        ]))
    },
    Endpoint(.get, "/api/v1/apps/verify_credentials", .application) { call in
      guard let application = try ClientApplication.find(call.bearer?.applicationId, in: call.db) else {
        throw Refusal.notFound
      }
      return Reply(entity(of: application).with(["id": .id(application.id)]))
    },
  ]

  private static func entity(of application: ClientApplication) -> Entity {
    let addresses = application.redirectUris.split(separator: "\n").map(String.init)
    return [
      "name": .text(application.name), "website": .optional(application.website),
      "scopes": .texts(application.scopes.split(separator: " ").map(String.init)),
      "redirect_uris": .texts(addresses), "redirect_uri": .text(application.redirectUris), "vapid_key": "",
    ]
  }

  private static func register(_ form: Form, in db: Database) throws -> ClientApplication {
    let name = form["client_name"] ?? ""
    let addresses = (form.list("redirect_uris") ?? []).flatMap { $0.split(whereSeparator: \.isWhitespace) }
    guard !name.isEmpty else { throw Refusal.invalid("Application name can't be blank") }
    guard !addresses.isEmpty else { throw Refusal.invalid("Redirect URI can't be blank") }
    guard addresses.allSatisfy({ $0.contains(":") }) else {
      throw Refusal.invalid("Redirect URI must be an absolute URI.")
    }
    let scopes = form["scopes"].flatMap { $0.isEmpty ? nil : $0 } ?? "read"
    guard Scopes(scopes).areKnown else { throw Refusal.invalid("Scopes doesn't match configured on the server.") }
    var application = ClientApplication(
      name: name, website: form["website"].flatMap { $0.isEmpty ? nil : $0 }, clientId: Secret.random(),
      clientSecret: Secret.random(), redirectUris: addresses.joined(separator: "\n"), scopes: scopes)
    try application.insert(db)
    application.id = db.lastInsertedRowID
    return application
  }
}

/// The scopes that a client asks for, separated by spaces.
struct Scopes {
  private let names: [Substring]

  init(_ text: String) { names = text.split(separator: " ") }

  var areKnown: Bool { names.allSatisfy { Scopes.known.contains(String($0)) } }

  private static let known: Set<String> = {
    let things = [
      "accounts", "reports", "domain_allows", "domain_blocks", "ip_blocks", "email_domain_blocks",
      "canonical_email_blocks",
    ]
    let admin = things.flatMap { ["admin:read:\($0)", "admin:write:\($0)"] }
    return Set(
      InstanceConfiguration.scopes.split(separator: " ").map(String.init) + Instance.granularScopes + admin + [
        "read:me"
      ])
  }()

  func areWithin(_ registered: String) -> Bool {
    let granted = Token(
      value: "", applicationId: 0, scopes: registered, createdAt: Moment(milliseconds: 0))
    return names.allSatisfy { granted.allows(String($0)) }
  }
}
