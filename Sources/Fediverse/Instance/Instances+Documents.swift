public import JSONValue

extension Client.Instances {
  /// The rules of the server, in order.
  public func rules() async throws(FediverseError) -> Rows<Instance.Rule> {
    try await client.perform(.get("/api/v1/instance/rules").needing(.instanceRules)).rows()
  }

  /// What the server is about, at length.
  public func extendedDescription() async throws(FediverseError) -> InstanceDocument {
    try await client.perform(.get("/api/v1/instance/extended_description").needing(.instanceDescription)).entity()
  }

  /// What the server does with what it knows of people.
  public func privacyPolicy() async throws(FediverseError) -> InstanceDocument {
    try await client.perform(.get("/api/v1/instance/privacy_policy").needing(.privacyPolicy)).entity()
  }

  /// What people agree to who use the server.
  ///
  /// - Parameter date: the day from which an edition holds, like `2025-04-15`; the newest edition where not given.
  public func termsOfService(from date: String? = nil) async throws(FediverseError) -> InstanceDocument {
    let call: Call =
      if let date { .get("/api/v1/instance/terms_of_service/\(date)") } else {
        .get("/api/v1/instance/terms_of_service")
      }
    return try await client.perform(call.needing(.termsOfService)).entity()
  }
}

/// A text by those who run a server: what it is about, its privacy policy, its terms of service.
public struct InstanceDocument: Entity, Hashable {
  /// The text in HTML.
  public let content: String
  /// When it was last changed.
  public let updatedAt: Timestamp?
  /// The day from which it holds, as the server writes it.
  public let effectiveDate: String?
  /// Whether it holds already.
  public let isEffective: Bool?
  /// The day from which the next edition holds, as the server writes it.
  public let successorDate: String?

  /// Reads a document, which needs a text.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "document")
    guard let content = fields.text("content") else { throw ShapeError(path: "document.content", expected: "a text") }
    self.content = content
    updatedAt = fields.time("updated_at")
    effectiveDate = fields.word("effective_date")
    isEffective = fields.truth("effective")
    successorDate = fields.word("succeeded_by")
  }
}
