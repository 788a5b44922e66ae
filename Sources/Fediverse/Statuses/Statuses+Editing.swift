import JSONValue

extension Client.Statuses {
  /// Replaces the content of a published status.
  public func edit(_ id: String, to change: StatusChange) async throws(FediverseError) -> Status {
    try await edit(id, to: change, on: client.knownFlavor)
  }

  /// Replaces the content of a published status on a server's software.
  ///
  /// - Parameter flavor: the server's software; Pixelfed responds with the status before the edit.
  func edit(_ id: String, to change: StatusChange, on flavor: Flavor?) async throws(FediverseError) -> Status {
    var change = change
    if Self.changesMediaApart(flavor) {
      for media in change.mediaChanges {
        let call = Call.put("/api/v1/media/\(media.id)", .json(media.change)).needing(.mediaEditing)
        _ = try await client.perform(call)
      }
      change.mediaChanges = []
    }
    let call = Call.put("/api/v1/statuses/\(id)", .json(change.json)).needing(.statusEditing)
    let response = try await client.perform(call)
    return flavor == .pixelfed ? try await status(id) : try response.entity()
  }

  /// Whether media are changed by separate calls rather than with their status.
  private static func changesMediaApart(_ flavor: Flavor?) -> Bool {
    switch flavor {
    case .pixelfed, .pleroma, .akkoma, .firefish, .catodon, .iceshrimp, .sharkey: true
    default: false
    }
  }

  /// Lists all versions of a status, oldest first.
  public func history(of id: String) async throws(FediverseError) -> Rows<StatusEdit> {
    try await client.perform(.get("/api/v1/statuses/\(id)/history").needing(.statusHistory)).rows()
  }

  /// Changes who may quote your status from now on.
  public func setQuotePolicy(_ policy: QuotePolicy, of id: String) async throws(FediverseError) -> Status {
    let body: JSON = ["quote_approval_policy": .string(policy.rawValue)]
    let call = Call.put("/api/v1/statuses/\(id)/interaction_policy", .json(body))
    return try await client.perform(call.needing(.quotePolicies)).entity()
  }

  /// Revokes a quote of your status and returns the status that quoted it.
  ///
  /// - Parameters:
  ///   - id: the identifier of the quoted status.
  ///   - quoteID: the identifier of the status that quotes it.
  public func revokeQuote(of id: String, by quoteID: String) async throws(FediverseError) -> Status {
    let call = Call.ensure("/api/v1/statuses/\(id)/quotes/\(quoteID)/revoke").needing(.quoteControl)
    return try await client.perform(call).entity()
  }

  /// Renders a status without publishing it (Pleroma, Akkoma).
  public func preview(_ status: NewStatus) async throws(FediverseError) -> Status {
    try await preview(status, on: client.profile().flavor)
  }

  /// Renders a status without publishing it.
  ///
  /// - Parameter flavor: the server's software; one without previews would publish the status.
  func preview(_ status: NewStatus, on flavor: Flavor?) async throws(FediverseError) -> Status {
    guard flavor == .pleroma || flavor == .akkoma else { throw .noPreview(client.server) }
    guard case .object(var body) = status.json(for: flavor) else { throw .noPreview(client.server) }
    body["preview"] = true
    return try await client.perform(.ensure("/api/v1/statuses", .json(.object(body))).needing(.statusPreview)).entity()
  }
}

extension FediverseError {
  fileprivate static func noPreview(_ server: ServerAddress) -> FediverseError {
    FediverseError(.unsupported, server: server, detail: "it is not known to support previews of statuses")
  }
}
