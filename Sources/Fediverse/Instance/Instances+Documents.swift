public import JSONValue

extension Client.Instances {
  /// Fetches the rules of the server, in order.
  public func rules() async throws(FediverseError) -> Rows<Instance.Rule> {
    try await client.perform(.get("/api/v1/instance/rules").needing(.instanceRules)).rows()
  }

  /// Fetches the extended description of the server.
  public func extendedDescription() async throws(FediverseError) -> InstanceDocument {
    try await client.perform(.get("/api/v1/instance/extended_description").needing(.instanceDescription)).entity()
  }

  /// Fetches the privacy policy of the server.
  public func privacyPolicy() async throws(FediverseError) -> InstanceDocument {
    try await client.perform(.get("/api/v1/instance/privacy_policy").needing(.privacyPolicy)).entity()
  }

  /// Fetches the terms of service of the server.
  ///
  /// - Parameter date: the effective date of a version, like `2025-04-15`; `nil` for the current one.
  public func termsOfService(from date: String? = nil) async throws(FediverseError) -> InstanceDocument {
    let call: Call =
      if let date { .get("/api/v1/instance/terms_of_service/\(date)") } else {
        .get("/api/v1/instance/terms_of_service")
      }
    return try await client.perform(call.needing(.termsOfService)).entity()
  }
}

/// A document by the server's administrators: extended description, privacy policy or terms of service.
public struct InstanceDocument: Entity, Hashable {
  /// The text, as HTML.
  public let content: String
  /// When it was last changed.
  public let updatedAt: Timestamp?
  /// The effective date, as formatted by the server.
  public let effectiveDate: String?
  /// Whether it is in effect.
  public let isEffective: Bool?
  /// The effective date of the next version, as formatted by the server.
  public let successorDate: String?

  /// Decodes a document.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "document")
    guard let content = fields.text("content") else { throw ShapeError(path: "document.content", expected: "text") }
    self.content = content
    updatedAt = fields.time("updated_at")
    effectiveDate = fields.word("effective_date")
    isEffective = fields.truth("effective")
    successorDate = fields.word("succeeded_by")
  }
}
