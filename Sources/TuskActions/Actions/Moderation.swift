import Fediverse
import XCallbackURL

extension Action {
  /// The actions for moderators.
  package static let moderation: [Action] = [
    Action(
      "getReports", verbs: ["reports"],
      "Lists reports for the server's moderators.", example: "reports --unresolved",
      effect: .read, takes: Argument.flag("unresolved", "only open reports (default)"),
      Argument.flag("resolved", "only resolved reports"),
      Argument.optionalAccount("of", "only reports about this account"), Argument.query(),
      returns: .list("reports", .report, "the identifiers, separated by commas", id: { $0.report.id })
    ) { server, unresolved, resolved, account, query throws(Failure) in
      guard !unresolved || !resolved else { throw .excludingFlags() }
      return try await server.reports(areResolved: resolved, about: account, query)
    },
    Action(
      "moderateAccount", verbs: ["moderate"],
      "Takes a moderation action against an account.",
      example: "moderate account:8 action=limit --yes",
      effect: .destructive, done: "moderated {subject}: {action}",
      takes: Argument.account,
      Argument.requiredChoice(
        "action", of: measures, elsewhere: ["suspend": "ban block", "limit": "mute"], place: .operand,
        "the action to take"),
      Argument.identifier("report", of: .report, "the report to resolve with the action"),
      Argument.note,
      returns: .nothing
    ) { server, account, action, report, note throws(Failure) in
      try await server.moderate(account, action, report: report, note)
    },
  ]

  /// The moderation actions, by the names that people use for them.
  private static let measures: KeyValuePairs<String, Client.Admin.Action> = [
    "none": .none, "limit": .silence, "silence": .silence, "sensitive": .sensitive, "freeze": .disable,
    "disable": .disable, "suspend": .suspend,
  ]
}

extension Argument where Value == Server.ModerationNote {
  /// What the account is told.
  fileprivate static var note: Argument {
    .group(
      Server.ModerationNote(), Input(\.text, .text("text", "a note; some servers also send it to the account")),
      Input(\.notifies, .setting("notify", "send the account an email about the action (default: as the server does)")))
  }
}

extension Failure {
  fileprivate static func excludingFlags() -> Failure {
    Failure(.invalidParameter, "only one of 'unresolved' and 'resolved' may be given")
  }
}
