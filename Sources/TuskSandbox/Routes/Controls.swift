import GRDB

/// An account that the owner of the sandbox impersonates, local or remote, with a token to act as it.
struct Persona {
  private let username: String
  private let domain: String?

  /// Reads `bob`, `me@a.example` or `@me@a.example`.
  init(named acct: String) throws {
    guard
      let parts = acct.wholeMatch(of: /@?([A-Za-z0-9_]([A-Za-z0-9_.\-]*[A-Za-z0-9_])?)(@([A-Za-z0-9.\-]+(:[0-9]+)?))?/),
      parts.1.count <= 30
    else { throw Refusal.badName }
    username = String(parts.1)
    domain = parts.4.map { $0.lowercased() }.flatMap { $0 == InstanceConfiguration.domain ? nil : $0 }
  }

  /// Returns the account, creating it if necessary, and its token, which is the same on every call.
  func enter(in db: Database, at now: Moment) throws -> (account: Account, token: String) {
    let name = domain.map { "\(username)@\($0)" } ?? username
    var account = try Account.find(acct: name, in: db) ?? create(in: db, at: now)
    if !account.isHere {
      account.isPlayed = true
      try account.update(db)
    }
    return (account, try token(for: account, in: db, at: now))
  }

  private func create(in db: Database, at now: Moment) throws -> Account {
    let newest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM account") ?? 0
    let base = domain.map { "https://\($0)" } ?? InstanceConfiguration.base
    let account = Account(
      id: max(now.milliseconds << 16, newest + 1), username: username, domain: domain, displayName: username,
      uri: "\(base)/users/\(username)", url: "\(base)/@\(username)", isPlayed: domain != nil, createdAt: now)
    try account.insert(db)
    return account
  }

  /// The account's token; the owner's account keeps the owner's token, and a revoked token is replaced.
  private func token(for account: Account, in db: Database, at now: Moment) throws -> String {
    let owner = try Store.setting("token", in: db).flatMap { try Token.find($0, in: db) }
    if let owner, owner.accountId == account.id { return owner.value }
    let setting = "persona-\(account.id)"
    if let known = try Store.setting(setting, in: db), try Token.find(known, in: db) != nil { return known }
    let token = Token(
      value: Secret.random(), applicationId: owner?.applicationId ?? 1, accountId: account.id,
      scopes: "read write follow push profile", createdAt: now)
    try token.insert(db)
    try Store.set(setting, to: token.value, in: db)
    return token.value
  }
}

extension Routes {
  /// The sandbox's own API, for its owner: personas, the clock and injected faults.
  static let sandbox: [Endpoint] = [
    Endpoint(.post, "/sandbox/v1/personas", .owner) { call in
      let (account, token) = try Persona(named: call.form["acct"] ?? "").enter(in: call.db, at: call.now)
      return Reply(["token": .text(token), "account": try call.view.entity(of: account)])
    },
    Endpoint(.get, "/sandbox/v1/clock", .owner) { call in clockReply(call.now, ahead: call.controls.clock.secondsAhead)
    },
    Endpoint(.post, "/sandbox/v1/clock", .owner) { call in
      let seconds = call.form.int("advance") ?? -1
      let ahead = call.controls.clock.secondsAhead
      try call.controls.clock.advance(by: seconds, in: call.db)
      return clockReply(call.now.adding(seconds: seconds), ahead: ahead + seconds)
    },
    Endpoint(.get, "/sandbox/v1/faults", .owner) { call in faultsReply(call) },
    Endpoint(.post, "/sandbox/v1/faults", .owner) { call in
      call.controls.faults.add(try Fault(call.form))
      return faultsReply(call)
    },
    Endpoint(.delete, "/sandbox/v1/faults", .owner) { call in
      call.controls.faults.clear()
      return faultsReply(call)
    },
  ]

  private static func clockReply(_ now: Moment, ahead: Int) -> Reply {
    Reply(["now": .moment(now), "ahead": .int(ahead)])
  }

  private static func faultsReply(_ call: Call) -> Reply { Reply(.list(call.controls.faults.pending.map(\.entity))) }
}

extension Refusal {
  fileprivate static let badName = invalid("Acct must be name or name@server.example")
}
