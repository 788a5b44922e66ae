@testable import Fediverse

extension ServerProfile {
  /// What is known of a server of this flavor that has shown that it can do everything.
  static func able(
    _ flavor: Flavor, at address: String = "example.social", now: Timestamp = Timestamp(seconds: 1_700_000_000)
  )
    throws -> ServerProfile
  {
    let profile = ServerProfile(assuming: flavor, of: try ServerAddress(address), at: now)
    return Feature.allCases.reduce(profile) { $0.learning($1, true, at: now) ?? $0 }
  }
}
