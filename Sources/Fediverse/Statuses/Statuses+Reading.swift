import JSONValue

extension Client.Statuses {
  /// Fetches statuses by identifier, leaving out unknown ones.
  public func statuses(_ ids: [String]) async throws(FediverseError) -> Rows<Status> {
    try await statuses(ids, on: client.knownFlavor)
  }

  /// Fetches statuses by identifier from a server's software.
  ///
  /// - Parameter flavor: the server's software; Pleroma and Akkoma use another name for the parameter.
  func statuses(_ ids: [String], on flavor: Flavor?) async throws(FediverseError) -> Rows<Status> {
    let fields = Self.batchFields(on: flavor)
    var elements: [Status] = []
    var unreadableRows: [UnreadableRow] = []
    for start in stride(from: 0, to: ids.count, by: Self.statusesAtOnce) {
      let some = ids[start..<min(start + Self.statusesAtOnce, ids.count)]
      let query = fields.flatMap { field in some.map { (name: field, value: $0) } }
      let rows: Rows<Status> = try await client.perform(.get("/api/v1/statuses", query).needing(.statusBatch)).rows()
      elements += rows.elements
      unreadableRows += rows.unreadableRows
    }
    return Rows(elements: elements, unreadableRows: unreadableRows)
  }

  private static func batchFields(on flavor: Flavor?) -> [String] {
    switch flavor {
    case .pleroma, .akkoma: ["ids[]"]
    case nil, .unknown: ["id[]", "ids[]"]
    default: ["id[]"]
    }
  }

  /// Mastodon's limit per request.
  private static let statusesAtOnce = 20

  /// Lists the accounts that reblogged a status.
  public func rebloggers(of id: String) -> PagedList<Account> {
    PagedList(client, .get("/api/v1/statuses/\(id)/reblogged_by"))
  }

  /// Lists the accounts that favorited a status.
  public func favoriters(of id: String) -> PagedList<Account> {
    PagedList(client, .get("/api/v1/statuses/\(id)/favourited_by"))
  }

  /// Lists the statuses that quote a status.
  public func quotes(of id: String) -> PagedList<Status> {
    PagedList(client, .get("/api/v1/statuses/\(id)/quotes").needing(.quoteControl))
  }

  /// Translates a status.
  ///
  /// - Parameters:
  ///   - id: the identifier of the status.
  ///   - language: the target language, as an ISO 639 code; the account's language if `nil`, English on Akkoma.
  public func translation(of id: String, to language: String? = nil) async throws(FediverseError) -> Translation {
    try await translation(of: id, to: language, on: client.knownFlavor)
  }

  /// Translates a status on a server's software.
  ///
  /// - Parameter flavor: the server's software; Akkoma uses another path, which requires a language.
  func translation(
    of id: String, to language: String?, on flavor: Flavor?
  ) async throws(FediverseError) -> Translation {
    let call =
      if flavor == .akkoma {
        Call.get("/api/v1/statuses/\(id)/translations/\(language ?? "en")")
      } else {
        Call.ensure("/api/v1/statuses/\(id)/translate", language.map { .json(["lang": .string($0)]) } ?? .none)
      }
    return try await client.perform(call.needing(.translation)).entity()
  }

  /// Fetches the preview card of a status, as servers before Mastodon 3.0 provide it; `nil` if there is none.
  public func card(of id: String) async throws(FediverseError) -> PreviewCard? {
    let response = try await client.perform(.get("/api/v1/statuses/\(id)/card"))
    let json = try response.json()
    let isMissing = json["url"] == JSON.null || json["url"] == nil && json["error"] == nil
    return isMissing ? nil : try response.entity()
  }

  /// Fetches the oEmbed description of a status.
  ///
  /// - Parameters:
  ///   - url: the URL of the status's page.
  ///   - width: the greatest width in pixels.
  ///   - height: the greatest height in pixels.
  public func embedding(
    of url: String, width: Int? = nil, height: Int? = nil
  ) async throws(FediverseError) -> Embedding {
    var query = QueryItems()
    query.set("url", url)
    query.set("maxwidth", width)
    query.set("maxheight", height)
    return try await client.perform(.get("/api/oembed", query.pairs).needing(.embedding)).entity()
  }
}
