import JSONValue

extension Client.Statuses {
  /// Makes another text of a published status, and of all else that a change says.
  public func edit(_ id: String, to change: StatusChange) async throws(FediverseError) -> Status {
    try await edit(id, to: change, on: client.knownFlavor)
  }

  /// - Parameter flavor: what the server runs; Pixelfed answers with the status as it was.
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
    let answer = try await client.perform(call)
    return flavor == .pixelfed ? try await status(id) : try answer.entity()
  }

  /// Whether media do not change with the status that shows them.
  private static func changesMediaApart(_ flavor: Flavor?) -> Bool {
    switch flavor {
    case .pixelfed, .pleroma, .akkoma, .firefish, .catodon, .iceshrimp, .sharkey: true
    default: false
    }
  }

  /// Every edition of a status, the first one first.
  public func history(of id: String) async throws(FediverseError) -> Rows<StatusEdit> {
    try await client.perform(.get("/api/v1/statuses/\(id)/history").needing(.statusHistory)).rows()
  }

  /// Says who may quote one of the account's own statuses from now on.
  public func setQuotePolicy(_ policy: QuotePolicy, of id: String) async throws(FediverseError) -> Status {
    let body: JSON = ["quote_approval_policy": .string(policy.rawValue)]
    let call = Call.put("/api/v1/statuses/\(id)/interaction_policy", .json(body))
    return try await client.perform(call.needing(.quotePolicies)).entity()
  }

  /// Takes back that a status may quote one of the account's own; the answer is the status that did.
  ///
  /// - Parameters:
  ///   - id: the status that was quoted.
  ///   - quoteID: the status that quotes it.
  public func revokeQuote(of id: String, by quoteID: String) async throws(FediverseError) -> Status {
    let call = Call.ensure("/api/v1/statuses/\(id)/quotes/\(quoteID)/revoke").needing(.quoteControl)
    return try await client.perform(call).entity()
  }

  /// What a status would become, which is not published (Pleroma, Akkoma).
  public func preview(_ status: NewStatus) async throws(FediverseError) -> Status {
    try await preview(status, on: client.profile().flavor)
  }

  /// - Parameter flavor: what the server runs; one that does not know of previews would publish the status.
  func preview(_ status: NewStatus, on flavor: Flavor?) async throws(FediverseError) -> Status {
    guard flavor == .pleroma || flavor == .akkoma else { throw .noPreview(client.server) }
    guard case .object(var body) = status.json(for: flavor) else { throw .noPreview(client.server) }
    body["preview"] = true
    return try await client.perform(.ensure("/api/v1/statuses", .json(.object(body))).needing(.statusPreview)).entity()
  }
}

extension FediverseError {
  fileprivate static func noPreview(_ server: ServerAddress) -> FediverseError {
    FediverseError(.unsupported, server: server, detail: "it is not known to show statuses before they are published")
  }
}
