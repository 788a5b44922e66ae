import JSONValue
import Synchronization

/// The results and the error of the line that runs, kept until it has run.
final class LineResults: Sendable {
  private let state = Mutex((results: [JSON](), error: JSON?.none))

  /// Takes what would be written to standard output.
  func add(output text: String) {
    for line in text.split(separator: "\n") {
      let value = (try? JSON(parsing: String(line))) ?? .string(String(line))
      state.withLock { $0.results.append(value) }
    }
  }

  /// Takes an error that would be written to standard error.
  ///
  /// - Returns: whether the text was an error; others are messages for a person.
  func add(error text: String) -> Bool {
    guard let error = (try? JSON(parsing: text))?["error"] else { return false }
    state.withLock { $0.error = error }
    return true
  }

  /// The results and the error of the line that has run; the next line starts with none.
  func take() -> (results: [JSON], error: JSON?) {
    state.withLock { state in
      defer { state = ([], nil) }
      return state
    }
  }
}
