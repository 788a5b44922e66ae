import Synchronization

/// What a rehearsal has planned so far.
package final class RehearsalPlan: Sendable {
  private let answers = Mutex(0)
  private let files = Mutex<[String: Int]>([:])

  package init() {}

  /// The name of the next planned answer: `r1`, `r2`.
  func nextAnswer() -> String {
    answers.withLock { count in
      count += 1
      return "r\(count)"
    }
  }

  /// Records that this line of the script would write the file.
  func write(_ path: String, line: Int) {
    files.withLock { $0[path] = line }
  }

  /// The line that would have written the file; `nil` if none would.
  func line(writing path: String) -> Int? {
    files.withLock { $0[path] }
  }
}
