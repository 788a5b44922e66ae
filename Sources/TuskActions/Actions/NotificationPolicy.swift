import Fediverse
import XCallbackURL

extension Action {
  /// The actions on notifications that are held back.
  static let heldBack: [Action] = [
    Action(
      "getNotificationPolicy", verbs: ["notification policy"],
      "Returns whose notifications the server accepts, holds back or drops.", example: "notification policy",
      effect: .read, needs: .notificationPolicy, returns: .record(RecordOf.policy)
    ) { server throws(Failure) in
      try await server.attempt(await server.client.notifications.policy())
    },
    Action(
      "setNotificationPolicy", verbs: ["notification policy set"],
      "Changes whose notifications the server accepts, holds back or drops.",
      example: "notification policy set new-accounts=filter bots=drop",
      effect: .reversible(by: "setNotificationPolicy"), needs: .notificationPolicy, takes: Argument.treatments,
      returns: .record(RecordOf.policy)
    ) { server, treatments throws(Failure) in
      guard !treatments.isEmpty else { throw .unchangedPolicy() }
      let pairs = treatments.compactMap { name, value in
        NotificationPolicy.Origin(rawValue: name).map { ($0, NotificationPolicy.Treatment(rawValue: value)) }
      }
      return try await server.attempt(
        await server.client.notifications.setPolicy(Dictionary(pairs) { $1 }))
    },
    Action(
      "getNotificationRequests", verbs: ["notification requests"],
      "Lists the accounts whose notifications the server holds back.", example: "notification requests",
      effect: .read, needs: .notificationPolicy, takes: Argument.query(),
      returns: .list("requests", .heldBack, "the identifiers, separated by commas", id: \.request.id)
    ) { server, query throws(Failure) in
      try await server.rows(of: server.client.notifications.requests.all, query) { Server.HeldBackView($0, names: $1) }
    },
    Action(
      "acceptNotifications", verbs: ["accept notifications"],
      "Accepts the notifications of an account, now and later.",
      example: "accept notifications @victor@sandbox.example", effect: .reversible(by: nil),
      done: "accepted the notifications of {subject}",
      needs: .notificationPolicy, takes: Argument.account, returns: .nothing
    ) { server, account throws(Failure) in
      try await server.decide(onHeldBack: account) { (ids) throws(FediverseError) in
        try await server.client.notifications.requests.accept(ids)
      }
    },
    Action(
      "dismissNotifications", verbs: ["dismiss notifications"],
      "Drops the notifications of an account that are held back.",
      example: "dismiss notifications @victor@sandbox.example --yes", effect: .destructive,
      done: "dismissed the notifications of {subject}",
      needs: .notificationPolicy, takes: Argument.account, returns: .nothing
    ) { server, account throws(Failure) in
      try await server.decide(onHeldBack: account) { (ids) throws(FediverseError) in
        try await server.client.notifications.requests.dismiss(ids)
      }
    },
  ]
}

extension Argument where Value == [String: String] {
  /// What happens to the notifications of each origin.
  fileprivate static var treatments: Argument {
    let words = Choices(
      ["accept", "filter", "drop"],
      meanings: [
        "accept": "you get them", "filter": "they are held back until you decide", "drop": "they are thrown away",
      ])
    let origins = NotificationPolicy.Origin.allCases
    func name(_ origin: NotificationPolicy.Origin) -> String {
      origin.rawValue.split(separator: "_").joined(separator: "-")
    }
    return Argument(
      origins.map { Parameter(name($0), .choice(words), "what happens to notifications \($0.whose)") }
    ) { inputs throws(Failure) in
      var treatments: [String: String] = [:]
      for origin in origins {
        let name = origin.rawValue.split(separator: "_").joined(separator: "-")
        guard let text = try inputs.text(name) else { continue }
        treatments[origin.rawValue] = try inputs.value(of: name, text, among: words)
      }
      return treatments
    }
  }
}

extension RecordOf where Value == NotificationPolicy {
  /// From whom the server accepts notifications.
  static let policy = RecordOf(
    "policy", id: "pending",
    Shape(
      NotificationPolicy.Origin.allCases.map { origin in
        .text(
          origin.fieldName, "what happens to notifications \(origin.whose): accept, filter or drop", isOptional: true
        ) { $0.treatments[origin]?.rawValue }
      } + [
        .number(
          "pending", "the accounts whose notifications are held back", isOptional: true, value: \.pendingRequestsCount
        ),
        .number(
          "pendingNotifications", "the notifications that are held back", isOptional: true,
          value: \.pendingNotificationsCount),
      ]))
}

extension NotificationPolicy.Origin {
  /// The name in a record, such as `notFollowing`.
  fileprivate var fieldName: String {
    let words = rawValue.split(separator: "_")
    return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Whose notifications these are.
  var whose: String {
    switch self {
    case .notFollowing: "of accounts that you do not follow"
    case .notFollowers: "of accounts that do not follow you"
    case .newAccounts: "of accounts that are younger than 30 days"
    case .privateMentions: "about direct statuses that you did not ask for"
    case .limitedAccounts: "of accounts that the moderators limited"
    case .bots: "of automated accounts"
    }
  }
}

extension RecordOf where Value == Server.HeldBackView {
  /// An account whose notifications the server holds back.
  static let heldBack = RecordOf(
    "heldBack", spelling: "id",
    Shape(
      .text("id", "the identifier on this server", value: \.request.id),
      .record("account", "the account", as: { .account }, value: \.account),
      .number("count", "how many of its notifications are held back", value: \.request.notificationsCount),
      .time("updated", "when the last one was held back", value: \.request.updatedAt),
      .record("status", "the last status that it is about", as: { .status }, isColumn: false, value: \.last)))
}

extension Server {
  /// An account whose notifications the server holds back.
  struct HeldBackView: Sendable {
    let request: NotificationRequest
    let account: AccountView?
    let last: StatusView?

    init(_ request: NotificationRequest, names: QualifiedNames) {
      self.request = request
      account = request.account.map { AccountView(account: $0, name: names.name(of: $0)) }
      last = request.lastStatus.map { StatusView($0, names: names) }
    }
  }

  /// Decides on the notifications of an account that the server holds back.
  func decide(
    onHeldBack reference: AccountReference, _ decision: ([String]) async throws(FediverseError) -> Void
  ) async throws(Failure) {
    let id = try await id(of: reference)
    var walk = client.notifications.requests.all.walk()
    while let page = try await attempt(await walk.next()) {
      guard let request = page.elements.first(where: { $0.account?.id == id }) else { continue }
      return try await attempt(await decision([request.id]))
    }
    throw .nothingHeldBack(reference)
  }
}

extension Failure {
  fileprivate static func unchangedPolicy() -> Failure {
    Failure(.missingParameter, "give what to change, such as new-accounts=filter")
  }

  fileprivate static func nothingHeldBack(_ account: AccountReference) -> Failure {
    Failure(
      .notFound,
      "no notifications of \(account.name ?? "the account") are held back; list them with: notification requests")
  }
}
