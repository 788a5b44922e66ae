extension Flavor {
  /// What the software is called in a sentence.
  public var title: String {
    switch self {
    case .mastodon: "Mastodon"
    case .pleroma: "Pleroma"
    case .akkoma: "Akkoma"
    case .pixelfed: "Pixelfed"
    case .friendica: "Friendica"
    case .gotosocial: "GoToSocial"
    case .firefish: "Firefish"
    case .catodon: "Catodon"
    case .iceshrimp: "Iceshrimp"
    case .iceshrimpNET: "Iceshrimp.NET"
    case .sharkey: "Sharkey"
    case .misskey: "Misskey"
    case .mitra: "Mitra"
    case .takahe: "Takahē"
    case .snac: "snac"
    case .hollo: "Hollo"
    case .ditto: "Ditto"
    case .smithereen: "Smithereen"
    case .bonfire: "Bonfire"
    case .toki: "toki"
    case .unknown: "the server"
    }
  }

  /// The software of a name as servers give it: letter case and what stands behind a blank or a slash do not count.
  public init(softwareName name: String) {
    self = Software(name: name)?.flavor ?? .unknown
  }
}
