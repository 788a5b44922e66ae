/// What a server runs: what it behaves like, and what it is called where that says more.
struct Software: Sendable, Hashable {
  let flavor: Flavor
  /// The relative of the software that it is, in lower case.
  var variant: String?

  /// The software of a name; `nil` where nothing is known of it.
  init?(name: String) {
    let words = name.trimmedOfBlanks.lowercased().split { $0 == " " || $0 == "/" }
    guard let word = words.first.map(String.init) else { return nil }
    if let flavor = Flavor(rawValue: word), flavor != .unknown {
      self.init(flavor: flavor)
    } else if let (flavor, variant) = Self.variants[word] {
      self.init(flavor: flavor, variant: variant)
    } else {
      return nil
    }
  }

  init(flavor: Flavor, variant: String? = nil) {
    self.flavor = flavor
    self.variant = variant
  }

  /// The software, with the variant that a version names where the name does not, like `4.3.0+glitch`.
  func refined(by version: String?) -> Software {
    guard variant == nil, let version = version?.lowercased() else { return self }
    let word = Self.variants.keys.sorted().first { Self.variants[$0]?.flavor == flavor && version.contains($0) }
    return Software(flavor: flavor, variant: word.flatMap { Self.variants[$0]?.variant })
  }

  /// The names of what is built on other software and behaves like it.
  private static let variants: [String: (flavor: Flavor, variant: String)] = [
    "hometown": (.mastodon, "hometown"), "glitch": (.mastodon, "glitch"), "glitch-soc": (.mastodon, "glitch"),
    "fedibird": (.mastodon, "fedibird"), "ecko": (.mastodon, "ecko"), "rebased": (.pleroma, "rebased"),
    "soapbox": (.pleroma, "rebased"), "calckey": (.firefish, "calckey"), "foundkey": (.misskey, "foundkey"),
    "snac2": (.snac, "snac2"),
  ]
}
