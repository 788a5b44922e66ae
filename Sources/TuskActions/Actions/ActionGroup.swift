/// What actions are about, in the order of help.
package enum ActionGroup: String, Sendable, CaseIterable {
  case writing, reacting, timelines, people, inbox, sorting, server, settings, moderation
}

extension [Action] {
  /// The same actions in a group.
  func grouped(as group: ActionGroup) -> [Action] { map { $0.grouped(as: group) } }
}
