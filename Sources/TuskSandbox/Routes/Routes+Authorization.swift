import GRDB

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

extension Refusal {
  fileprivate static let notYours = Refusal(
    oauth: "unauthorized_client", "You are not authorized to revoke this token", status: 403)
}
