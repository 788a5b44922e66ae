/// Whether a server has a feature, and how that is known.
public enum Support: Sendable, Hashable {
  /// How it is known.
  public enum Ground: Sendable, Hashable {
    /// Software of this kind and version is known for it.
    case software
    /// The server showed it, at this time.
    case answer(Timestamp)
  }

  /// The server has it.
  case yes(Ground)
  /// The server does not have it.
  case no(Ground)
  /// Nobody knows before the server is asked.
  case unknown

  /// Whether the server may be asked for it: nothing is known against it.
  public var isPossible: Bool {
    switch self {
    case .yes, .unknown: true
    case .no: false
    }
  }
}

extension ServerProfile {
  /// Whether every token allows everything there, whatever scopes it was given for: GoToSocial heeds them since 0.19.
  public var ignoresScopes: Bool {
    guard flavor == .gotosocial, let softwareVersion, let heeding = SoftwareVersion("0.19") else { return false }
    return !softwareVersion.isTowards(heeding)
  }

  /// Whether the server has a feature, as far as it is known without asking; what it answered within the last seven
  /// days counts more than what is known of its software.
  public func supports(_ feature: Feature, at now: Timestamp = .now()) -> Support {
    if let fact = learned[feature], fact.isFresh(at: now) {
      return fact.isSupported ? .yes(.answer(fact.learnedAt)) : .no(.answer(fact.learnedAt))
    }
    switch FeatureTable.rows[feature]?.verdict(on: self) {
    case .yes: return .yes(.software)
    case .no: return .no(.software)
    case .unknown, nil: return .unknown
    }
  }

  /// Why the server is not asked for a feature, without a full stop; `nil` where it may be.
  public func refusal(of feature: Feature, at now: Timestamp = .now()) -> String? {
    switch supports(feature, at: now) {
    case .yes, .unknown: return nil
    case .no(.answer(let time)):
      return "\(softwareTitle) cannot \(feature.summary), as it showed on \(time.description.prefix(10))"
    case .no(.software):
      if flavor == .misskey { return "\(softwareTitle) has no interface like Mastodon's" }
      return "\(softwareTitle) cannot \(feature.summary)" + (remedy(for: feature).map { "; \($0)" } ?? "")
    }
  }

  /// Since when the same software has it, or Mastodon where it never does.
  private func remedy(for feature: Feature) -> String? {
    guard let row = FeatureTable.rows[feature] else { return nil }
    guard let implementer = row.implementer(flavor) ?? row.implementer(.mastodon), let since = implementer.since else {
      return nil
    }
    return "\(implementer.flavor.title) can since \(since)"
  }
}
