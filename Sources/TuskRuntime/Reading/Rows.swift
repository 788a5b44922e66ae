import Dispatch
import JSONValue
import Synchronization
import XCallbackURL

/// The rows of a file as values, one at a time, because the writer of a pipe may wait for an answer to each row.
final class Rows: Sendable {
  private let format: RowReader.Format
  /// The reader of a file; standard input has one for all its rows.
  private let file: File?
  private let chunks: FileChunks
  /// Runs reads, which block and must not occupy a thread of the cooperative pool.
  private let queue = DispatchQueue(label: "tusk.rows")

  init(format: String, path: String) throws(Failure) {
    guard let format = RowReader.Format(rawValue: format) else {
      throw Failure(.invalidParameter, "unknown format '\(format)'")
    }
    let chunks = try FileChunks(path)
    self.format = format
    self.chunks = chunks
    file = path == "-" ? nil : File(RowReader(format) { () throws(Failure) in try chunks.next() })
  }

  private final class File: Sendable {
    let reader: Mutex<RowReader>

    init(_ reader: RowReader) { self.reader = Mutex(reader) }
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
    do throws(Failure) {
      return .success(try json().map { [RuntimeValue($0).coming(from: .local)] })
    } catch {
      return .failure(error)
    }
  }

  private func json() throws(Failure) -> JSON? {
    guard let file else { return try StandardInput.shared.row(format, from: chunks) }
    return try file.reader.withLock { reader throws(Failure) in try reader.next() }
  }
}
