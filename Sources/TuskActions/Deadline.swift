package import Fediverse
import Synchronization
import TuskCommon
package import XCallbackURL

/// The time that an action may take.
package struct Deadline {
  private let timeout: Duration
  private let sleep: @Sendable (Duration) async throws -> Void

  package init(
    _ timeout: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.timeout = timeout
    self.sleep = sleep
  }

  /// About 95 years; a sleep that ends beyond the range of the clock traps.
  private static let longestSleep = Duration.seconds(3_000_000_000)

  /// The result of the work, or what is known of it after a timeout; `nil` if it was canceled and did nothing.
  ///
  /// The work is canceled and then awaited, because the result must report what it did until then.
  ///
  /// - Parameter isRepeatable: whether a change can be repeated without harm, so that its outcome need not be known.
  package func result<Value: Sendable>(
    isWrite: Bool, isRepeatable: Bool = false, of work: @escaping @Sendable () async -> Result<Value, Failure>
  ) async -> Result<Value, Failure>? {
    let (pauses, changes) = (Pauses(), SentChanges())
    return await withTaskGroup(of: Result<Value, Failure>?.self) { group in
      group.addTask {
        await SentChanges.$current.withValue(changes) { await Pauses.$current.withValue(pauses) { await work() } }
      }
      group.addTask {
        var rest = timeout
        while rest > .zero, !Task.isCancelled {
          try? await sleep(min(rest, Self.longestSleep))
          rest = pauses.take()
        }
        return nil
      }
      let first = await group.next() ?? nil
      let isLate = first == nil && !Task.isCancelled
      group.cancelAll()
      guard let result = await Self.result(first, group) else { return nil }
      return Self.known(
        of: result, isLate: isLate, isCancelled: Task.isCancelled, mayBeDone: isWrite && changes.any,
        unknown: isRepeatable ? .timedOut : .unknownOutcome, timeout)
    }
  }

  /// What does not count toward the deadline: the waits that a server asks for, by a rate limit or with `Retry-After`, and
  /// the steps of a long request that are done.
  package final class Pauses: Sendable {
    @TaskLocal package static var current: Pauses?
    private let sum = Mutex(Duration.zero)
    private let whole = Mutex(Duration.zero)
    private let outer = Pauses.current

    /// The sum of all waits.
    var total: Duration { whole.withLock { $0 } }

    package func add(_ notice: WaitNotice) {
      sum.withLock { $0 += notice.requested }
      whole.withLock { $0 += notice.requested }
      outer?.add(notice)
    }

    /// Leaves the time of a step that ended out of the time of the next ones.
    func add(step: Duration) {
      sum.withLock { $0 += step }
      outer?.add(step: step)
    }

    /// The sum of the waits added since the last call.
    fileprivate func take() -> Duration {
      sum.withLock { sum in
        defer { sum = .zero }
        return sum
      }
    }
  }

  private static func result<Value>(
    _ first: Result<Value, Failure>?, _ group: TaskGroup<Result<Value, Failure>?>
  ) async -> Result<Value, Failure>? {
    if let first { return first }
    for await result in group {
      if let result { return result }
    }
    return nil
  }

  private static func known<Value>(
    of result: Result<Value, Failure>, isLate: Bool, isCancelled: Bool, mayBeDone: Bool, unknown: Failure.Code,
    _ timeout: Duration
  ) -> Result<Value, Failure>? {
    guard isLate || isCancelled, case .failure(let failure) = result else { return result }
    if isLate, let progress = failure.progress { return .failure(.late(timeout, .timedOut, progress)) }
    switch failure.code {
    case .unknownOutcome where isLate, .timedOut where isLate && mayBeDone:
      let remedy = unknown == .unknownOutcome ? "" : ", and it can be repeated safely"
      return .failure(.late(timeout, unknown, "whether it was done is unknown\(remedy)"))
    case .unknownOutcome: return result
    case .timedOut where isLate: return .failure(.late(timeout, .timedOut))
    case .timedOut: return nil
    case .network where !isLate: return nil
    default: return result
    }
  }
}

extension Failure {
  fileprivate static func late(_ timeout: Duration, _ code: Code, _ known: String? = nil) -> Failure {
    Failure(code, "no response within \(timeout.written)" + (known.map { "; \($0)" } ?? ""))
  }
}
