import JSONValue

extension Client.Statuses {
  /// Several statuses; unknown ones are left out.
  public func statuses(_ ids: [String]) async throws(FediverseError) -> Rows<Status> {
    try await statuses(ids, on: client.knownFlavor)
  }

  /// - Parameter flavor: what the server runs; Pleroma and Akkoma have a name of their own for the field.
  func statuses(_ ids: [String], on flavor: Flavor?) async throws(FediverseError) -> Rows<Status> {
    let fields = Self.batchFields(on: flavor)
    var elements: [Status] = []
    var oddRows: [OddRow] = []
    for start in stride(from: 0, to: ids.count, by: Self.statusesAtOnce) {
      let some = ids[start..<min(start + Self.statusesAtOnce, ids.count)]
      let query = fields.flatMap { field in some.map { (name: field, value: $0) } }
      let rows: Rows<Status> = try await client.perform(.get("/api/v1/statuses", query).needing(.statusBatch)).rows()
      elements += rows.elements
      oddRows += rows.oddRows
    }
    return Rows(elements: elements, oddRows: oddRows)
  }

  private static func batchFields(on flavor: Flavor?) -> [String] {
    switch flavor {
    case .pleroma, .akkoma: ["ids[]"]
    case nil, .unknown: ["id[]", "ids[]"]
    default: ["id[]"]
    }
  }

  /// Mastodon refuses more.
  private static let statusesAtOnce = 20

  /// Who reblogged a status.
  public func rebloggers(of id: String) -> PagedList<Account> {
    PagedList(client, .get("/api/v1/statuses/\(id)/reblogged_by"))
  }

  /// Who favorited a status.
  public func favoriters(of id: String) -> PagedList<Account> {
    PagedList(client, .get("/api/v1/statuses/\(id)/favourited_by"))
  }

  /// The statuses that quote one.
  public func quotes(of id: String) -> PagedList<Status> {
    PagedList(client, .get("/api/v1/statuses/\(id)/quotes").needing(.quoteControl))
  }

  /// A status in another language.
  ///
  /// - Parameters:
  ///   - id: the identifier of the status.
  ///   - language: the language by its ISO 639 code; that of the account where not given, English on Akkoma.
  public func translation(of id: String, to language: String? = nil) async throws(FediverseError) -> Translation {
    try await translation(of: id, to: language, on: client.knownFlavor)
  }

  /// - Parameter flavor: what the server runs; Akkoma has a path of its own, which cannot do without a language.
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

  /// The preview of a page that a status links to, as servers before Mastodon 3.0 give it; `nil` where there is none.
  public func card(of id: String) async throws(FediverseError) -> PreviewCard? {
    let answer = try await client.perform(.get("/api/v1/statuses/\(id)/card"))
    let json = try answer.json()
    let isMissing = json["url"] == JSON.null || json["url"] == nil && json["error"] == nil
    return isMissing ? nil : try answer.entity()
  }

  /// A status as other pages can show it.
  ///
  /// - Parameters:
  ///   - url: the page of the status.
  ///   - width: the width in pixels that there is room for.
  ///   - height: the height in pixels that there is room for.
  public func embedding(
    of url: String, width: Int? = nil, height: Int? = nil
  ) async throws(FediverseError) -> Embedding {
    var query = [(name: "url", value: url)]
    if let width { query.append(("maxwidth", String(width))) }
    if let height { query.append(("maxheight", String(height))) }
    return try await client.perform(.get("/api/oembed", query).needing(.embedding)).entity()
  }
}
