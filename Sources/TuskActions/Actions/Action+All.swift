package import XCallbackURL

extension Action {
  /// Every action, by noun.
  package static let all: [Action] =
    accounts + statuses + timelines + media + lists + notifications + streams + instances + moderation

  /// The records that occur only inside others.
  package static let parts: [RecordShape] = [
    RecordOf.media.shape, RecordOf.option.shape, RecordOf.poll.shape, RecordOf.report.shape,
    RecordOf.gap.shape,
  ]
}
