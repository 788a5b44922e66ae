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

  /// The response of the work, or what is known of it after a timeout or cancellation.
  ///
  /// The work is canceled and then awaited, because the response must report what it did until then.
  ///
  /// - Parameter isRepeatable: whether a change can be repeated without harm, so that its outcome need not be known.
  package func response(
    isWrite: Bool, isRepeatable: Bool = false, of work: @escaping @Sendable () async -> Response
  ) async -> Response {
    let (pauses, changes) = (Pauses(), SentChanges())
    return await withTaskGroup(of: Response?.self) { group in
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
      guard let response = await Self.response(first, group) else { return .canceled }
      return Self.outcome(
        of: response, isLate: isLate, isCancelled: Task.isCancelled, mayBeDone: isWrite && changes.any,
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

  private static func response(_ first: Response?, _ group: TaskGroup<Response?>) async -> Response? {
    if let first { return first }
    for await response in group {
      if let response { return response }
    }
    return nil
  }

  private static func outcome(
    of response: Response, isLate: Bool, isCancelled: Bool, mayBeDone: Bool, unknown: Failure.Code,
    _ timeout: Duration
  ) -> Response {
    guard isLate || isCancelled, case .failure(let failure) = response else { return response }
    if isLate, let progress = failure.progress { return .failure(.late(timeout, .timedOut, progress)) }
    switch failure.code {
    case .unknownOutcome where isLate, .timedOut where isLate && mayBeDone:
      let remedy = unknown == .unknownOutcome ? "" : ", and it can be repeated safely"
      return .failure(.late(timeout, unknown, "whether it was done is unknown\(remedy)"))
    case .unknownOutcome: return response
    case .timedOut where isLate: return .failure(.late(timeout, .timedOut))
    case .timedOut: return .canceled
    case .network where !isLate: return .canceled
    default: return response
    }
  }
}

extension Failure {
  fileprivate static func late(_ timeout: Duration, _ code: Code, _ known: String? = nil) -> Failure {
    Failure(code, "no response within \(timeout.written)" + (known.map { "; \($0)" } ?? ""))
  }
}
