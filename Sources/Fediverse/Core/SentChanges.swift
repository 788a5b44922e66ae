import Synchronization

/// Notes whether a request that may change something was sent, now or by an earlier process that could not record what
/// became of it, for a caller that gives up on its work, and asks whether it may still be sent.
package final class SentChanges: Sendable {
  /// Where the requests of this task are noted; `nil` if nobody wants to know.
  @TaskLocal package static var current: SentChanges?

  private let isNoted = Atomic(false)
  private let outer: SentChanges?
  private let beforeSending: @Sendable () async throws(FediverseError) -> Void

  /// - Parameters:
  ///   - outer: who else wants to know.
  ///   - beforeSending: called right before each request is sent, after all waits.
  package init(
    within outer: SentChanges? = nil,
    beforeSending: @escaping @Sendable () async throws(FediverseError) -> Void = {}
  ) {
    (self.outer, self.beforeSending) = (outer, beforeSending)
  }

  /// A request that may change something is to be sent now.
  ///
  /// - Throws: ``FediverseError`` if it must not be.
  func check() async throws(FediverseError) {
    try await outer?.check()
    try await beforeSending()
  }

  /// Whether a request was sent.
  package var any: Bool { isNoted.load(ordering: .relaxed) }

  /// A request is about to be sent, or was sent earlier and may still be carried out.
  package func note() {
    isNoted.store(true, ordering: .relaxed)
    outer?.note()
  }
}
