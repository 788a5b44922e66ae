import Fediverse
import JSONValue
import XCallbackURL

/// What a program keeps of servers from one run to the next: what they can do, and how much was asked of them lately.
package struct ServerMemory: Sendable {
  private let cache: String?
  private let state: String?
  private let assumed: Flavor?

  /// What is kept in these folders.
  ///
  /// - Parameters:
  ///   - cache: the folder for what can be asked for again; nothing is kept where there is none.
  ///   - state: the folder for what cannot; processes share nothing where there is none.
  ///   - flavor: one of ``flavours``, which every server is taken for, whatever it says.
  package init(cache: String? = nil, state: String? = nil, flavor: String? = nil) {
    self.cache = cache
    self.state = state
    assumed = flavor.flatMap { Flavor(rawValue: $0) }
  }

  /// Nothing is kept.
  package static let none = ServerMemory()

  /// The server software that can be told apart.
  package static let flavors = Flavor.allCases.map(\.rawValue)

  /// What is known of an account's server, from an earlier run or because somebody says so.
  func profile(of account: ActingAccount) -> ServerProfile? {
    let kept = kept(account)
    guard let assumed else { return kept }
    return kept?.assuming(assumed) ?? ServerProfile(assuming: assumed, of: account.server)
  }

  private func kept(_ account: ActingAccount) -> ServerProfile? {
    guard let file = file(for: account), let bytes = try? file.read(), let json = try? JSON(parsing: bytes) else {
      return nil
    }
    return ServerProfile(json: json)
  }

  /// Keeps what is known of an account's server; what was only assumed is not.
  func keep(_ profile: ServerProfile, of account: ActingAccount) {
    guard assumed == nil, let file = file(for: account) else { return }
    // A cache that cannot be written is no reason to fail.
    try? file.write(profile.json.text + "\n")
  }

  /// The sandbox is another server whenever it starts anew, so that nothing is kept of it.
  private func file(for account: ActingAccount) -> PrivateFile? {
    guard let cache, !account.isSandbox else { return nil }
    return PrivateFile("\(cache)/servers/\(Fingerprint(account.address).hexadecimal.prefix(32)).json")
  }

  /// How much was asked lately for this account.
  func counts(of account: ActingAccount) -> any RateStore {
    guard let state, !account.isSandbox else { return RateMemory() }
    let who = account.isNamed ? account.label : account.token.authorization
    let path = "\(state)/rates/\(Fingerprint(account.address, who).hexadecimal.prefix(32))"
    do throws(Failure) { try PrivateFile.makeFolder(of: path) } catch { return RateMemory() }
    return RateFile(path)
  }
}
