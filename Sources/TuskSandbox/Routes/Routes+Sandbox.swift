import GRDB

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
