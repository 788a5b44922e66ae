/// A software that supports a feature, and since which version.
struct Implementer: Sendable {
  let flavor: Flavor
  /// The first release that supports it; `nil` if it always has or the version is unknown.
  var since: SoftwareVersion?
  /// The first version of Mastodon's API that supports it.
  var apiVersion: Int?

  static let pleroma = Implementer(flavor: .pleroma)
  static let akkoma = Implementer(flavor: .akkoma)
  static let pixelfed = Implementer(flavor: .pixelfed)
  static let friendica = Implementer(flavor: .friendica)
  static let gotosocial = Implementer(flavor: .gotosocial)
  static let firefish = Implementer(flavor: .firefish)
  static let catodon = Implementer(flavor: .catodon)
  static let iceshrimp = Implementer(flavor: .iceshrimp)
  static let iceshrimpNET = Implementer(flavor: .iceshrimpNET)
  static let sharkey = Implementer(flavor: .sharkey)
  static let takahe = Implementer(flavor: .takahe)
  static let mastodon = Implementer(flavor: .mastodon)

  static func mastodon(_ version: String) -> Implementer {
    Implementer(flavor: .mastodon, since: SoftwareVersion(version))
  }
  static func pleroma(_ version: String) -> Implementer {
    Implementer(flavor: .pleroma, since: SoftwareVersion(version))
  }
  static func gotosocial(_ version: String) -> Implementer {
    Implementer(flavor: .gotosocial, since: SoftwareVersion(version))
  }

  /// Mastodon since an API version, or since the matching release for servers that do not report one.
  static func mastodon(api version: Int) -> Implementer {
    Implementer(flavor: .mastodon, since: releases[version].flatMap(SoftwareVersion.init), apiVersion: version)
  }

  /// The first Mastodon release with each API version.
  private static let releases = [2: "4.3", 3: "4.4", 4: "4.4", 5: "4.4", 7: "4.5", 8: "4.6", 9: "4.6", 10: "4.6"]

  func verdict(on profile: ServerProfile) -> FeatureRow.Verdict {
    if let apiVersion, let claimed = profile.apiVersion { return claimed >= apiVersion ? .yes : .no }
    guard let since else { return .yes }
    guard let version = profile.softwareVersion else { return profile.isOfCurrentVersion ? .yes : .unknown }
    if version >= since { return .yes }
    // A pre-release of that version may support it already.
    return version.isTowards(since) ? .unknown : .no
  }
}
