import Fediverse
import JSONValue
import Synchronization
import XCallbackURL

/// Rate-limit counters in etcd, shared by the processes of several machines that act for one account.
///
/// A request is counted before it is sent, and the counters are changed by compare-and-swap, so that all processes
/// together keep to the limits. While the store cannot be reached, each process keeps its own counters.
final class EtcdRates: RateStore {
  private let client: EtcdClient
  private let key: EtcdKey
  private let own = RateMemory()
  private let known = Mutex(Known())

  /// The entry as it was last seen, which saves reading it, and the difference of the clocks.
  private struct Known {
    var entry: EtcdEntry?
    /// When it was read or written; `nil` if it never was.
    var seen: ContinuousClock.Instant?
    var skew: Int?
    /// When to ask a store again that could not be reached.
    var nextTry: ContinuousClock.Instant?
  }

  init(_ client: EtcdClient, account: String) {
    (self.client, key) = (client.hasty, .rates(of: account))
  }

  func update<Result: Sendable>(_ change: @Sendable (inout RateState) -> Result) async -> Result {
    if let next = known.withLock(\.nextTry), ContinuousClock.now < next { return own.update(change) }
    do throws(Failure) {
      if let result = try await shared(change) { return result }
    } catch _ {
      // A limit that cannot be known does not stop a read; changes need the journal anyway.
      known.withLock { $0.nextTry = .now + Self.pause }
    }
    return own.update(change)
  }

  /// How long a store that could not be reached is left alone.
  private static let pause = Duration.seconds(10)

  /// How old an entry may be that leads to no change. Most responses teach nothing new, soon after the request was counted.
  private static let fresh = Duration.seconds(1)

  private func shared<Result: Sendable>(
    _ change: @Sendable (inout RateState) -> Result
  ) async throws(Failure) -> Result? {
    var (entry, seen) = known.withLock { ($0.entry, $0.seen) }
    if seen == nil { (entry, seen) = (try await client.entries([key])[0], .now) }
    for tries in 0..<EtcdJournal.mostTries {
      // The clock of etcd is the best guess before a response has shown that of the server.
      let skew = known.withLock(\.skew) ?? client.ahead
      let before = RateState(shared: entry?.value ?? nil, skew: skew)
      var state = before
      let result = change(&state)
      state.keepCounts(of: before)
      if state == before {
        if let seen, .now - seen < Self.fresh { return result }
        // Others may have changed it since, such as a person who forgot the counts.
        (entry, seen) = (try await client.entries([key])[0], .now)
        continue
      }
      let value = state.shared
      var transaction = EtcdTransaction(prefix: client.address.prefix)
      transaction.require(key, changedAt: entry?.changed ?? 0)
      transaction.put(key, value)
      transaction.readOtherwise(key)
      switch try await client.carryOut(transaction) {
      case .made(let revision):
        let written = EtcdEntry(key: key, value: value, created: entry?.created ?? revision, changed: revision)
        let learned = state.serverSkew
        known.withLock { $0 = Known(entry: written, seen: .now, skew: learned) }
        // What is known when the store cannot be reached.
        let last = state
        own.update { $0 = last }
        return result
      case .refused(let entries): (entry, seen) = (entries.first ?? nil, .now)
      case .leaseUnknown: return nil
      }
      if tries > 0 { try? await Task.sleep(for: .milliseconds(Int.random(in: 0...min(3 * tries, 100)))) }
    }
    return nil
  }
}
