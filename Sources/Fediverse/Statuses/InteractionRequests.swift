public import JSONValue

extension Client {
  /// The calls about requests to interact with your statuses (GoToSocial).
  public var interactionRequests: InteractionRequests { InteractionRequests(client: self) }

  /// The calls about requests to interact with your statuses (GoToSocial).
  public struct InteractionRequests: Sendable {
    let client: Client

    /// Returns the pending requests, newest first.
    ///
    /// - Parameters:
    ///   - statusID: the status they are about; any of yours if `nil`.
    ///   - kinds: any of favorites, replies and reblogs; empty for all.
    public func all(
      about statusID: String? = nil, kinds: [InteractionRequest.Kind] = []
    ) -> PagedList<InteractionRequest> {
      var query = QueryItems()
      query.set("status_id", statusID)
      if !kinds.isEmpty {
        query.set("favourites", kinds.contains(.favorite))
        query.set("replies", kinds.contains(.reply))
        query.set("reblogs", kinds.contains(.reblog))
      }
      return PagedList(
        ordered: client, .get("/api/v1/interaction_requests", query.pairs).needing(.interactionRequests))
    }

    /// Fetches a request by identifier.
    public func request(_ id: String) async throws(FediverseError) -> InteractionRequest {
      try await client.perform(.get("/api/v1/interaction_requests/\(id)").needing(.interactionRequests)).entity()
    }

    /// Authorizes a request.
    public func authorize(_ id: String) async throws(FediverseError) -> InteractionRequest {
      try await decide("authorize", on: id)
    }

    /// Rejects a request.
    public func reject(_ id: String) async throws(FediverseError) -> InteractionRequest {
      try await decide("reject", on: id)
    }

    private func decide(_ decision: String, on id: String) async throws(FediverseError) -> InteractionRequest {
      let call = Call.ensure("/api/v1/interaction_requests/\(id)/\(decision)").needing(.interactionRequests)
      return try await client.perform(call).entity()
    }
  }
}

/// A request to interact with a status, pending its author's decision.
public struct InteractionRequest: Entity, Hashable, Identifiable {
  /// The kind of interaction.
  public struct Kind: OpenSpelling {
    /// The wire value.
    public let rawValue: String
    /// Creates a value from any wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A favorite.
    public static let favorite = Kind(rawValue: "favourite")
    /// A reply.
    public static let reply = Kind(rawValue: "reply")
    /// A reblog.
    public static let reblog = Kind(rawValue: "reblog")
    /// A quote.
    public static let quote = Kind(rawValue: "quote")
  }

  /// The identifier, valid on this server only.
  public let id: String
  /// The kind of interaction.
  public let kind: Kind
  /// When it was requested.
  public let createdAt: Timestamp?
  /// The account that requests it.
  public let account: Account?
  /// The status that it is about.
  public let status: Status?
  /// The pending reply.
  public let reply: Status?
  /// When it was authorized.
  public let acceptedAt: Timestamp?
  /// When it was rejected.
  public let rejectedAt: Timestamp?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a request.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "interaction request")
    id = try fields.id()
    kind = Kind(rawValue: fields.text("type") ?? "")
    createdAt = fields.time("created_at")
    account = fields.entity("account")
    status = fields.entity("status")
    reply = fields.entity("reply")
    acceptedAt = fields.time("accepted_at")
    rejectedAt = fields.time("rejected_at")
    raw = json
  }
}
