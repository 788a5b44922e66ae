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
