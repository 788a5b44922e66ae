import Dispatch
import Synchronization

/// Runs work that blocks on a thread of its own, because the threads that tasks share must stay free.
package enum BlockingWork {
  /// Runs the work and waits for its value.
  ///
  /// - Parameter work: gets a function that returns whether the waiting task was canceled.
  package static func run<Value: Sendable>(
    _ work: @escaping @Sendable (_ isCanceled: @escaping @Sendable () -> Bool) -> Value
  ) async -> Value {
    let cancellation = Cancellation()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "tusk.blocking").async {
          continuation.resume(returning: work { cancellation.isOver.load(ordering: .relaxed) })
        }
      }
    } onCancel: {
      cancellation.isOver.store(true, ordering: .relaxed)
    }
  }

  private final class Cancellation: Sendable {
    let isOver = Atomic(false)
  }
}

/// Runs the jobs of an actor one after the other on a thread that no other work uses, because they wait for the disk.
package final class BlockingExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// - Parameter name: the name of the thread in debuggers.
  package init(_ name: String) {
    queue = DispatchQueue(label: name)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
