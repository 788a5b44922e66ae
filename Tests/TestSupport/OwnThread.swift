import Foundation

/// Does work that waits for other processes on a thread of its own, so that it keeps no thread of the pool that all
/// tests share.
package func onOwnThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: work)) }
  }
}
