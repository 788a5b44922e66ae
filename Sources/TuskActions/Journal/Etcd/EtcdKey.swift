import JSONValue
import TuskCommon

/// The keys of a shared journal, below its prefix.
///
/// | key | value |
/// |---|---|
/// | `scope/SCRIPT/ACCOUNT` | a script as an account, and the generation of its new blocks |
/// | `block/SCRIPT/ACCOUNT/BLOCK` | a `once` block; the revision that created it is its number |
/// | `claim/SCRIPT/ACCOUNT/BLOCK` | who is working on the block; it has the lease of that process |
/// | `effect/SCRIPT/ACCOUNT/BLOCK/EFFECT` | a change of the block |
/// | `doubt/ACCOUNT/URL/…` | the same change, while its outcome is unknown |
/// | `made/ACCOUNT/URI` | a status that a change created |
/// | `time/SCRIPT/ACCOUNT/SCHEDULE` | for when a schedule last ran |
/// | `name/PATH` | the name that a script states |
/// | `rate/ACCOUNT` | the use of the account's rate limits |
///
/// Names are digests in keys, because texts have any characters and any length; the values have the texts.
struct EtcdKey: Sendable, Hashable {
  let text: String

  static func scope(_ name: OnceName) -> EtcdKey { EtcdKey(text: "scope/\(place(name))") }
  static func scopes(of script: String?) -> EtcdKey { EtcdKey(text: "scope/\(folder(script))") }
  static func block(_ name: OnceName) -> EtcdKey { EtcdKey(text: "block/\(place(name))/\(digest(name.key))") }
  static func blocks(of script: String?, _ account: String?) -> EtcdKey {
    EtcdKey(text: "block/\(folder(script))\(script == nil ? "" : folder(account))")
  }
  static func claim(_ name: OnceName) -> EtcdKey { EtcdKey(text: "claim/\(place(name))/\(digest(name.key))") }
  static func effects(of name: OnceName) -> EtcdKey { EtcdKey(text: "effect/\(place(name))/\(digest(name.key))/") }
  static func effect(_ effect: String, of name: OnceName) -> EtcdKey {
    EtcdKey(text: effects(of: name).text + digest(effect))
  }
  static func doubts(of url: String, by account: String) -> EtcdKey {
    EtcdKey(text: "doubt/\(digest(account))/\(digest(url))/")
  }
  static func doubt(_ effect: String, of name: OnceName, at url: String) -> EtcdKey {
    let identity = Fingerprint(name.script, name.key, effect).hexadecimal
    return EtcdKey(text: doubts(of: url, by: name.account).text + identity.prefix(length))
  }
  static func statuses(by account: String) -> EtcdKey { EtcdKey(text: "made/\(digest(account))/") }
  static func status(_ uri: String, by account: String) -> EtcdKey {
    EtcdKey(text: statuses(by: account).text + digest(uri))
  }
  static func times(_ name: OnceName) -> EtcdKey { EtcdKey(text: "time/\(place(name))/") }
  static func time(_ schedule: String, script: String, account: String) -> EtcdKey {
    EtcdKey(text: times(OnceName(script: script, account: account, key: "")).text + digest(schedule))
  }
  static func name(ofScript path: String) -> EtcdKey { EtcdKey(text: "name/\(digest(path))") }
  static func rates(of account: String) -> EtcdKey { EtcdKey(text: "rate/\(account)") }

  /// The same place in another part of the keys.
  func moved(from part: String, to other: String) -> EtcdKey {
    EtcdKey(text: other + text.dropFirst(part.count))
  }

  /// Whether it is the block of a script, or of any but commands outside scripts, as an account.
  func isBlock(of script: String?, _ account: String?) -> Bool {
    let parts = text.split(separator: "/")
    guard parts.count == 4 else { return false }
    let isScript = script.map { parts[1] == Self.digest($0) } ?? (parts[1] != Self.digest(Journal.commands))
    return isScript && account.map { parts[2] == Self.digest($0) } ?? true
  }

  /// The key that this one is below.
  var parent: EtcdKey { EtcdKey(text: String(text.prefix(text.lastIndex(of: "/").map { text[..<$0].count } ?? 0))) }

  /// All keys below this one.
  var folder: EtcdKey { EtcdKey(text: text + "/") }

  private static func place(_ name: OnceName) -> String { "\(digest(name.script))/\(digest(name.account))" }

  private static func folder(_ name: String?) -> String { name.map { digest($0) + "/" } ?? "" }

  private static func digest(_ text: String) -> String { String(Fingerprint(text).hexadecimal.prefix(length)) }

  /// The digits of a digest: 128 bits.
  private static let length = 32
}

/// A key with its value.
struct EtcdEntry: Sendable {
  let key: EtcdKey
  let value: JSON
  /// The revisions of the store that created it and last changed it.
  let created: Int
  let changed: Int
}
