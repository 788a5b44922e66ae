/// A piece of software that has a feature, and since when.
struct Bearer: Sendable {
  let flavour: Flavour
  /// The first release that has it; `nil` where that was always so or is not known.
  var since: SoftwareVersion?
  /// The version of Mastodon's interface that has it first.
  var apiVersion: Int?

  static let pleroma = Bearer(flavour: .pleroma)
  static let akkoma = Bearer(flavour: .akkoma)
  static let pixelfed = Bearer(flavour: .pixelfed)
  static let friendica = Bearer(flavour: .friendica)
  static let gotosocial = Bearer(flavour: .gotosocial)
  static let firefish = Bearer(flavour: .firefish)
  static let catodon = Bearer(flavour: .catodon)
  static let iceshrimp = Bearer(flavour: .iceshrimp)
  static let iceshrimpNET = Bearer(flavour: .iceshrimpNET)
  static let sharkey = Bearer(flavour: .sharkey)
  static let takahe = Bearer(flavour: .takahe)
  static let mastodon = Bearer(flavour: .mastodon)

  static func mastodon(_ version: String) -> Bearer { Bearer(flavour: .mastodon, since: SoftwareVersion(version)) }
  static func pleroma(_ version: String) -> Bearer { Bearer(flavour: .pleroma, since: SoftwareVersion(version)) }
  static func gotosocial(_ version: String) -> Bearer { Bearer(flavour: .gotosocial, since: SoftwareVersion(version)) }

  /// Mastodon since a version of its interface, and since the release that brought it for servers that tell no more.
  static func mastodon(api version: Int) -> Bearer {
    Bearer(flavour: .mastodon, since: releases[version].flatMap(SoftwareVersion.init), apiVersion: version)
  }

  /// Which release brought which version of the interface.
  private static let releases = [2: "4.3", 3: "4.4", 4: "4.4", 5: "4.4", 7: "4.5", 8: "4.6", 9: "4.6", 10: "4.6"]

  func verdict(on profile: ServerProfile) -> FeatureRow.Verdict {
    if let apiVersion, let claimed = profile.apiVersion { return claimed >= apiVersion ? .yes : .no }
    guard let since else { return .yes }
    guard let version = profile.softwareVersion else { return .unknown }
    if version >= since { return .yes }
    // An early edition of the release may have it already.
    return version.isTowards(since) ? .unknown : .no
  }
}
