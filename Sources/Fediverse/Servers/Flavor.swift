/// The software of a server, as far as clients need to distinguish it.
///
/// All other software is ``unknown``: nothing is assumed about it, and its features are found out by asking.
public enum Flavor: String, Sendable, Hashable, CaseIterable {
  /// Mastodon and its compatible forks: Hometown, Glitch, Fedibird, Ecko.
  case mastodon
  /// Pleroma and Soapbox's Rebased.
  case pleroma
  /// Akkoma.
  case akkoma
  /// Pixelfed.
  case pixelfed
  /// Friendica.
  case friendica
  /// GoToSocial.
  case gotosocial
  /// Firefish, formerly Calckey.
  case firefish
  /// Catodon.
  case catodon
  /// Iceshrimp, the original in JavaScript.
  case iceshrimp
  /// Iceshrimp.NET.
  case iceshrimpNET = "iceshrimp.net"
  /// Sharkey.
  case sharkey
  /// Misskey and Foundkey, which have no Mastodon-compatible API.
  case misskey
  /// Mitra.
  case mitra
  /// Takahē.
  case takahe
  /// snac.
  case snac
  /// Hollo.
  case hollo
  /// Ditto.
  case ditto
  /// Smithereen.
  case smithereen
  /// Bonfire.
  case bonfire
  /// toki.
  case toki
  /// Any other software.
  case unknown
}

extension Flavor {
  /// The name of the software in a sentence.
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

  /// Recognizes the name of a software as servers send it, ignoring case and everything after a blank or slash.
  public init(softwareName name: String) {
    self = Software(name: name)?.flavor ?? .unknown
  }

  /// Whether an account finds all its statuses in its list of statuses, also those that only some can see. It is not known
  /// of the others, or known not to be so: Takahē, snac, Pleroma and Akkoma leave some out.
  var listsRestrictedStatuses: Bool {
    switch self {
    case .mastodon, .gotosocial, .firefish, .catodon, .iceshrimp, .iceshrimpNET, .sharkey: true
    default: false
    }
  }
}
