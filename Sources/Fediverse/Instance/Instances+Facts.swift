public import JSONValue

extension Client.Instances {
  /// The languages that the server's people can say they write in.
  public func languages() async throws(FediverseError) -> Rows<Language> {
    try await client.perform(.get("/api/v1/instance/languages").needing(.instanceLanguages)).rows()
  }

  /// Which languages text is translated to, by the language that it is in.
  public func translationLanguages() async throws(FediverseError) -> [String: [String]] {
    let answer = try await client.perform(.get("/api/v1/instance/translation_languages").needing(.instanceLanguages))
    let languages: TranslationLanguages = try answer.entity()
    return languages.targets
  }

  /// The domains of the servers that this one knows.
  public func peers() async throws(FediverseError) -> [String] {
    try await domains(.get("/api/v1/instance/peers"))
  }

  /// The domains that begin so, of the servers that this one knows; ten at most.
  public func peers(beginningWith start: String) async throws(FediverseError) -> [String] {
    try await domains(.get("/api/v1/peers/search", [("q", start)]))
  }

  private func domains(_ call: Call) async throws(FediverseError) -> [String] {
    let domains: Rows<Domain> = try await client.perform(call.needing(.instancePeers)).rows()
    return domains.elements.map(\.name)
  }

  /// The servers that this one keeps its people from.
  public func blockedServers() async throws(FediverseError) -> Rows<BlockedServer> {
    try await client.perform(.get("/api/v1/instance/domain_blocks").needing(.instanceBlocks)).rows()
  }

  /// How busy the server was in each of the last twelve weeks, the last one first.
  public func activity() async throws(FediverseError) -> Rows<InstanceActivity> {
    try await client.perform(.get("/api/v1/instance/activity").needing(.instanceActivity)).rows()
  }

  /// The pictures of the server that shortcodes stand for.
  public func customEmojis() async throws(FediverseError) -> Rows<CustomEmoji> {
    try await client.perform(.get("/api/v1/custom_emojis").needing(.customEmojis)).rows()
  }
}

/// The bare name of a server in a list.
private struct Domain: Entity {
  let name: String

  init(json: JSON) throws(ShapeError) {
    guard let name = json.string, !name.isEmpty else { throw ShapeError(path: "domain", expected: "a name") }
    self.name = name
  }
}

/// Languages by the language that they are translated from.
private struct TranslationLanguages: Entity {
  let targets: [String: [String]]

  init(json: JSON) throws(ShapeError) {
    guard let members = json.object?.members else { throw ShapeError(path: "languages", expected: "an object") }
    targets = Dictionary(members.map { ($0.name, $0.value.array?.compactMap(\.string) ?? []) }) { $1 }
  }
}

/// How busy a server was in one week.
public struct InstanceActivity: Entity, Hashable {
  /// The beginning of the week.
  public let week: Timestamp?
  /// How many statuses its accounts published.
  public let statuses: Int
  /// How many of its accounts signed in.
  public let logins: Int
  /// How many accounts were made.
  public let registrations: Int

  /// Reads a week.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "activity")
    week = fields.time("week")
    statuses = fields.count("statuses") ?? 0
    logins = fields.count("logins") ?? 0
    registrations = fields.count("registrations") ?? 0
  }
}

/// A server that another one keeps its people from.
public struct BlockedServer: Entity, Hashable {
  /// The domain, some of whose letters may be hidden by stars.
  public let domain: String
  /// The SHA-256 hash of the domain.
  public let digest: String?
  /// What is kept from it, as the server spells it: `silence` or `suspend`.
  public let severity: String
  /// Why.
  public let comment: String?

  /// Reads a blocked server, which needs a domain.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "block")
    guard let domain = fields.word("domain") else { throw ShapeError(path: "block.domain", expected: "a domain") }
    self.domain = domain
    digest = fields.word("digest")
    severity = fields.word("severity") ?? "suspend"
    comment = fields.word("comment") ?? fields.word("public_comment")
  }
}

/// A language that a server knows.
public struct Language: Entity, Hashable {
  /// The ISO 639 code.
  public let code: String
  /// What it is called, in the language of the server's software.
  public let name: String

  /// Reads a language, which needs a code.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "language")
    guard let code = fields.word("code") else { throw ShapeError(path: "language.code", expected: "a code") }
    self.code = code
    name = fields.word("name") ?? code
  }
}
