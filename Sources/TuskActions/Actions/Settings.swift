import Fediverse
import XCallbackURL

extension Action {
  /// The actions on the access, the data and the requests of your account.
  package static let settings: [Action] = accesses + requests + annualReports + push

  private static let accesses: [Action] = [
    Action(
      "getTokens", verbs: ["tokens"], "Lists the programs that have access to your account.", example: "tokens",
      effect: .read, needs: .tokens, takes: Argument.query(),
      returns: .list("tokens", .token, "the identifiers, separated by commas", id: \.id)
    ) { server, query throws(Failure) in
      try await server.rows(of: server.client.tokens.all, query) { token, _ in token }
    },
    Action(
      "getToken", verbs: ["get token"], "Returns a program's access to your account.",
      example: "get token:01J8XZ4T9QK7", effect: .read, needs: .tokens,
      takes: Argument.subject("tokenID", synonym: "token", of: .token, "the identifier of the access"),
      returns: .record(RecordOf.token)
    ) { server, id throws(Failure) in
      try await server.attempt(await server.client.tokens.token(id), about: "token:\(id)")
    },
    Action(
      "revokeToken", verbs: ["revoke"], "Takes back a program's access to your account.",
      example: "revoke token:01J8XZ4T9QK7 --yes", effect: .destructive, done: "revoked {subject}", needs: .tokens,
      takes: Argument.subject("tokenID", synonym: "token", of: .token, "the identifier of the access"),
      returns: .record(RecordOf.token), isDoneIfMissing: true
    ) { server, id throws(Failure) in
      try await server.attempt(await server.client.tokens.invalidate(id), about: "token:\(id)")
    },
    Action(
      "export", verbs: ["export"], "Writes a list of your account to a CSV file, in the format that servers import.",
      example: "export following to=file:following.csv", effect: .file, takes: Argument.exportedList,
      Argument.file("to", place: .named, "the file"), Argument.flag("replace", "replace a file that exists"),
      returns: .record(RecordOf.exportedFile)
    ) { server, kind, path, replaces throws(Failure) in
      try await server.export(kind, to: path, replacing: replaces)
    },
    Action(
      "import", verbs: ["import"],
      "Imports a list of your account from a CSV file, such as one that a server exported: first shows what it changes, "
        + "then changes what is not as in the file.",
      example: "import following from=file:following.csv --yes", effect: .mass,
      done: "imported {kind} ({rows} in the file)[, {done} changed][, {removed} removed][, {failed} failed]",
      takes: Argument.importedList, Argument.file("from", place: .named, "the file"),
      Argument.flag("replace", "also remove from the list what the file lacks"),
      returns: .record(RecordOf.importedList),
      shows: { server, list, path, replaces throws(Failure) in
        try await server.importPlan(for: list, from: path, replacing: replaces).description
      }
    ) { server, list, path, replaces throws(Failure) in
      try await server.importList(list, from: path, replacing: replaces)
    },
    Action(
      "getExportStats", verbs: ["export stats"], "Returns how much of each kind could be exported.",
      example: "export stats", effect: .read, needs: .exports, returns: .record(RecordOf.exportStats)
    ) { server throws(Failure) in
      try await server.attempt(await server.client.exports.stats())
    },
  ]

