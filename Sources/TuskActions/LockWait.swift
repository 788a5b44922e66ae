package import XCallbackURL

/// Waits for files that other programs have locked: for a limited time, with a message, and until the task is canceled.
package enum LockWait {
  /// Shows what the task waits for; `nil` when the wait is over.
  @TaskLocal package static var notice: Notice?

  /// Shows what is waited for. A structure, because optimized programs crash if the value of a task local is a function
  /// (Swift 6.3).
  package struct Notice: Sendable {
    fileprivate let show: @Sendable (String?) -> Void

    package init(_ show: @escaping @Sendable (String?) -> Void) {
      self.show = show
    }
  }

  /// How long to wait for another program by default.
  package static let usualLimit = Duration.seconds(10)
  /// How long a wait stays silent.
  private static let silence = Duration.seconds(1)
  private static let longestPause = Duration.milliseconds(100)

  /// Shows what is waited for elsewhere, such as a store that does not respond; `nil` when the wait is over.
  static func show(_ text: String?) { notice?.show(text) }

  /// Repeats the work while it fails with ``Failure/Code/locked``.
  ///
  /// - Parameter limit: how long to repeat it.
  /// - Throws: the last failure.
  package static func retrying<Value>(
    atMost limit: Duration = usualLimit, isolation: isolated (any Actor)? = #isolation,
    _ work: () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let start = ContinuousClock.now
    var pause = Duration.milliseconds(5)
    var hasTold = false
    defer { if hasTold { notice?.show(nil) } }
    while true {
      let failure: Failure
      do throws(Failure) { return try work() } catch { failure = error }
      let passed = ContinuousClock.now - start
      guard failure.code == .locked, passed < limit else { throw failure }
      if !hasTold, passed > silence {
        notice?.show("waiting: \(failure.message)")
        hasTold = true
      }
      guard (try? await Task.sleep(for: pause)) != nil else { throw failure }
      pause = min(pause * 2, longestPause)
    }
  }
}
