public import JSONValue

extension Client {
  /// The calls about push messages, of which each sign-in has one subscription at most.
  public var push: PushSubscriptions { PushSubscriptions(client: self) }

  /// The calls about push messages, of which each sign-in has one subscription at most.
  public struct PushSubscriptions: Sendable {
    let client: Client

    /// The subscription of the sign-in.
    public func subscription() async throws(FediverseError) -> PushSubscription {
      try await client.perform(.get(Self.path).needing(.pushSubscriptions)).entity()
    }

    /// Subscribes, in place of what was subscribed to before.
    public func subscribe(_ new: NewPushSubscription) async throws(FediverseError) -> PushSubscription {
      try await client.perform(.ensure(Self.path, .json(new.json)).needing(.pushSubscriptions)).entity()
    }

    /// Changes of what messages are sent.
    ///
    /// - Parameters:
    ///   - alerts: the kinds of notification that are wanted, and no others.
    ///   - policy: whose acts are worth a message.
    public func update(
      alerts: Set<NotificationKind>, policy: PushPolicy? = nil
    ) async throws(FediverseError) -> PushSubscription {
      let body = Call.Body.json(["data": NewPushSubscription.data(alerts, policy)])
      return try await client.perform(.put(Self.path, body).needing(.pushSubscriptions)).entity()
    }

    /// Ends the subscription.
    public func unsubscribe() async throws(FediverseError) {
      _ = try await client.perform(.delete(Self.path).needing(.pushSubscriptions))
    }

    private static var path: Path { "/api/v1/push/subscription" }
  }
}

/// Whose acts are worth a push message.
public struct PushPolicy: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Everybody's.
  public static let all = PushPolicy(rawValue: "all")
  /// Those of whom one follows.
  public static let followed = PushPolicy(rawValue: "followed")
  /// Those of followers.
  public static let follower = PushPolicy(rawValue: "follower")
  /// Nobody's.
  public static let nobody = PushPolicy(rawValue: "none")
}

/// Where a server sends push messages for a sign-in, and of what.
public struct PushSubscription: Entity, Hashable {
  /// The identifier, valid on this server only.
  public let id: String?
  /// The URL that is called.
  public let endpoint: String
  /// The kinds of notification, and whether they are sent.
  public let alerts: [NotificationKind: Bool]
  /// Whose acts are worth a message.
  public let policy: PushPolicy?
  /// Whether messages are as RFC 8291 has them, and not as its draft had them.
  public let isStandard: Bool?
  /// The server's public key by which messages are signed.
  public let serverKey: String?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads a subscription, which needs an endpoint.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "subscription")
    guard let endpoint = fields.word("endpoint") else {
      throw ShapeError(path: "subscription.endpoint", expected: "a URL")
    }
    self.endpoint = endpoint
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

/// A push subscription that is yet to be made; its secret never shows in a description or a dump.
public struct NewPushSubscription: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The URL that is to be called.
  public var endpoint: String
  /// The public key of the receiver, an uncompressed P-256 point in URL-safe Base64.
  public var publicKey: String
  /// The shared secret, sixteen bytes in URL-safe Base64.
  public var secret: String
  /// The kinds of notification that are wanted.
  public var alerts: Set<NotificationKind>
  /// Whose acts are worth a message; everybody's where not given.
  public var policy: PushPolicy?
  /// Whether messages are to be as RFC 8291 has them, and not as its draft had them.
  public var isStandard: Bool

  /// A subscription to these kinds of notification.
  public init(endpoint: String, publicKey: String, secret: String, alerts: Set<NotificationKind>) {
    self.endpoint = endpoint
    self.publicKey = publicKey
    self.secret = secret
    self.alerts = alerts
    isStandard = true
  }

  /// Says where messages go, and no more.
  public var description: String { "NewPushSubscription(\(endpoint))" }
  /// Shows nothing inside.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

  var json: JSON {
    let keys: JSON = ["p256dh": .string(publicKey), "auth": .string(secret)]
    return [
      "subscription": ["endpoint": .string(endpoint), "keys": keys, "standard": .bool(isStandard)],
      "data": Self.data(alerts, policy),
    ]
  }

  /// What is sent; servers take a kind that is left out for one that is not wanted.
  static func data(_ alerts: Set<NotificationKind>, _ policy: PushPolicy?) -> JSON {
    let kinds = alerts.map(\.rawValue).sorted().map { (name: $0, value: JSON.bool(true)) }
    var data = JSON.Object()
    data["alerts"] = .object(JSON.Object(kinds))
    data["policy"] = policy.map { .string($0.rawValue) }
    return .object(data)
  }
}
