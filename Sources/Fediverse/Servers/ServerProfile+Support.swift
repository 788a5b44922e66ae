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
}
