/// Something that must not happen.
struct Finding {
  let kind: Kind
  let sentence: String

  enum Kind: String, CaseIterable {
    /// A change was made more often than it was asked for.
    case twice
    /// A change is told to be made and was not.
    case lost
    /// A run failed, or never ended, without saying what became of its changes.
    case silent
  }
}

/// What was found in the run of a seed.
struct Report {
  let seed: UInt64
  var title = ""
  var processes = 0
  var kills = 0
  var undecided = 0
  /// Changes that were made twice because a process was stopped between the check of its lease and its write.
  var late = 0
  /// Whether a process was.
  var isLate = false
  var hash: UInt64 = 0
  var findings: [Finding] = []

  mutating func find(_ kind: Finding.Kind, _ sentence: String) {
    findings.append(Finding(kind: kind, sentence: sentence))
  }
}
