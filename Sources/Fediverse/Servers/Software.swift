/// What a server runs: what it behaves like, and what it is called where that says more.
struct Software: Sendable, Hashable {
  let flavour: Flavour
  /// The relative of the software that it is, in lower case.
  var variant: String?

  /// The software of a name; `nil` where nothing is known of it.
  init?(name: String) {
    let words = name.trimmedOfBlanks.lowercased().split { $0 == " " || $0 == "/" }
    guard let word = words.first.map(String.init) else { return nil }
    if let flavour = Flavour(rawValue: word), flavour != .unknown {
      self.init(flavour: flavour)
    } else if let (flavour, variant) = Self.variants[word] {
      self.init(flavour: flavour, variant: variant)
    } else {
      return nil
    }
  }

  init(flavour: Flavour, variant: String? = nil) {
    self.flavour = flavour
    self.variant = variant
  }

  /// The software, with the variant that a version names where the name does not, like `4.3.0+glitch`.
  func refined(by version: String?) -> Software {
    guard variant == nil, let version = version?.lowercased() else { return self }
    let word = Self.variants.keys.sorted().first { Self.variants[$0]?.flavour == flavour && version.contains($0) }
    return Software(flavour: flavour, variant: word.flatMap { Self.variants[$0]?.variant })
  }

  /// The names of what is built on other software and behaves like it.
  private static let variants: [String: (flavour: Flavour, variant: String)] = [
    "hometown": (.mastodon, "hometown"), "glitch": (.mastodon, "glitch"), "glitch-soc": (.mastodon, "glitch"),
    "fedibird": (.mastodon, "fedibird"), "ecko": (.mastodon, "ecko"), "rebased": (.pleroma, "rebased"),
    "soapbox": (.pleroma, "rebased"), "calckey": (.firefish, "calckey"), "foundkey": (.misskey, "foundkey"),
    "snac2": (.snac, "snac2"),
  ]
}
