public import JSONValue

extension Client {
  /// The calls about what others may do with the account's own statuses (GoToSocial).
  public var interactionRequests: InteractionRequests { InteractionRequests(client: self) }

  /// The calls about what others may do with the account's own statuses (GoToSocial).
  public struct InteractionRequests: Sendable {
    let client: Client

    /// What waits for a decision, newest first.
    ///
    /// - Parameters:
    ///   - statusID: the status that it is about; any of the account's where not given.
    ///   - kinds: which of favorites, replies and reblogs are wanted; all where empty.
    public func all(
      about statusID: String? = nil, kinds: [InteractionRequest.Kind] = []
    ) -> PagedList<InteractionRequest> {
      var query = statusID.map { [(name: "status_id", value: $0)] } ?? []
      if !kinds.isEmpty {
        let fields: [(String, InteractionRequest.Kind)] = [
          ("favourites", .favorite), ("replies", .reply), ("reblogs", .reblog),
        ]
        query += fields.map { (name: $0.0, value: String(kinds.contains($0.1))) }
      }
      return PagedList(ordered: client, .get("/api/v1/interaction_requests", query).needing(.interactionRequests))
    }

    /// The request of this identifier.
    public func request(_ id: String) async throws(FediverseError) -> InteractionRequest {
      try await client.perform(.get("/api/v1/interaction_requests/\(id)").needing(.interactionRequests)).entity()
    }

    /// Allows what is wanted.
    public func authorize(_ id: String) async throws(FediverseError) -> InteractionRequest {
      try await decide("authorize", on: id)
    }

    /// Refuses what is wanted.
    public func reject(_ id: String) async throws(FediverseError) -> InteractionRequest {
      try await decide("reject", on: id)
    }

    private func decide(_ decision: String, on id: String) async throws(FediverseError) -> InteractionRequest {
      let call = Call.ensure("/api/v1/interaction_requests/\(id)/\(decision)").needing(.interactionRequests)
      return try await client.perform(call).entity()
    }
  }
}

/// Something that somebody wants to do with a status, and that its author decides on.
public struct InteractionRequest: Entity, Hashable, Identifiable {
  /// What is wanted.
  public struct Kind: OpenSpelling {
    /// The wire value.
    public let rawValue: String
    /// Creates a value from any wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// To favorite it.
    public static let favorite = Kind(rawValue: "favourite")
    /// To answer it.
    public static let reply = Kind(rawValue: "reply")
    /// To reblog it.
    public static let reblog = Kind(rawValue: "reblog")
    /// To quote it.
    public static let quote = Kind(rawValue: "quote")
  }

  /// The identifier, valid on this server only.
  public let id: String
  /// What is wanted.
  public let kind: Kind
  /// When it was asked for.
  public let createdAt: Timestamp?
  /// Who wants it.
  public let account: Account?
  /// The status that it is about.
  public let status: Status?
  /// The answer that waits.
  public let reply: Status?
  /// When it was allowed.
  public let acceptedAt: Timestamp?
  /// When it was refused.
  public let rejectedAt: Timestamp?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads a request.
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
