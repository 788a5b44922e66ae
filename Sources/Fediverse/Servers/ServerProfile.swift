public import JSONValue

/// What is known about a server: its software, limits and features.
///
/// It contains no secrets and can be stored in a file.
public struct ServerProfile: Sendable, Hashable {
  /// What a response showed about a feature.
  public struct LearnedFact: Sendable, Hashable {
    /// Whether the server supports the feature.
    public let isSupported: Bool
    /// When the response arrived, in whole seconds.
    public let learnedAt: Timestamp

    /// Whether the fact is less than seven days old; servers are upgraded.
    func isFresh(at now: Timestamp) -> Bool {
      learnedAt.isWithin(7 * 86_400, before: now)
    }
  }

  /// The server.
  public let server: ServerAddress
  /// The address of the API, which may be on another host than the domain of the accounts.
  public let apiBase: ServerAddress
  /// The software that the server behaves like.
  public internal(set) var flavor: Flavor
  /// The fork of the software, such as `glitch`, if the name or version shows it.
  public internal(set) var variant: String?
  /// The name of the software as sent.
  public internal(set) var softwareName: String?
  /// The version of the software.
  public internal(set) var softwareVersion: SoftwareVersion?
  /// The version of Mastodon's API that the server reports.
  public internal(set) var apiVersion: Int?
  /// The version as written in the instance document.
  public internal(set) var versionText: String?
  /// The limits for statuses; Mastodon's defaults if the server reports none.
  public internal(set) var limits: Instance.Limits
  /// The domain of the accounts, if known.
  public internal(set) var domain: String?
  /// The streaming URL as sent.
  public internal(set) var streamingURL: String?
  /// The OAuth metadata, if the server publishes it.
  public internal(set) var oauth: OAuthMetadata?
  /// The features that the server's description of itself mentions, and whether it supports them.
  public internal(set) var declared: [Feature: Bool] = [:]
  /// What responses have shown about features.
  public internal(set) var learned: [Feature: LearnedFact] = [:]
  /// Whether it stands for the current version of the software, rather than for a server.
  private(set) var isOfCurrentVersion = false
  /// When the server was asked, in whole seconds.
  public let madeAt: Timestamp

  /// Creates a profile from the flavor alone, without asking the server.
  ///
  /// - Parameters:
  ///   - flavor: the assumed software.
  ///   - server: the server.
  ///   - now: the time at which the profile was made.
  public init(assuming flavor: Flavor, of server: ServerAddress, at now: Timestamp = .now()) {
    self.init(server: server, apiBase: server, software: Software(flavor: flavor), madeAt: now)
  }

  init(server: ServerAddress, apiBase: ServerAddress, software: Software, madeAt: Timestamp) {
    self.server = server
    self.apiBase = apiBase
    self.madeAt = Timestamp(seconds: madeAt.seconds)
    flavor = software.flavor
    variant = software.variant
    limits = .usual
  }

  /// The profile with another flavor, for a server that misreports its software; the version is dropped with the old
  /// one.
  public func assuming(_ flavor: Flavor) -> ServerProfile {
    guard flavor != self.flavor else { return self }
    var profile = self
    profile.flavor = flavor
    profile.variant = nil
    profile.softwareName = nil
    profile.softwareVersion = nil
    return profile
  }

  /// The profile of the current version of the software, which supports what any version does, instead of a server's.
  public var ofCurrentVersion: ServerProfile {
    var profile = self
    profile.softwareVersion = nil
    profile.isOfCurrentVersion = true
    return profile
  }

  /// Whether the server was asked within the last 24 hours.
  public func isFresh(at now: Timestamp) -> Bool {
    madeAt.isWithin(86_400, before: now)
  }

  /// The software and its version for a sentence, such as `Mastodon 4.2.1`.
  public var softwareTitle: String {
    let name = flavor == .unknown ? softwareName?.oneLine(limit: 40) ?? flavor.title : flavor.title
    return softwareVersion.map { "\(name) \($0.text.oneLine(limit: 40))" } ?? name
  }
}

extension ServerProfile {
  /// Creates a profile from the documents that the server returned.
  ///
  /// - Parameter base: the address that returned them.
  init(
    of server: ServerAddress, at base: ServerAddress, nodeInfo: NodeInfo?, instance: Instance?, oauth: OAuthMetadata?,
    madeAt: Timestamp
  ) {
    let line = instance.map { VersionLine($0.version) }
    let described = instance.map(Software.init(describing:))
    let named = nodeInfo.flatMap { Software(name: $0.softwareName)?.refined(by: $0.softwareVersion) }
    // Software with an unknown name may still be identified by name in the instance document.
    let explained = nodeInfo == nil || line?.software != nil ? described : nil
    self.init(
      server: server, apiBase: base, software: named ?? explained ?? Software(flavor: .unknown), madeAt: madeAt)
    if variant == nil, described?.flavor == flavor { variant = described?.variant }
    softwareName = nodeInfo?.softwareName ?? line?.software
    softwareVersion = (nodeInfo?.softwareVersion ?? line?.ownVersion).flatMap(SoftwareVersion.init)
    apiVersion = instance?.apiVersion
    versionText = instance?.version
    limits = instance?.limits ?? limits
    domain = instance?.domain
    declared = instance?.declaredFeatures ?? [:]
    streamingURL = instance?.streamingURL
    self.oauth = oauth
  }

