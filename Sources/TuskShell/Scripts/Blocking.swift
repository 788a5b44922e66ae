import Dispatch
import Synchronization
import TuskActions

/// The bridge from the synchronous program to asynchronous work.
///
/// An asynchronous `main` costs a static executable tens of milliseconds at its start, and libedit blocks its
/// thread, so the program is synchronous and waits here.
package enum Blocking {
  /// Runs the work and waits for its value.
  ///
  /// - Parameter watch: is called once with a function that cancels the work and with one that waits for it, which it must
  ///   call.
  package static func run<Value: Sendable>(
    cancelingBy watch: (_ cancel: @escaping @Sendable () -> Void, _ wait: () -> Void) -> Void = { $1() },
    _ work: @escaping @Sendable () async -> Value
  ) -> Value {
    let cell = Cell<Value>()
    let done = DispatchSemaphore(value: 0)
    let report = Trace.report
    let task = Task.detached {
      let value = await Trace.$report.withValue(report) { await work() }
      cell.value.withLock { $0 = value }
      done.signal()
    }
    watch({ task.cancel() }, { done.wait() })
    while true {
      if let value = cell.value.withLock({ $0 }) { return value }
      done.wait()
    }
  }

  private final class Cell<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
