/// What actions are about, in the order of help.
package enum ActionGroup: String, Sendable, CaseIterable {
  case writing, reacting, timelines, people, inbox, sorting, server, settings, moderation
}
