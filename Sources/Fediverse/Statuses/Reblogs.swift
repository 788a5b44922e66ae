import JSONValue

extension Client.Statuses {
  /// Reblogs a status exactly once. Returns the reblog, which contains the original.
  ///
  /// If the original is reblogged already, also by a request whose response was lost, returns the original.
  ///
  /// - Parameters:
  ///   - id: the identifier of the status.
  ///   - visibility: the visibility of the reblog; the account's default if `nil`.
  ///   - beforeSending: called right before each request to reblog it.
  public func reblog(
    _ id: String, visibility: Visibility? = nil,
    beforeSending: (@Sendable () async throws(FediverseError) -> Void)? = nil
  ) async throws(FediverseError) -> Status {
    let body = visibility.map { Call.Body.json(["visibility": .string($0.rawValue)]) } ?? .none
    // GoToSocial and servers based on Misskey would reblog it a second time.
    if client.knownFlavor?.reblogsOnce != true, let status = try await reblogged(id) { return status }
    return try await once(
      make: { (_, state) throws(FediverseError) in
        var call = Call.post("/api/v1/statuses/\(id)/reblog", body)
        call.isLookedUp = true
        call.beforeSending = beforeSending
        return try await client.perform(call, &state).entity()
      },
      find: { _ throws(FediverseError) in try await reblogged(id) })
  }

  /// Finds the status that an earlier request whose outcome is unknown may have reblogged. Returns `nil` if it did not,
  /// so that the request can be repeated.
  ///
  /// - Parameters:
  ///   - id: the identifier of the status.
  ///   - last: when it was last sent; `nil` if the search need not wait for the server to carry it out.
  public func reblogged(_ id: String, until last: SendTime?) async throws(FediverseError) -> Status? {
    try await client.lookingUntilProcessed(since: last) { () throws(FediverseError) in try await reblogged(id) }
  }

  /// The status, if the account has reblogged it.
  private func reblogged(_ id: String) async throws(FediverseError) -> Status? {
    let status = try await status(id)
    return status.isReblogged == true ? status : nil
  }

  /// Removes a reblog, given the identifier of the original status.
  public func unreblog(_ id: String) async throws(FediverseError) -> Status {
    try await post("unreblog", about: id)
  }
}

extension Flavor {
  /// Whether the server returns the first reblog when a status is reblogged again, rather than make a second one.
  var reblogsOnce: Bool {
    switch self {
    case .mastodon, .pleroma, .akkoma: true
    default: false
    }
  }
}
