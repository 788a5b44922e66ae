import JSONValue
import TuskActions
package import XCallbackURL

/// Limits how often a person is asked about requests from the desktop, because repeated questions tire people into
/// agreeing.
package struct QuestionLimit: Sendable {
  private let file: PrivateFile
  private let now: @Sendable () -> Int

  /// The greatest number of questions within ``span``, across all processes.
  package static let most = 5

  /// The length of the period in seconds.
  package static let span = 60

  /// - Parameters:
  ///   - path: the file with the times of the last questions.
  ///   - now: the time in seconds since 1970.
  package init(path: String, now: @escaping @Sendable () -> Int) {
    file = PrivateFile(path)
    self.now = now
  }

  /// Counts one more question and returns true, unless the limit is reached.
  ///
  /// - Throws: ``Failure`` if the file cannot be read or written.
  package func allowsOneMore() async throws(Failure) -> Bool {
    try await file.whileLocked { () throws(Failure) in
      let now = now()
      let kept = try file.read().flatMap { try? JSON(parsing: $0) }?.array?.compactMap(\.int) ?? []
      // A time far ahead was recorded before the clock was set back.
      let recent = kept.suffix(Self.most).filter { abs(now - $0) < Self.span }
      guard recent.count < Self.most else { return false }
      try file.write(JSON.array((recent + [now]).map(JSON.int)).text + "\n")
      return true
    }
  }
}
