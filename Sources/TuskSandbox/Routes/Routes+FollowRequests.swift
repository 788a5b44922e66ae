import GRDB

extension Routes {
  /// Requests to follow a locked account.
  static let followRequests: [Endpoint] = [
    Endpoint(.get, "/api/v1/follow_requests", as: "read:follows", "follow") { call, me in
      try people(
        call, from: "follow f JOIN account a ON a.id = f.accountId WHERE f.targetId = \(me.id) AND f.pending",
        cursor: "f.id")
    },
    Endpoint(.post, "/api/v1/follow_requests/:id/authorize", as: "write:follows", "follow") { call, me in
      let account = try call.account()
      try Following.accept(from: account, by: me, in: call.db, at: call.now)
      return Reply(try call.view.relationship(with: account.id))
    },
    Endpoint(.post, "/api/v1/follow_requests/:id/reject", as: "write:follows", "follow") { call, me in
      let account = try call.account()
      guard try Follow.find(from: account.id, to: me.id, in: call.db)?.pending == true else { throw Refusal.notFound }
      try Following.end(from: account, to: me, in: call.db)
      return Reply(try call.view.relationship(with: account.id))
    },
  ]
}
