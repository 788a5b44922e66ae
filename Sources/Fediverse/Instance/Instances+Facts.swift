import JSONValue

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