  private static let requests: [Action] = [
    Action(
      "getInteractionRequests", verbs: ["interaction requests"],
      "Lists the replies, favorites, boosts and quotes that wait for your approval.", example: "interaction requests",
      effect: .read, needs: .interactionRequests,
      takes: Argument.identifier("of", of: .status, "only those about this status"),
      Argument.choices("kind", of: ["favourite", "reply", "reblog", "quote"], "only requests of this kind"),
      Argument.query(), returns: .list("requests", .request, "the identifiers, separated by commas", id: \.request.id)
    ) { server, status, kinds, query throws(Failure) in
      let list = server.client.interactionRequests.all(
        about: status, kinds: kinds.map(InteractionRequest.Kind.init(rawValue:)))
      return try await server.rows(of: list, query) { Server.RequestView($0, names: $1) }
    },
    Action(
      "getInteractionRequest", verbs: ["get request"], "Returns a request for your approval.",
      example: "get request:01J8XZ4T9QK7", effect: .read, needs: .interactionRequests, takes: Argument.request,
      returns: .record(RecordOf.request)
    ) { server, id throws(Failure) in
      try await server.decide(on: id) { (id) throws(FediverseError) in
        try await server.client.interactionRequests.request(id)
      }
    },
    Action(
      "acceptInteraction", verbs: ["accept"], "Accepts a reply, favorite, boost or quote.",
      example: "accept request:01J8XZ4T9QK7", effect: .reversible(by: nil), done: "accepted {subject}",
      needs: .interactionRequests, takes: Argument.request, returns: .record(RecordOf.request)
    ) { server, id throws(Failure) in
      try await server.decide(on: id) { (id) throws(FediverseError) in
        try await server.client.interactionRequests.authorize(id)
      }
    },
    Action(
      "rejectInteraction", verbs: ["reject"], "Rejects a reply, favorite, boost or quote.",
      example: "reject request:01J8XZ4T9QK7 --yes", effect: .destructive, done: "rejected {subject}",
      needs: .interactionRequests, takes: Argument.request, returns: .record(RecordOf.request)
    ) { server, id throws(Failure) in
      try await server.decide(on: id) { (id) throws(FediverseError) in
        try await server.client.interactionRequests.reject(id)
      }
    },
  ]

  private static let annualReports: [Action] = [
    Action(
      "getAnnualReports", verbs: ["annual reports"], "Lists the reports of your years.", example: "annual reports",
      effect: .read, needs: .annualReports,
      returns: .list("years", .annualReport, "the years, separated by commas", id: { String($0.year) })
    ) { server throws(Failure) in
      try await server.annualReports()
    },
    Action(
      "getAnnualReport", verbs: ["annual report"], "Returns the report of a year, or whether there can be one.",
      example: "annual report 2025", effect: .read, needs: .annualReports, takes: Argument.year,
      returns: .record(RecordOf.annualReport)
    ) { server, year throws(Failure) in
      try await server.annualReport(of: year)
    },
    Action(
      "generateAnnualReport", verbs: ["annual report new"], "Asks the server to make the report of a year.",
      example: "annual report new 2025", effect: .reversible(by: nil), needs: .annualReportMaking,
      takes: Argument.year, returns: .record(RecordOf.annualReport)
    ) { server, year throws(Failure) in
      try await server.makeAnnualReport(of: year)
    },
    Action(
      "markAnnualReportRead", verbs: ["annual report read"], "Marks the report of a year as read.",
      example: "annual report read 2025", effect: .reversible(by: nil), done: "marked as read: the report of {year}",
      needs: .annualReports, takes: Argument.year,
      returns: .nothing
    ) { server, year throws(Failure) in
      try await server.attempt(await server.client.annualReports.markRead(year))
    },
  ]

  private static let push: [Action] = [
    Action(
      "getPush", verbs: ["push"], "Returns where the server sends your push notifications.", example: "push",
      effect: .read, needs: .pushSubscriptions, returns: .record(RecordOf.push)
    ) { server throws(Failure) in
      try await server.push()
    },
    Action(
      "setPush", verbs: ["push set"],
      "Has push notifications sent to a URL, or with only 'kinds' or 'policy' changes which ones.",
      example:
        "push set endpoint=https://push.example/alice key=BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM auth=tBHItJI5svbpez7KI4CCXg kinds=[mention]",
      effect: .reversible(by: "removePush"), needs: .pushSubscriptions, takes: PushDraft.argument,
      returns: .record(RecordOf.push)
    ) { server, draft throws(Failure) in
      try await server.setPush(draft)
    },
    Action(
      "removePush", verbs: ["push remove"], "Has no more push notifications sent.", example: "push remove --yes",
      effect: .destructive, done: "removed the push subscription", needs: .pushSubscriptions, returns: .nothing,
      isDoneIfMissing: true
    ) { server throws(Failure) in
      try await server.attempt(await server.client.push.unsubscribe())
    },
  ]
}

