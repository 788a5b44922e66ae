import JSONValue

/// The software of a server: its flavor, and its variant if it is a fork.
struct Software: Sendable, Hashable {
  let flavor: Flavor
  /// The name of the fork, in lower case.
  var variant: String?

  /// Identifies software by name; `nil` if it is unknown.
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

  /// The software with the variant found in its version, such as `4.3.0+glitch`, if the name shows none.
  func refined(by version: String?) -> Software {
    guard variant == nil, let version = version?.lowercased() else { return self }
    let word = Self.variants.keys.sorted().first { Self.variants[$0]?.flavor == flavor && version.contains($0) }
    return Software(flavor: flavor, variant: word.flatMap { Self.variants[$0]?.variant })
  }

  /// The names of forks, with the software they behave like.
  private static let variants: [String: (flavor: Flavor, variant: String)] = [
    "hometown": (.mastodon, "hometown"), "glitch": (.mastodon, "glitch"), "glitch-soc": (.mastodon, "glitch"),
    "fedibird": (.mastodon, "fedibird"), "ecko": (.mastodon, "ecko"), "rebased": (.pleroma, "rebased"),
    "soapbox": (.pleroma, "rebased"), "calckey": (.firefish, "calckey"), "foundkey": (.misskey, "foundkey"),
    "snac2": (.snac, "snac2"),
  ]
}

extension Software {
  /// Identifies the software from the instance document, for servers without NodeInfo.
  init(describing instance: Instance) {
    let line = VersionLine(instance.version)
    self = Self.named(line, in: instance) ?? Self.guessed(line, in: instance)
  }

  /// The software named explicitly in the document.
  private static func named(_ line: VersionLine, in instance: Instance) -> Software? {
    if let name = line.software { return Software(name: name)?.refined(by: line.softwareVersion) }
    for flavor in [Flavor.pleroma, .friendica] where instance.raw[flavor.rawValue]?.object != nil {
      return Software(flavor: flavor).refined(by: line.claimed)
    }
    if instance.contactAccount?.id.isULID == true { return Software(flavor: .gotosocial) }
    let variant = Software(flavor: .mastodon).refined(by: line.claimed)
    if variant.variant != nil { return variant }
    return instance.sourceURL.flatMap(WebURL.init)?.segments.last.flatMap(Software.init(name:))
  }

  /// Assumes Mastodon if the document looks like Mastodon's; software with version numbers of its own or by year is
  /// different.
  private static func guessed(_ line: VersionLine, in instance: Instance) -> Software {
    guard line.software == nil, let major = SoftwareVersion(line.claimed)?.numbers.first else {
      return Software(flavor: .unknown)
    }
    let isOdd = major == 0 || major >= 2000 || instance.raw["max_toot_chars"] != nil
    return Software(flavor: isOdd ? .unknown : .mastodon)
  }
}

extension String {
  /// Whether the text is a ULID, as GoToSocial uses: 26 Base32 characters, the first at most 7.
  fileprivate var isULID: Bool {
    let alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8
    return utf8.count == 26 && utf8.allSatisfy(alphabet.contains) && (utf8.first ?? 0) <= UInt8(ascii: "7")
  }
}

/// The parts of the version in an instance document, such as `4.2.1 (compatible; Iceshrimp.NET/2024.1-beta2)`.
struct VersionLine: Sendable, Hashable {
  /// The part before the parenthesis: the Mastodon version that the server has or claims to be compatible with.
  let claimed: String
  /// The name of the software in the parenthesis.
  let software: String?
  /// The version of the software in the parenthesis.
  let softwareVersion: String?

  init(_ text: String) {
    let line = text.trimmedOfBlanks
    guard let mark = line.firstRange(of: "(compatible;") else {
      claimed = line
      software = nil
      softwareVersion = nil
      return
    }
    claimed = String(line[..<mark.lowerBound]).trimmedOfBlanks
    let inside = String(line[mark.upperBound...].prefix { $0 != ")" }).trimmedOfBlanks
    let name = inside.prefix { $0 != " " && $0 != "/" }
    let version = String(inside[name.endIndex...].dropFirst()).trimmedOfBlanks
    software = name.isEmpty ? nil : String(name)
    softwareVersion = version.isEmpty ? nil : version
  }

  /// The version of the server's own software.
  var ownVersion: String { software == nil ? claimed : softwareVersion ?? "" }
}
