package import XCallbackURL

extension Action {
  /// Every action, by noun. Of the actions of a verb, its first meaning is the first.
  package static let all: [Action] =
    (accounts + profile + relations).grouped(as: .people) + (statuses + writing + versions).grouped(as: .writing)
    + (reactions + reading + marks).grouped(as: .reacting) + tags.grouped(as: .timelines)
    + collections.grouped(as: .sorting) + timelines.grouped(as: .timelines) + media.grouped(as: .writing)
    + (lists + filters).grouped(as: .sorting) + (notifications + inbox).grouped(as: .inbox)
    + discovery.grouped(as: .server) + streams.grouped(as: .timelines) + (instances + documents).grouped(as: .server)
    + settings.grouped(as: .settings)
    + (moderation + administration + accessLists + popularity).grouped(as: .moderation)

  /// The records that occur only inside others.
  package static let parts: [RecordShape] = [
    RecordOf.media.shape, RecordOf.option.shape, RecordOf.poll.shape, RecordOf.report.shape,
    RecordOf.gap.shape, RecordOf.card.shape, RecordOf.keyword.shape,
    RecordOf.profileRow.shape, RecordOf.filterMatch.shape,
  ]
}