  /// The profile with a fact from a response; `nil` if the same fact was recorded within the last 24 hours.
  func learning(_ feature: Feature, _ isSupported: Bool, at now: Timestamp) -> ServerProfile? {
    if let fact = learned[feature], fact.isSupported == isSupported, fact.learnedAt.isWithin(86_400, before: now) {
      return nil
    }
    var profile = self
    profile.learned[feature] = LearnedFact(isSupported: isSupported, learnedAt: Timestamp(seconds: now.seconds))
    return profile
  }

  /// The profile with the facts learned by an older one, unless the software has changed since.
  func keeping(_ old: ServerProfile?) -> ServerProfile {
    guard let old, old.flavor == flavor, old.softwareVersion?.text == softwareVersion?.text else { return self }
    var profile = self
    let fresh = old.learned.filter { $0.value.isFresh(at: madeAt) }
    profile.learned.merge(fresh) { own, _ in own }
    return profile
  }
}

extension Timestamp {
  /// Whether the time is before `now` and less than this many seconds ago.
  fileprivate func isWithin(_ seconds: Int, before now: Timestamp) -> Bool {
    self <= now && now.seconds - self.seconds < seconds
  }
}

/// Whether a server supports a feature, and how that is known.
public enum Support: Sendable, Hashable {
  /// The source of the knowledge.
  public enum Evidence: Sendable, Hashable {
    /// The software and its version.
    case software
    /// The server's description of itself.
    case description
    /// A response of the server, at this time.
    case response(Timestamp)
  }

  /// The server supports the feature.
  case yes(Evidence)
  /// The server does not support the feature.
  case no(Evidence)
  /// It is unknown until the server is asked.
  case unknown

  /// Whether it is worth asking the server: the feature is not known to be missing.
  public var isPossible: Bool {
    switch self {
    case .yes, .unknown: true
    case .no: false
    }
  }
}

extension ServerProfile {
  /// Whether every token has full access to the account, whatever its scopes; GoToSocial enforces scopes since 0.19.
  public var ignoresScopes: Bool {
    guard flavor == .gotosocial, let softwareVersion, let enforcing = SoftwareVersion("0.19") else { return false }
    return !softwareVersion.isTowards(enforcing)
  }

  /// Whether the server supports a feature, without asking it. A response of the last seven days takes precedence over
  /// the server's description of itself, and that over what is known about the software.
  public func supports(_ feature: Feature, at now: Timestamp = .now()) -> Support {
    if let fact = learned[feature], fact.isFresh(at: now) {
      return fact.isSupported ? .yes(.response(fact.learnedAt)) : .no(.response(fact.learnedAt))
    }
    if let isSupported = declared[feature] { return isSupported ? .yes(.description) : .no(.description) }
    switch FeatureTable.rows[feature]?.verdict(on: self) {
    case .yes: return .yes(.software)
    case .no: return .no(.software)
    case .unknown, nil: return .unknown
    }
  }

  /// Why the server is not asked for a feature, without a full stop; `nil` if it can be asked.
  public func refusal(of feature: Feature, at now: Timestamp = .now()) -> String? {
    switch supports(feature, at: now) {
    case .yes, .unknown: return nil
    case .no(.response(let time)):
      return "\(softwareTitle) cannot \(feature.summary), according to its response on \(time.description.prefix(10))"
    case .no(.description): return "\(softwareTitle) cannot \(feature.summary), according to its description of itself"
    case .no(.software):
      if flavor == .misskey { return "\(softwareTitle) has no Mastodon-compatible API" }
      return "\(softwareTitle) cannot \(feature.summary)" + (remedy(for: feature).map { "; \($0)" } ?? "")
    }
  }

  /// The version of the same software that supports the feature, or of Mastodon; if neither does, what other software.
  private func remedy(for feature: Feature) -> String? {
    guard let row = FeatureTable.rows[feature] else { return nil }
    if let implementer = row.implementer(flavor) ?? row.implementer(.mastodon), let since = implementer.since {
      return "\(implementer.flavor.title) has supported this since \(since)"
    }
    let titles = row.implementers.map(\.flavor.title)
    guard let last = titles.last, row.implementer(flavor) == nil else { return nil }
    let others = titles.dropLast()
    return (others.isEmpty ? "\(last) does" : "\(others.joined(separator: ", ")) and \(last) do") + " support this"
  }
}

extension ServerProfile {
  /// Whether the server never carries out two requests with the same key, not even concurrent ones.
  ///
  /// Mastodon before 4.6, Pleroma and Akkoma remember a key only once they have carried out its request.
  var locksIdempotencyKeys: Bool {
    switch flavor {
    case .mastodon: softwareVersion.map { version in SoftwareVersion("4.6").map { version >= $0 } ?? false } ?? false
    case .iceshrimpNET: true
    default: false
    }
  }

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
