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
    var seen: Duration?
    var skew: Int?
    /// When to ask a store again that could not be reached.
    var nextTry: Duration?
  }

  init(_ client: EtcdClient, account: String) {
    (self.client, key) = (client.hasty, .rates(of: account))
  }

  func update<Result: Sendable>(_ change: @Sendable (inout RateState) -> Result) async -> Result {
    if let next = known.withLock(\.nextTry), now < next { return own.update(change) }
    do throws(Failure) {
      if let result = try await shared(change) { return result }
    } catch _ {
      // A limit that cannot be known does not stop a read; changes need the journal anyway.
      let next = now + Self.pause
      known.withLock { $0.nextTry = next }
    }
    return own.update(change)
  }

  private var now: Duration { client.waiting.uptime() }

  /// How long a store that could not be reached is left alone.
  private static let pause = Duration.seconds(10)

  /// How long it is tried to count a request that many others count at the same time; who gives up may exceed the limit.
  private static let patience = Duration.seconds(120)
  /// How old an entry may be that leads to no change. Most responses teach nothing new, soon after the request was counted.
  private static let fresh = Duration.seconds(1)

  private func shared<Result: Sendable>(
    _ change: @Sendable (inout RateState) -> Result
  ) async throws(Failure) -> Result? {
    var (entry, seen) = known.withLock { ($0.entry, $0.seen) }
    if seen == nil { (entry, seen) = (try await client.entries([key])[0], now) }
    let end = now + Self.patience
    for tries in 0... {
      // The clock of etcd is the best guess before a response has shown that of the server.
      let skew = known.withLock(\.skew) ?? client.ahead
      let before = RateState(shared: entry?.value ?? nil, skew: skew)
      var state = before
      let result = change(&state)
      state.keepCounts(of: before)
      if state == before {
        if let seen, now - seen < Self.fresh { return result }
        // Others may have changed it since, such as a person who forgot the counts.
        (entry, seen) = (try await client.entries([key])[0], now)
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
        keep(state, as: written)
        return result
      case .refused(let entries): (entry, seen) = (entries.first ?? nil, now)
      case .leaseUnknown: return nil
      }
      // Those who try at the same time wait longer and longer, until one after the other comes through.
      guard now < end, !Task.isCancelled else { return nil }
      let pause = Duration.milliseconds(min(4 << min(tries, 8), 1000)) * client.waiting.chance()
      if tries > 0 { try? await client.waiting.sleep(pause) }
    }
    return nil
  }

  private func keep(_ state: RateState, as entry: EtcdEntry) {
    let (skew, seen) = (state.serverSkew, now)
    known.withLock { $0 = Known(entry: entry, seen: seen, skew: skew) }
    // What is known when the store cannot be reached.
    own.update { $0 = state }
  }
}
