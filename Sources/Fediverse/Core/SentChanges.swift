import Synchronization

/// Notes whether a request that may change something was sent, now or by an earlier process that could not record what
/// became of it, for a caller that gives up on its work.
package final class SentChanges: Sendable {
  /// Where the requests of this task are noted; `nil` if nobody wants to know.
  @TaskLocal package static var current: SentChanges?

  private let isNoted = Atomic(false)
  private let outer: SentChanges?

  /// - Parameter outer: who else wants to know.
  package init(within outer: SentChanges? = nil) {
    self.outer = outer
  }

  /// Whether a request was sent.
  package var any: Bool { isNoted.load(ordering: .relaxed) }

  /// A request is about to be sent, or was sent earlier and may still be carried out.
  package func note() {
    isNoted.store(true, ordering: .relaxed)
    outer?.note()
  }
}
