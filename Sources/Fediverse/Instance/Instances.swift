public import JSONValue

extension Client {
  /// The calls about the server itself.
  public var instance: Instances { Instances(client: self) }

  /// The calls about the server itself.
  public struct Instances: Sendable {
    let client: Client

    /// Fetches the description of the server, in the newest API version available.
    public func instance() async throws(FediverseError) -> Instance {
      let instance: Instance
      do throws(FediverseError) {
        instance = try await client.perform(.get("/api/v2/instance")).entity()
      } catch  where error.meansMissing {
        instance = try await client.perform(.get("/api/v1/instance")).entity()
      }
      if let domain = instance.domain { client.learn(domain: domain) }
      return instance
    }
  }

  /// Returns the domain of the server's accounts, which may differ from its host; fetched once.
  ///
  /// It is the server's address if the server states no valid domain.
  public func domain() async throws(FediverseError) -> String {
    if let knownDomain { return knownDomain }
    let domain = try await instance.instance().domain ?? server.authority
    remember(domain: domain)
    return domain
  }

  /// Returns the account's name with its domain, adding the server's domain for local accounts.
  public func qualifiedName(of account: Account) async throws(FediverseError) -> String {
    account.isLocal ? account.qualifiedName(on: try await domain()) : account.acct
  }

  fileprivate func remember(domain: String) {
    if knownDomain == nil { knownDomain = domain }
  }
}

extension Client.Instances {
  /// Lists the languages that statuses can be marked with.
  public func languages() async throws(FediverseError) -> Rows<Language> {
    try await client.perform(.get("/api/v1/instance/languages").needing(.instanceLanguages)).rows()
  }

  /// Fetches the languages available for translation: target languages by source language.
  public func translationLanguages() async throws(FediverseError) -> [String: [String]] {
    let response = try await client.perform(.get("/api/v1/instance/translation_languages").needing(.instanceLanguages))
    let languages: TranslationLanguages = try response.entity()
    return languages.targets
  }

  /// Lists the domains of the servers known to this one.
  public func peers() async throws(FediverseError) -> [String] {
    try await domains(.get("/api/v1/instance/peers"))
  }

  /// Finds up to ten domains of known servers that begin with a text.
  public func peers(beginningWith start: String) async throws(FediverseError) -> [String] {
    try await domains(.get("/api/v1/peers/search", [("q", start)]))
  }

  private func domains(_ call: Call) async throws(FediverseError) -> [String] {
    let domains: Rows<Domain> = try await client.perform(call.needing(.instancePeers)).rows()
    return domains.elements.map(\.name)
  }

  /// Lists the servers that this one has limited or blocked.
  public func blockedServers() async throws(FediverseError) -> Rows<BlockedServer> {
    try await client.perform(.get("/api/v1/instance/domain_blocks").needing(.instanceBlocks)).rows()
  }

  /// Fetches the server's activity in the last twelve weeks, latest week first.
  public func activity() async throws(FediverseError) -> Rows<InstanceActivity> {
    try await client.perform(.get("/api/v1/instance/activity").needing(.instanceActivity)).rows()
  }

  /// Lists the server's custom emojis.
  public func customEmojis() async throws(FediverseError) -> Rows<CustomEmoji> {
    try await client.perform(.get("/api/v1/custom_emojis").needing(.customEmojis)).rows()
  }
}

/// A domain in a list.
private struct Domain: Entity {
  let name: String

  init(json: JSON) throws(ShapeError) {
    guard let name = json.string, !name.isEmpty else { throw ShapeError(path: "domain", expected: "a name") }
    self.name = name
  }
}

/// Target languages by source language.
private struct TranslationLanguages: Entity {
  let targets: [String: [String]]

  init(json: JSON) throws(ShapeError) {
    guard let members = json.object?.members else { throw ShapeError(path: "languages", expected: "an object") }
    targets = Dictionary(members.map { ($0.name, $0.value.array?.compactMap(\.string) ?? []) }) { $1 }
  }
}

/// The activity of a server in one week.
public struct InstanceActivity: Entity, Hashable {
  /// The beginning of the week.
  public let week: Timestamp?
  /// The number of statuses posted.
  public let statuses: Int
  /// The number of accounts that signed in.
  public let logins: Int
  /// The number of registrations.
  public let registrations: Int

  /// Decodes a week.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "activity")
    week = fields.time("week")
    statuses = fields.count("statuses") ?? 0
    logins = fields.count("logins") ?? 0
    registrations = fields.count("registrations") ?? 0
  }
}

/// A server that another one has limited or blocked.
public struct BlockedServer: Entity, Hashable {
  /// The domain; letters may be hidden by asterisks.
  public let domain: String
  /// The SHA-256 hash of the domain.
  public let digest: String?
  /// The severity: `silence` or `suspend`.
  public let severity: String
  /// The reason.
  public let comment: String?

  /// Decodes a blocked server.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "block")
    domain = try fields.word("domain", or: "a domain")
    digest = fields.word("digest")
    severity = fields.word("severity") ?? "suspend"
    comment = fields.word("comment") ?? fields.word("public_comment")
  }
}

/// A language supported by a server.
public struct Language: Entity, Hashable {
  /// The ISO 639 code.
  public let code: String
  /// The name of the language, in the locale of the server.
  public let name: String

  /// Decodes a language.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "language")
    let code = try fields.word("code", or: "a code")
    self.code = code
    name = fields.word("name") ?? code
  }
}

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
