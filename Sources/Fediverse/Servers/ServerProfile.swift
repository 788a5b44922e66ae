/// What is known of a server: its software, its limits, and what it can do.
///
/// It holds no secret, so that it can be kept in a file.
public struct ServerProfile: Sendable, Hashable {
  /// What a server's answer showed of a feature.
  public struct LearnedFact: Sendable, Hashable {
    /// Whether the server has the feature.
    public let isSupported: Bool
    /// When it showed, in whole seconds.
    public let learnedAt: Timestamp

    /// Whether it showed not long ago: servers are brought up to date.
    func isFresh(at now: Timestamp) -> Bool {
      learnedAt.isWithin(7 * 86_400, before: now)
    }
  }

  /// Which server was asked.
  public let server: ServerAddress
  /// Where its interface is, which is another host where the server leads on from the domain of its accounts.
  public let apiBase: ServerAddress
  /// What its software behaves like.
  public internal(set) var flavor: Flavor
  /// The relative of the software that it is, like `glitch`, where its name or version tells.
  public internal(set) var variant: String?
  /// The name of the software, as the server writes it.
  public internal(set) var softwareName: String?
  /// The version of the software.
  public internal(set) var softwareVersion: SoftwareVersion?
  /// The version of Mastodon's interface that the server claims to have.
  public internal(set) var apiVersion: Int?
  /// The version as the server's description of itself has it.
  public internal(set) var versionText: String?
  /// How much a status may hold; Mastodon's figures where the server is silent.
  public internal(set) var limits: Instance.Limits
  /// The domain of the server's accounts, where it is known.
  public internal(set) var domain: String?
  /// Where streams are opened, as the server writes it.
  public internal(set) var streamingURL: String?
  /// How to sign in, where the server tells.
  public internal(set) var oauth: OAuthMetadata?
  /// What answers of the server showed.
  public internal(set) var learned: [Feature: LearnedFact] = [:]
  /// When the server was asked, in whole seconds.
  public let madeAt: Timestamp

  /// A profile that nothing was asked for: what the flavour alone tells.
  ///
  /// - Parameters:
  ///   - flavor: what the software is taken for.
  ///   - server: which server it is about.
  ///   - now: when the profile begins to age.
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

  /// The profile with another flavour, for a server that is not what it says; versions of other software say nothing
  /// of it.
  public func assuming(_ flavor: Flavor) -> ServerProfile {
    guard flavor != self.flavor else { return self }
    var profile = self
    profile.flavor = flavor
    profile.variant = nil
    profile.softwareName = nil
    profile.softwareVersion = nil
    return profile
  }

  /// Whether the server was asked within the last 24 hours.
  public func isFresh(at now: Timestamp) -> Bool {
    madeAt.isWithin(86_400, before: now)
  }

  /// The software and its version, for a sentence: `Mastodon 4.2.1`.
  public var softwareTitle: String {
    let name = flavor == .unknown ? softwareName?.oneLine(limit: 40) ?? flavor.title : flavor.title
    return softwareVersion.map { "\(name) \($0.text.oneLine(limit: 40))" } ?? name
  }
}

extension ServerProfile {
  /// The profile of a server that answered at least one of the questions.
  ///
  /// - Parameter base: where the answers came from.
  init(
    of server: ServerAddress, at base: ServerAddress, nodeInfo: NodeInfo?, instance: Instance?, oauth: OAuthMetadata?,
    madeAt: Timestamp
  ) {
    let line = instance.map { VersionLine($0.version) }
    let described = instance.map(Software.init(describing:))
    let named = nodeInfo.flatMap { Software(name: $0.softwareName)?.refined(by: $0.softwareVersion) }
    // A name that nobody knows may still be explained by what the description says by name.
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
    streamingURL = instance?.streamingURL
    self.oauth = oauth
  }

  /// The profile with what an answer showed; `nil` where that is known already and was so not long ago.
  func learning(_ feature: Feature, _ isSupported: Bool, at now: Timestamp) -> ServerProfile? {
    if let fact = learned[feature], fact.isSupported == isSupported, fact.learnedAt.isWithin(86_400, before: now) {
      return nil
    }
    var profile = self
    profile.learned[feature] = LearnedFact(isSupported: isSupported, learnedAt: Timestamp(seconds: now.seconds))
    return profile
  }

  /// The profile with what an older one had learned, unless the software has changed since.
  func keeping(_ old: ServerProfile?) -> ServerProfile {
    guard let old, old.flavor == flavor, old.softwareVersion?.text == softwareVersion?.text else { return self }
    var profile = self
    let fresh = old.learned.filter { $0.value.isFresh(at: madeAt) }
    profile.learned.merge(fresh) { own, _ in own }
    return profile
  }
}

extension Timestamp {
  /// Whether the moment is at most so many seconds before the other one, and not after it.
  fileprivate func isWithin(_ seconds: Int, before now: Timestamp) -> Bool {
    self <= now && now.seconds - self.seconds < seconds
  }
}
