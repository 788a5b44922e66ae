extension Action {
  /// Every action, by noun.
  package static let all: [Action] = accounts + statuses + notifications + instances
}
