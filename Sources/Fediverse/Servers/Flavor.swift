/// The software that a server runs, as far as it makes a difference to those who talk to it.
///
/// A server whose software is none of these is ``unknown``: nothing is taken for granted of it, and what it can do is
/// found out by asking.
public enum Flavor: String, Sendable, Hashable, CaseIterable {
  /// Mastodon, and what is built on it and behaves like it: Hometown, Glitch, Fedibird, Ecko.
  case mastodon
  /// Pleroma, and Soapbox's Rebased.
  case pleroma
  /// Akkoma.
  case akkoma
  /// Pixelfed.
  case pixelfed
  /// Friendica.
  case friendica
  /// GoToSocial.
  case gotosocial
  /// Firefish, Calckey before it.
  case firefish
  /// Catodon.
  case catodon
  /// Iceshrimp, the one in JavaScript.
  case iceshrimp
  /// Iceshrimp.NET.
  case iceshrimpNET = "iceshrimp.net"
  /// Sharkey.
  case sharkey
  /// Misskey and Foundkey, which have no interface like Mastodon's.
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
  /// Any other.
  case unknown
}
