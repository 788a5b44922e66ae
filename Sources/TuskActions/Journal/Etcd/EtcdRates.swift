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

  private func shared<Result: Sendable>(
    _ change: @Sendable (inout RateState) -> Result
  ) async throws(Failure) -> Result? {
    var entry = known.withLock(\.entry)
    var isCurrent = entry == nil
    if isCurrent { entry = try await client.entries([key])[0] }
    for tries in 0..<EtcdJournal.mostTries {
      // The clock of etcd is the best guess before a response has shown that of the server.
      let skew = known.withLock(\.skew) ?? client.ahead
      let before = RateState(shared: entry?.value ?? nil, skew: skew)
      var state = before
      let result = change(&state)
      state.keepCounts(of: before)
      if state == before {
        guard !isCurrent else { return result }
        // Others may have changed it since, such as a person who forgot the counts.
        (entry, isCurrent) = (try await client.entries([key])[0], true)
        continue
      }
      let value = state.shared
      var transaction = EtcdTransaction(prefix: client.address.prefix)
      transaction.require(key, changedAt: entry?.changed ?? 0)
      transaction.put(key, value)
      let learned = state.serverSkew
      if let revision = try await client.commit(transaction) {
        let written = EtcdEntry(key: key, value: value, created: entry?.created ?? revision, changed: revision)
        known.withLock { $0 = Known(entry: written, skew: learned) }
        // What is known when the store cannot be reached.
        let last = state
        own.update { $0 = last }
        return result
      }
      if tries > 0 { try? await Task.sleep(for: .milliseconds(Int.random(in: 0...min(3 * tries, 100)))) }
      (entry, isCurrent) = (try await client.entries([key])[0], true)
    }
    return nil
  }
}
