import JSONValue

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
