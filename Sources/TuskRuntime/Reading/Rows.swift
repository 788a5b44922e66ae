import Dispatch
import JSONValue
import Synchronization
import XCallbackURL

/// The rows of a file as values, one at a time, because the writer of a pipe may wait for an answer to each row.
final class Rows: Sendable {
  private let reader: Mutex<RowReader>
  private let chunks: FileChunks
  /// Runs reads, which block and must not occupy a thread of the cooperative pool.
  private let queue = DispatchQueue(label: "tusk.rows")

  init(format: String, path: String) throws(Failure) {
    guard let format = RowReader.Format(rawValue: format) else {
      throw Failure(.invalidParameter, "unknown format '\(format)'")
    }
    let chunks = try FileChunks(path)
    self.chunks = chunks
    reader = Mutex(RowReader(format) { () throws(Failure) in try chunks.next() })
  }

  /// The next rows; `nil` after the last, and if the task is canceled.
  func next() async throws(Failure) -> [RuntimeValue]? {
    guard chunks.mayWait else { return try row().get() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.row()) }
      }
    } onCancel: {
      chunks.giveUp()
    }
    return try result.get()
  }

  private func row() -> Result<[RuntimeValue]?, Failure> {
    reader.withLock { reader in
      do throws(Failure) {
        return .success(try reader.next().map { [RuntimeValue($0)] })
      } catch {
        return .failure(error)
      }
    }
  }
}
