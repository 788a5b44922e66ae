package import XCallbackURL

extension Action {
  /// Every action, by noun. Of the actions of a verb, its first meaning is the first.
  package static let all: [Action] =
    accounts + profile + relations + statuses + writing + versions + reactions + reading + marks + tags + collections
    + timelines + media + lists + filters + notifications + inbox + discovery + streams + instances + documents
    + settings + moderation + administration + accessLists + popularity

  /// The records that occur only inside others.
  package static let parts: [RecordShape] = [
    RecordOf.media.shape, RecordOf.option.shape, RecordOf.poll.shape, RecordOf.report.shape,
    RecordOf.gap.shape, RecordOf.card.shape, RecordOf.keyword.shape,
    RecordOf.profileRow.shape,
  ]
}
