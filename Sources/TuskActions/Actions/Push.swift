import Fediverse
import XCallbackURL

extension Action {
  /// The actions on push notifications.
  static let push: [Action] = [
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
          "policy", of: .pushPolicies,
          "whose actions are sent (default: all, or as before)")))
  }
}

extension Choices {
  fileprivate static let pushPolicies = Choices(
    ["all", "followed", "follower", "none"],
    meanings: [
      "all": "anyone", "followed": "accounts that you follow", "follower": "accounts that follow you",
      "none": "nobody",
    ])
}

extension RecordOf where Value == PushSubscription {
  /// Where the server sends push notifications of this access.
  static let push = RecordOf(
    "push", spelling: "endpoint",
    Shape(
      .text("id", "the identifier on this server", isOptional: true, value: \.id),
      .url("endpoint", "the URL that they are sent to", isOptional: false, value: \.endpoint),
      .texts("kinds", "the kinds of notifications that are sent") { subscription in
        subscription.alerts.filter(\.value).map(\.key.rawValue).sorted()
      },
      .text("policy", "whose actions are sent: all, followed, follower or none", isOptional: true) {
        $0.policy?.rawValue
      },
      .text("serverKey", "the server's public key", isOptional: true, isColumn: false, value: \.serverKey)))
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

extension Failure {
  fileprivate static func endpointless() -> Failure {
    Failure(
      .missingParameter,
      "give 'endpoint', 'key' and 'auth', or only 'kinds' or 'policy' to change what is sent already")
  }
}
