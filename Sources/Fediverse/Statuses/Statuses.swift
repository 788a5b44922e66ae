public import JSONValue

extension Client {
  /// The calls about statuses.
  public var statuses: Statuses { Statuses(client: self) }

  /// The calls about statuses.
  public struct Statuses: Sendable {
    let client: Client

    /// Fetches a status by identifier.
    public func status(_ id: String) async throws(FediverseError) -> Status {
      try await client.perform(.get("/api/v1/statuses/\(id)")).entity()
    }

    /// Fetches the source text of your status.
    public func source(_ id: String) async throws(FediverseError) -> StatusSource {
      try await client.perform(.get("/api/v1/statuses/\(id)/source").needing(.statusSource)).entity()
    }

    /// Publishes a status.
    ///
    /// - Parameters:
    ///   - status: the status to publish.
    ///   - idempotencyKey: a unique key for the status, by which many servers recognize repeated requests.
    public func publish(
      _ status: NewStatus, idempotencyKey: String? = nil
    ) async throws(FediverseError) -> Status {
      try await client.perform(await call(publishing: status, idempotencyKey)).entity()
    }

    func call(publishing status: NewStatus, _ idempotencyKey: String?) async -> Call {
      // The form of a poll depends on the software; without a profile, the call is refused for lack of one.
      if status.poll != nil { _ = try? await client.profile() }
      var call = Call.post("/api/v1/statuses", status.body(for: client.knownFlavor)).requiring(
        status.requiredFeatures)
      call.idempotencyKey = idempotencyKey
      return call
    }

    /// Deletes a status. Returns it with its source text, if the server sends it; `nil` if the response was lost and the
    /// status is gone.
    ///
    /// - Parameters:
    ///   - id: the identifier of the status.
    ///   - media: whether to delete its media too, rather than keep them for another status; the server's default if
    ///     `nil`. Servers without ``Feature/mediaDeletion`` ignore it.
    public func delete(_ id: String, withMedia media: Bool? = nil) async throws(FediverseError) -> Status? {
      var query = QueryItems()
      query.set("delete_media", media)
      let response: CallResponse
      do throws(FediverseError) {
        response = try await client.perform(.delete("/api/v1/statuses/\(id)", query.pairs))
      } catch {
        guard error.meansRemoved else { throw error }
        return nil
      }
      // Friendica responds with an empty array.
      guard try response.json().array == nil else { return nil }
      return try response.entity()
    }

    /// Favorites a status.
    public func favorite(_ id: String) async throws(FediverseError) -> Status {
      try await post("favourite", about: id)
    }

    /// Removes a favorite.
    public func unfavorite(_ id: String) async throws(FediverseError) -> Status {
      try await post("unfavourite", about: id)
    }

    /// Bookmarks a status, visible only to you.
    public func bookmark(_ id: String) async throws(FediverseError) -> Status {
      try await post("bookmark", about: id, needing: .bookmarks)
    }

    /// Removes a bookmark.
    public func unbookmark(_ id: String) async throws(FediverseError) -> Status {
      try await post("unbookmark", about: id, needing: .bookmarks)
    }

    /// Pins your status to your profile.
    public func pin(_ id: String) async throws(FediverseError) -> Status {
      try await post("pin", about: id, needing: .pinning)
    }

    /// Unpins your status from your profile.
    public func unpin(_ id: String) async throws(FediverseError) -> Status {
      try await post("unpin", about: id, needing: .pinning)
    }

    /// Mutes notifications of the conversation that a status belongs to.
    public func muteThread(of id: String) async throws(FediverseError) -> Status {
      try await post("mute", about: id, needing: .threadMuting)
    }

    /// Unmutes notifications of the conversation that a status belongs to.
    public func unmuteThread(of id: String) async throws(FediverseError) -> Status {
      try await post("unmute", about: id, needing: .threadMuting)
    }

    func post(
      _ action: String, about id: String, needing feature: Feature? = nil
    ) async throws(FediverseError) -> Status {
      var call = Call.ensure("/api/v1/statuses/\(id)/\(action)")
      call.feature = feature
      return try await client.perform(call).entity()
    }
  }
}

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

/// A translation of a status.
public struct Translation: Entity, Hashable {
  /// The text, as HTML.
  public let content: String
  /// The content warning; empty if there is none.
  public let spoilerText: String
  /// The target language, as an ISO 639 code.
  public let language: String?
  /// The detected source language.
  public let sourceLanguage: String?
  /// The translation service.
  public let provider: String?
  /// The options of the poll; empty if there is none.
  public let pollOptions: [String]
  /// The alt texts, by the identifier of the attachment.
  public let mediaDescriptions: [String: String]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a translation; Akkoma sends its text as `text`.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "translation")
    guard let content = fields.text("content") ?? fields.text("text") else {
      throw ShapeError(path: "translation.content", expected: "text")
    }
    self.content = content
    spoilerText = fields.text("spoiler_text") ?? ""
    language = fields.word("language")
    sourceLanguage = fields.word("detected_source_language") ?? fields.word("detected_language")
    provider = fields.word("provider")
    pollOptions = fields.fields("poll").array("options").compactMap { $0["title"]?.string }
    var descriptions: [String: String] = [:]
    for media in fields.array("media_attachments").compactMap({ try? FieldReader($0, as: "media") }) {
      if let id = media.word("id") { descriptions[id] = media.word("description") }
    }
    mediaDescriptions = descriptions
    raw = json
  }
}

/// An oEmbed description of a status, for display on other websites.
public struct Embedding: Entity, Hashable {
  /// The HTML to embed. It comes from another server and is not safe to run.
  public let html: String
  /// The title.
  public let title: String?
  /// The author's name.
  public let authorName: String?
  /// The URL of the author's page.
  public let authorURL: String?
  /// The name of the server.
  public let providerName: String?
  /// The width in pixels.
  public let width: Int?
  /// The height in pixels, if fixed.
  public let height: Int?
  /// The number of seconds it may be cached.
  public let cacheAge: Int?

  /// Decodes an oEmbed description.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "embedding")
    html = try fields.word("html", or: "HTML")
    title = fields.word("title")
    authorName = fields.word("author_name")
    authorURL = fields.word("author_url")
    providerName = fields.word("provider_name")
    width = fields.count("width")
    height = fields.count("height")
    cacheAge = fields.count("cache_age")
  }
}
