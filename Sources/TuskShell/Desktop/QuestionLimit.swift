import JSONValue
import TuskActions
package import XCallbackURL

/// How often a person is asked for what the desktop brings: who is asked again and again gets tired, and says yes.
package struct QuestionLimit: Sendable {
  private let file: PrivateFile
  private let now: @Sendable () -> Int

  /// How many questions there are at most within ``span``, of all processes together.
  package static let most = 5

  /// The time that is looked at, in seconds.
  package static let span = 60

  /// - Parameters:
  ///   - path: where the times of the last questions are kept.
  ///   - now: the time, in seconds since 1970.
  package init(path: String, now: @escaping @Sendable () -> Int) {
    file = PrivateFile(path)
    self.now = now
  }

  /// Whether one more question may be asked now; it is then counted.
  ///
  /// - Throws: ``Failure`` where the questions cannot be counted.
  package func allowsOneMore() throws(Failure) -> Bool {
    try file.whileLocked { () throws(Failure) in
      let now = now()
      let kept = try file.read().flatMap { try? JSON(parsing: $0) }?.array?.compactMap(\.int) ?? []
      // What lies far ahead was counted before the clock was set back.
      let recent = kept.suffix(Self.most).filter { abs(now - $0) < Self.span }
      guard recent.count < Self.most else { return false }
      try file.write(JSON.array((recent + [now]).map(JSON.int)).text + "\n")
      return true
    }
  }
}
