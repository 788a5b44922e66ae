import JSONValue

extension Software {
  /// The software as far as the server's description of itself shows it, for servers without NodeInfo.
  init(describing instance: Instance) {
    let line = VersionLine(instance.version)
    self = Self.named(line, in: instance) ?? Self.guessed(line, in: instance)
  }

  /// What the description says by name.
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

  /// What only Mastodon looks like; whoever invents a version of its own or counts by years is somebody else.
  private static func guessed(_ line: VersionLine, in instance: Instance) -> Software {
    guard line.software == nil, let major = SoftwareVersion(line.claimed)?.numbers.first else {
      return Software(flavor: .unknown)
    }
    let isOdd = major == 0 || major >= 2000 || instance.raw["max_toot_chars"] != nil
    return Software(flavor: isOdd ? .unknown : .mastodon)
  }
}

extension String {
  /// Whether the text is an identifier as GoToSocial makes them: 26 letters and digits, the first at most 7.
  fileprivate var isULID: Bool {
    let alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8
    return utf8.count == 26 && utf8.allSatisfy(alphabet.contains) && (utf8.first ?? 0) <= UInt8(ascii: "7")
  }
}
