package import Fediverse
import Synchronization
import TuskCommon
package import XCallbackURL

/// The time an action may take.
package struct Deadline {
  private let timeout: Duration
  private let sleep: @Sendable (Duration) async throws -> Void

  package init(
    _ timeout: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.timeout = timeout
    self.sleep = sleep
  }

  /// Nine decades; a sleep whose end the clock cannot count traps.
  private static let longestSleep = Duration.seconds(3_000_000_000)

  /// The response of the work, or what is known of it when time is up or the caller withdrew.
  ///
  /// The work is cancelled and then waited for, because what it did until then is the truth to be told.
  package func response(isWrite: Bool, of work: @escaping @Sendable () async -> Response) async -> Response {
    let pauses = Pauses()
    return await withTaskGroup(of: Response?.self) { group in
      group.addTask { await Pauses.$current.withValue(pauses) { await work() } }
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
      return Self.truth(of: response, isLate: isLate, isCancelled: Task.isCancelled, isWrite: isWrite, timeout)
    }
  }

  /// The waits for a server that allows no more requests, which are not part of the time that an action may take.
  package final class Pauses: Sendable {
    @TaskLocal package static var current: Pauses?
    private let sum = Mutex(Duration.zero)

    package func add(_ pause: WaitNotice) {
      guard case .rateLimit = pause.reason else { return }
      sum.withLock { $0 += pause.length }
    }

    /// What was added since it was last taken.
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

  private static func truth(
    of response: Response, isLate: Bool, isCancelled: Bool, isWrite: Bool, _ timeout: Duration
  ) -> Response {
    guard isLate || isCancelled, case .failure(let failure) = response else { return response }
    switch failure.code {
    case .unknownOutcome where isLate: return .failure(.late(timeout, .unknownOutcome))
    case .unknownOutcome: return response
    case .timedOut where isWrite && isLate: return .failure(.late(timeout, .unknownOutcome))
    case .timedOut where isLate: return .failure(.late(timeout, .timedOut))
    case .timedOut: return .canceled
    case .network where !isLate: return .canceled
    default: return response
    }
  }
}

extension Failure {
  fileprivate static func late(_ timeout: Duration, _ code: Code) -> Failure {
    let end = code == .unknownOutcome ? "; whether it was done is not known" : ""
    return Failure(code, "no answer within \(timeout.written)\(end)")
  }
}
