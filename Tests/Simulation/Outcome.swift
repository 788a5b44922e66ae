import Fediverse
import TuskCommon
import XCallbackURL

/// What a process said, and how it ended.
struct Outcome {
  var code = ExitCode.success
  var isKilled = false
  /// The failure that ended it.
  var failure: Failure.Code?
  /// The messages of its errors.
  var errors: [String] = []
  /// The changes that it says are made: the action and the URI of the status.
  var made: [(action: String, uri: String, text: String?)] = []
  /// The lines that it printed.
  var printed: [String] = []
  /// The lines of a plan.
  var planned: [String] = []
  /// Whether it did nothing because an earlier run did the same.
  var isRepeat = false
  /// How many items of loops it skipped.
  var skipped = 0

  /// The lines that the script prints for a part that failed.
  var failedParts: [String] {
    printed.filter { $0.hasPrefix("failed ") && !$0.contains(SimulatedHost.repeated) }
  }

  /// Whether everything is done.
  var isDone: Bool { !isKilled && code == .success && failedParts.isEmpty && skipped == 0 }

  /// Whether it says that it does not know whether something was done.
  var isUndecided: Bool { failure == .unknownOutcome || (errors + failedParts).contains(where: Self.saysUnknown) }

  /// Whether it failed without a word.
  var isMute: Bool { !isKilled && code != .success && errors.isEmpty && skipped == 0 }

  static func saysUnknown(_ message: String) -> Bool {
    ["unknown whether", "is unknown", "may have been made", "may have been done"].contains { message.contains($0) }
  }
}

extension Outcome: CustomStringConvertible {
  var description: String {
    let state = isKilled ? "killed" : "exit \(code.rawValue)"
    let parts = [made.isEmpty ? "" : "made \(made.map(\.uri).joined(separator: " "))", isRepeat ? "repeat" : ""]
    return ([state] + parts + printed + errors).filter { !$0.isEmpty }.joined(separator: "; ")
  }
}
