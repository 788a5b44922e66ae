import Fediverse
import Glibc
import JSONValue
import TuskCommon
import XCallbackURL

/// The journal of several machines, in etcd.
///
/// A block is claimed by a key with the lease of the process, so that the claim ends with the process. Every change of the
/// store is a transaction whose conditions hold only once; it is repeated until it is known to be made. A process sends a
/// change only while its lease has at least twice the longest time of a request left, so that the next process that gets the claim
/// finds what became of it.
package actor EtcdJournal: JournalStore {
  package nonisolated let now: @Sendable () -> Int
  package nonisolated let uptime: @Sendable () -> Uptime?
  let client: EtcdClient
  let lease: EtcdLease
  /// The lease of what is only of use for some days.
  let memory: EtcdLease
  private let me: JSON.Object
  private var marks = 0
  /// The numbers of the marks of claims that are being made.
  private var beginning: Set<Int> = []
  /// The blocks that this process has claimed.
  private var claims: [OnceName: Claim] = [:]
  /// Whether the last block that was asked for was new.
  var expectsNew = true
  /// The scopes as this process last saw them.
  var scopes: [EtcdKey: EtcdEntry] = [:]
  /// The names of scripts and the spellings of accounts as the store has them.
  var names: [String: String] = [:]
  var spellings: [String: String] = [:]

  struct Claim {
    /// The value of the claim's key.
    let mark: JSON
    let lease: String
    var block: EtcdBlock
    /// The revision that last changed the block.
    var changed: Int
    /// Whether an earlier claim may have left effects.
    let isResumed: Bool
    /// Its effects as this process wrote them, and the revisions that did.
    var effects: [EtcdKey: (effect: EtcdChange, changed: Int)] = [:]
  }

  package nonisolated var place: String { "\(client.address)" }

  /// - Parameters:
  ///   - uptime: returns a time that setting the clock does not change; `nil` if there is none.
  package init(_ client: EtcdClient, uptime: @escaping @Sendable () -> Uptime? = { Uptime.ofMachine() }) {
    self.client = client
    self.uptime = uptime
    now = { client.now }
    lease = EtcdLease(client)
    memory = EtcdLease(client, seconds: Self.memoryLength)
    me = [
      "worker": .string(String(UInt64.random(in: 0...UInt64.max), radix: 16)), "process": .int(Int(getpid())),
      "host": .string(Self.host),
    ]
  }

  /// For how many seconds the store knows which statuses were made: a week.
  private static let memoryLength = 7 * 86_400

  /// The name of this machine.
  package static let host = {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "?" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  package nonisolated var isOpen: Bool { true }

  package func close() async {
    claims = [:]
    await lease.end()
  }

  /// A value that no other write of any process has.
  func newMark() -> JSON {
    marks += 1
    var mark = me
    mark["number"] = .int(marks)
    return .object(mark)
  }

  /// Does work during which a mark is that of a claim being made.
  func beginning<Value>(
    _ mark: JSON, _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let number = mark["number"]?.int ?? 0
    beginning.insert(number)
    defer { beginning.remove(number) }
    return try await work()
  }

  /// Whether a claim is a leftover of this process: it gave the claim up, and the request that said so was lost.
  func isLeftover(_ holder: JSON) -> Bool {
    guard holder["worker"] == me["worker"], let number = holder["number"]?.int else { return false }
    return !beginning.contains(number) && !claims.values.contains { $0.mark.isMark(holder) }
  }

  func newTransaction() -> EtcdTransaction { EtcdTransaction(prefix: client.address.prefix) }

  /// The claim of an attempt.
  func claim(of attempt: OnceAttempt) throws(Failure) -> Claim {
    guard let claim = claims[attempt.name] else { throw .notClaimed(attempt) }
    return claim
  }

  func keep(_ claim: Claim?, of name: OnceName) { claims[name] = claim }

  /// Keeps an effect as this process wrote it.
  func keep(_ effect: EtcdChange?, changedAt revision: Int, as key: EtcdKey, of name: OnceName) {
    claims[name]?.effects[key] = effect.map { ($0, revision) }
  }

  /// How often a transaction is prepared anew because others changed what it depends on.
  static let mostTries = 100

  /// Waits before the next try, for a random time, so that others come first at some time.
  func pause(after tries: Int) async {
    try? await client.waiting.sleep(.milliseconds(min(5 * (tries + 1), 200)) * client.waiting.chance())
  }
}

extension JSON {
  /// Whether it is the mark of the same write, perhaps under another lease.
  func isMark(_ other: JSON) -> Bool {
    self["worker"] != nil && self["worker"] == other["worker"] && self["number"] == other["number"]
  }

  /// The mark as the value of a claim under a lease.
  ///
  /// - Parameter isResumed: whether the block was begun before.
  func under(_ lease: String, isResumed: Bool) -> JSON {
    var object = object ?? [:]
    object["lease"] = .string(lease)
    object["resumed"] = .bool(isResumed)
    return .object(object)
  }

  /// The process that a mark is of.
  var worker: Worker {
    Worker(process: self["process"]?.int ?? 0, host: self["host"]?.string)
  }
}

extension EtcdClient {
  /// Seconds since 1970 by the clock of etcd, which its users share.
  package var now: Int { local() + ahead }
}

extension Failure {
  static func notClaimed(_ attempt: OnceAttempt) -> Failure {
    Failure(.defect, "'\(JournaledText(attempt.name.key).text)' was finished but never begun")
  }

  static func claimLost(_ name: OnceName) -> Failure {
    Failure(
      .locked,
      "another process took over '\(JournaledText(name.key).text)', because the journal did not hear of this one; run it "
        + "again")
  }

  static func contended(_ what: String) -> Failure {
    Failure(.locked, "others change '\(what)' in the journal all the time; run it again")
  }
}