/// A push subscription as its parameters describe it.
struct PushDraft: Sendable {
  var endpoint: String?
  var key: String?
  var auth: String?
  var kinds: [String] = []
  var policy: PushPolicy?

  fileprivate static var argument: Argument<PushDraft> {
    let auth = Parameter("auth", .text, isSecret: true, "the shared secret of the receiver, in base64url")
    return .group(
      PushDraft(), Input(\.endpoint, .text("endpoint", "the URL that they are sent to")),
      Input(\.key, .text("key", "the public key of the receiver (p256dh), in base64url")),
      Input(\.auth, Argument<String?>([auth]) { inputs throws(Failure) in try inputs.nonempty("auth") }),
      Input(
        \.kinds,
        .choices("kinds", of: .notificationKinds, "the kinds of notifications to send (default: all, or as before)")),
      Input(
        \.policy,
        .spelling(
          "policy", of: Choices(["all", "followed", "follower", "none"]),
          "whose actions are sent (default: all, or as before)")))
  }
}

extension Server {
  fileprivate func push() async throws(Failure) -> PushSubscription {
    try await attempt(await client.push.subscription(), about: "push subscription of this login")
  }

  /// Subscribes, or changes what is sent to the subscription that there is.
  fileprivate func setPush(_ draft: PushDraft) async throws(Failure) -> PushSubscription {
    switch (draft.endpoint, draft.key, draft.auth) {
    case (nil, nil, nil): return try await changePush(kinds: draft.kinds, draft.policy)
    case (let endpoint?, let key?, let auth?):
      let kinds = draft.kinds.isEmpty ? Choices.notificationKinds.values : draft.kinds
      let alerts = Set(kinds.map(NotificationKind.init(rawValue:)))
      var new = NewPushSubscription(endpoint: endpoint, publicKey: key, secret: auth, alerts: alerts)
      new.policy = draft.policy
      return try await attempt(await client.push.subscribe(new))
    default: throw .endpointless()
    }
  }

  /// Changes what is named; the server takes both at once, so the other is sent as it was.
  private func changePush(kinds: [String], _ policy: PushPolicy?) async throws(Failure) -> PushSubscription {
    guard !kinds.isEmpty || policy != nil else { throw .endpointless() }
    let earlier = try await push()
    let named = kinds.map(NotificationKind.init(rawValue:))
    let alerts = named.isEmpty ? Set(earlier.alerts.filter(\.value).keys) : Set(named)
    return try await attempt(await client.push.update(alerts: alerts, policy: policy ?? earlier.policy))
  }
}

extension Argument where Value == PortableList {
  fileprivate static var exportedList: Argument { list(PortableList.allCases, "what to export") }
  fileprivate static var importedList: Argument {
    list(PortableList.allCases.filter { $0 != .followers }, "what to import")
  }

  private static func list(_ lists: [PortableList], _ summary: String) -> Argument {
    let choices = Choices(lists.map(\.rawValue))
    return Argument([Parameter("kind", .choice(choices), place: .operand, isRequired: true, summary)]) {
      inputs throws(Failure) in
      guard let text = try inputs.text("kind") else { throw inputs.absence(of: "kind") }
      guard let list = PortableList(rawValue: text), lists.contains(list) else {
        throw inputs.refusal(of: "kind", text, notIn: lists.map(\.rawValue))
      }
      return list
    }
  }
}

extension Argument where Value == Int {
  fileprivate static var year: Argument {
    let range = 2016...9999
    let parameter = Parameter("year", .integer(range), place: .operand, isRequired: true, "the year, such as 2026")
    return Argument([parameter]) { inputs throws(Failure) in
      guard let year = try inputs.number("year", in: range) else { throw inputs.absence(of: "year") }
      return year
    }
  }
}

extension Argument where Value == String {
  fileprivate static var request: Argument {
    .subject("requestID", synonym: "request", of: .request, "the identifier of the request")
  }
}

extension Failure {
  fileprivate static func endpointless() -> Failure {
    Failure(
      .missingParameter,
      "give 'endpoint', 'key' and 'auth', or only 'kinds' or 'policy' to change what is sent already")
  }
}
