public import JSONValue

extension Client {
  /// The calls about Web Push; each access token has at most one subscription.
  public var push: PushSubscriptions { PushSubscriptions(client: self) }

  /// The calls about Web Push; each access token has at most one subscription.
  public struct PushSubscriptions: Sendable {
    let client: Client

    /// Fetches the subscription of the access token.
    public func subscription() async throws(FediverseError) -> PushSubscription {
      try await client.perform(.get(Self.path).needing(.pushSubscriptions)).entity()
    }

    /// Subscribes, replacing an existing subscription.
    public func subscribe(_ new: NewPushSubscription) async throws(FediverseError) -> PushSubscription {
      try await client.perform(.ensure(Self.path, .json(new.json)).needing(.pushSubscriptions)).entity()
    }

    /// Changes which notifications are pushed.
    ///
    /// - Parameters:
    ///   - alerts: the kinds to push; all others are not.
    ///   - policy: whose actions are pushed.
    public func update(
      alerts: Set<NotificationKind>, policy: PushPolicy? = nil
    ) async throws(FediverseError) -> PushSubscription {
      let body = Call.Body.json(["data": NewPushSubscription.data(alerts, policy)])
      return try await client.perform(.put(Self.path, body).needing(.pushSubscriptions)).entity()
    }

    /// Removes the subscription.
    public func unsubscribe() async throws(FediverseError) {
      try await client.remove(.delete(Self.path).needing(.pushSubscriptions))
    }

    /// Servers answer 404 if the token has no subscription, which does not mean that they cannot send any.
    private static var path: Path { Path(verbatim: "/api/v1/push/subscription") }
  }
}

/// Whose actions are pushed.
public struct PushPolicy: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Anyone.
  public static let all = PushPolicy(rawValue: "all")
  /// Accounts you follow.
  public static let followed = PushPolicy(rawValue: "followed")
  /// Your followers.
  public static let follower = PushPolicy(rawValue: "follower")
  /// No one.
  public static let nobody = PushPolicy(rawValue: "none")
}

/// A Web Push subscription of an access token.
public struct PushSubscription: Entity, Hashable {
  /// The identifier, valid on this server only.
  public let id: String?
  /// The URL that receives the messages.
  public let endpoint: String
  /// Whether each kind of notification is pushed.
  public let alerts: [NotificationKind: Bool]
  /// Whose actions are pushed.
  public let policy: PushPolicy?
  /// Whether messages are encrypted as in RFC 8291 rather than its draft.
  public let isStandard: Bool?
  /// The server's public key, which verifies the sender of messages.
  public let serverKey: String?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a subscription.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "subscription")
    endpoint = try fields.word("endpoint", or: "a URL")
    id = fields.word("id")
    let members = fields["alerts"]?.object?.members ?? []
    let kinds = fields.fields("alerts")
    alerts = members.reduce(into: [:]) { alerts, member in
      alerts[NotificationKind(rawValue: member.name)] = kinds.truth(member.name)
    }
    policy = fields.spelling("policy")
    isStandard = fields.truth("standard")
    serverKey = fields.word("server_key")
    raw = json
  }
}

/// A push subscription to create. Its secret never appears in descriptions or dumps.
public struct NewPushSubscription: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The URL that receives the messages.
  public var endpoint: String
  /// The receiver's public key: an uncompressed P-256 point in URL-safe Base64.
  public var publicKey: String
  /// The shared authentication secret: 16 bytes in URL-safe Base64.
  public var secret: String
  /// The kinds of notification to push.
  public var alerts: Set<NotificationKind>
  /// Whose actions are pushed; anyone's if `nil`.
  public var policy: PushPolicy?
  /// Whether to encrypt messages as in RFC 8291 rather than its draft.
  public var isStandard: Bool

  /// Creates a subscription to these kinds of notification.
  public init(endpoint: String, publicKey: String, secret: String, alerts: Set<NotificationKind>) {
    self.endpoint = endpoint
    self.publicKey = publicKey
    self.secret = secret
    self.alerts = alerts
    isStandard = true
  }

  /// Shows the endpoint only.
  public var description: String { "NewPushSubscription(\(endpoint))" }
  /// An empty mirror, so that dumps do not show the secret.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

  var json: JSON {
    let keys: JSON = ["p256dh": .string(publicKey), "auth": .string(secret)]
    return [
      "subscription": ["endpoint": .string(endpoint), "keys": keys, "standard": .bool(isStandard)],
      "data": Self.data(alerts, policy),
    ]
  }

  /// The `data` object; servers treat missing kinds as not wanted.
  static func data(_ alerts: Set<NotificationKind>, _ policy: PushPolicy?) -> JSON {
    let kinds = alerts.map(\.rawValue).sorted().map { (name: $0, value: JSON.bool(true)) }
    var data = JSON.Object()
    data["alerts"] = .object(JSON.Object(kinds))
    data["policy"] = policy.map { .string($0.rawValue) }
    return .object(data)
  }
}
