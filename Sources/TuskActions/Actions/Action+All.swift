package import XCallbackURL

extension Action {
  /// Every action, by noun. Of the actions of a verb, its first meaning is the first.
  package static let all: [Action] = {
    let groups: [(ActionGroup, [[Action]])] = [
      (.people, [accounts, profile, relations]), (.writing, [statuses, writing, versions]),
      (.reacting, [reactions, reading, marks]), (.timelines, [tags]), (.sorting, [collections]),
      (.timelines, [timelines]), (.writing, [media]), (.sorting, [lists, filters]), (.inbox, [notifications, inbox]),
      (.server, [discovery]), (.timelines, [streams]), (.server, [instances, documents]), (.settings, [settings]),
      (.moderation, [moderation, administration, accessLists, popularity]),
    ]
    return groups.flatMap { group, actions in actions.joined().map { $0.grouped(as: group) } }
  }()

  /// The records that occur only inside others.
  package static let parts: [RecordShape] = [
    RecordOf.media.shape, RecordOf.option.shape, RecordOf.poll.shape, RecordOf.report.shape,
    RecordOf.gap.shape, RecordOf.card.shape, RecordOf.keyword.shape,
    RecordOf.profileRow.shape, RecordOf.filterMatch.shape,
  ]
}

/// What actions are about, in the order of the manual; help has groups of its own (`HelpGroup`).
package enum ActionGroup: String, Sendable, CaseIterable {
  case writing, reacting, timelines, people, inbox, sorting, server, settings, moderation
}
