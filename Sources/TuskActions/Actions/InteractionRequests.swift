import Fediverse
import XCallbackURL

extension Action {
  /// The actions on interactions that wait for your approval.
  static let requests: [Action] = [
    Action(
      "getInteractionRequests", verbs: ["interaction requests"],
      "Lists the replies, favorites, boosts and quotes that wait for your approval.", example: "interaction requests",
      effect: .read, needs: .interactionRequests,
      takes: Argument.identifier("of", of: .status, "only those about this status"),
      Argument.choices("kind", of: .interactionKinds, "only requests of this kind"),
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
}

extension Argument where Value == String {
  fileprivate static var request: Argument {
    .subject("requestID", synonym: "request", of: .request, "the identifier of the request")
  }
}

extension RecordOf where Value == Server.RequestView {
  /// A reply, favorite, boost or quote that waits for your approval.
  static let request = RecordOf(
    "request", kind: .request, spelling: "kind",
    Shape(
      .id(.request, value: \.request.id),
      .text("kind", "what waits: favourite, reply, reblog or quote", value: \.request.kind.rawValue),
      .time("created", "when it was made", value: \.request.createdAt),
      .record("account", "who made it", as: { .account }, value: \.account),
      .record("status", "your status that it is about", as: { .status }, isColumn: false, value: \.status),
      .record("reply", "the reply", as: { .status }, isColumn: false, value: \.reply),
      .time("accepted", "when you accepted it", isColumn: false, value: \.request.acceptedAt),
      .time("rejected", "when you rejected it", isColumn: false, value: \.request.rejectedAt)))
}

extension Server {
  /// A request for your approval, with the names of its accounts.
  struct RequestView: Sendable {
    let request: InteractionRequest
    let account: AccountView?
    let status: StatusView?
    let reply: StatusView?

    init(_ request: InteractionRequest, names: QualifiedNames) {
      self.request = request
      account = request.account.map { AccountView(account: $0, name: names.name(of: $0)) }
      status = request.status.map { StatusView($0, names: names) }
      reply = request.reply.map { StatusView($0, names: names) }
    }
  }

  /// Decides on a request for your approval.
  func decide(
    on id: String, _ decision: (String) async throws(FediverseError) -> InteractionRequest
  ) async throws(Failure) -> RequestView {
    let names = try await names()
    return RequestView(try await attempt(await decision(id), about: "request:\(id)"), names: names)
  }
}

extension Choices {
  fileprivate static let interactionKinds = Choices(
    ["favourite", "reply", "reblog", "quote"],
    meanings: [
      "favourite": "someone wants to favorite a status of yours", "reply": "someone wants to reply to you",
      "reblog": "someone wants to boost a status of yours", "quote": "someone wants to quote a status of yours",
    ])
}
