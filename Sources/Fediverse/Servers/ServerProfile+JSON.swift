public import JSONValue

extension ServerProfile {
  /// The profile as stored in a cache; it contains no secrets.
  public var json: JSON {
    var object: JSON.Object = [
      "format": .int(Self.format), "server": .string(server.baseURL), "apiBase": .string(apiBase.baseURL),
      "flavour": .string(flavor.rawValue), "madeAt": .int(madeAt.seconds), "limits": limits.json,
    ]
    object["variant"] = variant.map(JSON.string)
    object["softwareName"] = softwareName.map(JSON.string)
    object["softwareVersion"] = softwareVersion.map { .string($0.text) }
    object["apiVersion"] = apiVersion.map(JSON.int)
    object["versionText"] = versionText.map(JSON.string)
    object["domain"] = domain.map(JSON.string)
    object["streamingURL"] = streamingURL.map(JSON.string)
    object["oauth"] = oauth?.json
    let declarations = declared.sorted { $0.key.rawValue < $1.key.rawValue }
    object["declared"] = .object(JSON.Object(declarations.map { (name: $0.key.rawValue, value: .bool($0.value)) }))
    let facts = learned.sorted { $0.key.rawValue < $1.key.rawValue }
    object["learned"] = .object(JSON.Object(facts.map { (name: $0.key.rawValue, value: $0.value.json) }))
    return .object(object)
  }

  /// Reads a cached profile; `nil` if it is damaged or has another format.
  ///
  /// Unknown members are ignored, so that a later version's cache can be read.
  public init?(json: JSON) {
    guard
      let fields = try? FieldReader(json, as: "profile"), fields.count("format") == Self.format,
      let server = fields.word("server").flatMap({ try? ServerAddress($0) }),
      let base = fields.word("apiBase").flatMap({ try? ServerAddress($0) }), base.isSameSite(as: server),
      base.isSafe(beside: server), let flavor = fields.word("flavour").flatMap(Flavor.init),
      let seconds = fields.count("madeAt"), let limits = fields["limits"]?.object
    else { return nil }
    self.init(
      server: server, apiBase: base, software: Software(flavor: flavor, variant: fields.word("variant")),
      madeAt: Timestamp(seconds: seconds))
    softwareName = fields.word("softwareName")
    softwareVersion = fields.word("softwareVersion").flatMap(SoftwareVersion.init)
    apiVersion = fields.count("apiVersion")
    versionText = fields.text("versionText")
    self.limits = Instance.Limits(FieldReader(members: limits, as: "limits"))
    domain = fields.word("domain").flatMap(Instance.domain)
    streamingURL = fields.word("streamingURL")
    oauth = fields["oauth"].flatMap { OAuthMetadata(json: $0, of: base) }
    for member in fields["declared"]?.object?.members ?? [] {
      if let feature = Feature(rawValue: member.name) { declared[feature] = member.value.bool }
    }
    for member in fields["learned"]?.object?.members ?? [] {
      guard let feature = Feature(rawValue: member.name), let fact = LearnedFact(json: member.value) else { continue }
      learned[feature] = fact
    }
  }

  /// The version of the cache format, to be increased when a member changes its meaning.
  private static let format = 1
}

extension ServerProfile.LearnedFact {
  fileprivate var json: JSON { ["has": .bool(isSupported), "at": .int(learnedAt.seconds)] }

  fileprivate init?(json: JSON) {
    guard let isSupported = json["has"]?.bool, let seconds = json["at"]?.int else { return nil }
    self.init(isSupported: isSupported, learnedAt: Timestamp(seconds: seconds))
  }
}
