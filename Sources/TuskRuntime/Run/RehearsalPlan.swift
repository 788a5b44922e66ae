import Synchronization

/// What a rehearsal has planned so far.
package final class RehearsalPlan: Sendable {
  private let answers = Mutex(0)
  private let files = Mutex<[String: Int]>([:])

  package init() {}

  /// A name for the answer of what is planned next: `r1`, `r2`.
  func nextAnswer() -> String {
    answers.withLock { count in
      count += 1
      return "r\(count)"
    }
  }

  /// Notes that this line of the script would write the file.
  func write(_ path: String, line: Int) {
    files.withLock { $0[path] = line }
  }

  /// The line that would have written the file by now.
  func line(writing path: String) -> Int? {
    files.withLock { $0[path] }
  }
}
