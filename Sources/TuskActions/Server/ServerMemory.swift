import Fediverse
import Glibc
import JSONValue
import TuskCommon
package import XCallbackURL

/// Keeps what is known of servers between runs: their profiles or only their domains, recent request counts and texts
/// of deleted statuses.
package struct ServerMemory: Sendable {
  private let cache: String?
  private let state: String?
  private let assumed: Flavor?
  private let shared: EtcdClient?

  /// - Parameters:
  ///   - cache: the folder for profiles; `nil` to keep none.
  ///   - state: the folder for request counts and texts; `nil` to keep none and share none between processes.
  ///   - flavor: the software, one of ``flavors``, that every server is treated as running.
  ///   - shared: where the request counts of several machines are, instead of a folder; `nil` for none.
  package init(cache: String? = nil, state: String? = nil, flavor: String? = nil, shared: EtcdClient? = nil) {
    self.cache = cache
    self.state = state
    self.shared = shared
    assumed = flavor.flatMap { Flavor(rawValue: $0) }
  }

  /// Whether every server is treated as running some software.
  package var isAssuming: Bool { assumed != nil }

  /// Keeps nothing.
  package static let none = ServerMemory()

  /// The names of the known server software.
  package static let flavors = Flavor.allCases.map(\.rawValue)

  /// The profile of an account's server from an earlier run, or as assumed.
  func profile(of account: ActingAccount) -> ServerProfile? {
    let kept = kept(account)
    guard let assumed else { return kept }
    return kept?.assuming(assumed) ?? ServerProfile(assuming: assumed, of: account.server)
  }

  private func kept(_ account: ActingAccount) -> ServerProfile? {
    json(of: account).flatMap { ServerProfile(json: $0) }
  }

  private func json(of account: ActingAccount) -> JSON? {
    guard let file = file(for: account), let bytes = try? file.read() else { return nil }
    return try? JSON(parsing: bytes)
  }

  /// Keeps the profile of an account's server, unless it is assumed.
  func keep(_ profile: ServerProfile, of account: ActingAccount) {
    guard assumed == nil, let file = file(for: account) else { return }
    // The cache is optional.
    try? file.write(profile.json.text + "\n")
  }

  /// The domain of the accounts of an account's server, if an earlier run asked for it within the last 24 hours.
  func domain(of account: ActingAccount, at now: Timestamp) -> String? {
    guard let json = json(of: account), let madeAt = json["madeAt"]?.int, madeAt >= 0, madeAt <= now.seconds,
      now.seconds - madeAt < Self.domainLifetime
    else { return nil }
    return json["domain"]?.string.flatMap { Instance.domain(of: $0) }
  }

  /// How long a domain without a profile is used, in seconds: as long as a profile.
  private static let domainLifetime = 86_400

  /// Keeps the domain of the accounts of an account's server until there is a profile, which has it too.
  func keep(domain: String, of account: ActingAccount, at now: Timestamp) {
    guard let file = file(for: account), kept(account) == nil else { return }
    let json: JSON = ["domain": .string(domain), "madeAt": .int(now.seconds)]
    // The cache is optional.
    try? file.write(json.text + "\n")
  }

  /// `nil` for the sandbox, because each start makes it a new server.
  private func file(for account: ActingAccount) -> PrivateFile? {
    guard let cache, !account.isSandbox else { return nil }
    return PrivateFile("\(cache)/servers/\(Fingerprint(account.address).hexadecimal.prefix(32)).json")
  }

  /// Keeps the text of a status that an account is about to delete to post it anew, and removes those of 30 days ago.
  ///
  /// - Returns: the path; `nil` in the sandbox, of which nothing is kept.
  /// - Throws: ``Failure`` if it cannot be written.
  func keep(draft: String, of id: String, by account: ActingAccount) throws(Failure) -> String? {
    guard let state, !account.isSandbox else { return nil }
    let folder = "\(state)/redrafts"
    for path in (FolderNames.all(in: folder) ?? []).map({ "\(folder)/\($0)" }) {
      var facts = stat()
      if lstat(path, &facts) == 0, facts.st_mtim.tv_sec < time(nil) - Job.lifetime { unlink(path) }
    }
    let file = PrivateFile("\(folder)/\(Fingerprint(account.address, id).hexadecimal.prefix(32)).txt")
    try file.write(draft)
    return file.path
  }

  /// What is remembered of an account's rate limits.
  package struct RateCount: Sendable, Hashable {
    /// What is limited, such as `uploads`.
    package let title: String
    package let used: Int?
    package let limit: Int?
    /// The end of the window, in seconds since 1970.
    package let end: Int
  }

  /// The rate limits that are remembered for an account and still hold.
  ///
  /// - Throws: ``Failure`` if a newer version wrote the file.
  package func rates(of account: ActingAccount) async throws(Failure) -> [RateCount] {
    try await readableCounts(of: account).update { $0 }.counts(at: .now()).map { count in
      RateCount(title: count.title, used: count.usage?.used, limit: count.usage?.limit, end: count.end)
    }
  }

  /// Forgets the rate limits of an account, in running processes too.
  ///
  /// - Throws: ``Failure`` if a newer version wrote the file.
  package func forgetRates(of account: ActingAccount) async throws(Failure) {
    try await readableCounts(of: account).update { $0 = RateState() }
  }

  private func readableCounts(of account: ActingAccount) throws(Failure) -> any RateStore {
    let counts = counts(of: account)
    if let file = counts as? RateFile, file.isOfNewerVersion { throw .newer(file.path) }
    return counts
  }

  /// The recent request counts of an account.
  func counts(of account: ActingAccount) -> any RateStore {
    guard let state, !account.isSandbox else { return RateMemory() }
    let who = account.isNamed ? account.label : account.token.authorization
    let name = String(Fingerprint(account.address, who).hexadecimal.prefix(32))
    if let shared { return EtcdRates(shared, account: name) }
    let path = "\(state)/rates/\(name)"
    do throws(Failure) { try PrivateFile.makeFolder(of: path) } catch { return RateMemory() }
    return RateFile(path)
  }
}
