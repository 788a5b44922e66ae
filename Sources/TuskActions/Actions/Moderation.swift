import Fediverse
import JSONValue
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
      var target: String?
      if let account { target = try await server.id(of: account) }
      let list = server.client.admin.reports(resolved: resolved, about: target)
      return try await server.rows(of: list, query, time: \.createdAt) { Server.ReportView(report: $0, names: $1) }
    },
    Action(
      "moderateAccount", verbs: ["moderate"],
      "Takes a moderation action against an account.",
      example: "moderate account:8 action=limit --yes",
      effect: .destructive, done: "moderated {subject}: {action}",
      takes: Argument.account,
      Argument.requiredChoice(
        "action", of: measures, meanings: measureMeanings, elsewhere: ["suspend": "ban block", "limit": "mute"],
        place: .operand, "the action to take"),
      Argument.identifier("report", of: .report, "the report to resolve with the action"),
      Argument.note,
      returns: .nothing
    ) { server, account, action, report, note throws(Failure) in
      let id = try await server.id(of: account)
      try await server.attempt(
        await server.client.admin.moderate(
          id, action: action, reportID: report, text: note.text, sendsEmail: note.notifies),
        about: account.name)
    },
  ]

  /// The moderation actions, by the names that people use for them.
  private static let measures: KeyValuePairs<String, Client.Admin.Action> = [
    "none": .none, "limit": .silence, "silence": .silence, "sensitive": .sensitive, "freeze": .disable,
    "disable": .disable, "suspend": .suspend,
  ]

  private static let measureMeanings = [
    "none": "only a note", "limit": "only its followers see it", "silence": "the same as limit",
    "sensitive": "its media are marked as sensitive", "freeze": "it can no longer sign in",
    "disable": "the same as freeze", "suspend": "it is suspended, and its content hidden",
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

extension RecordOf where Value == Server.ReportView {
  /// The complete record of a report.
  static let report = RecordOf(
    "report", kind: .report,
    Shape(
      Shape.Field("id", .identifier(.report), "the identifier on this server") { .string($0.report.id) },
      Shape.Field("category", .text, "the category: spam, violation, legal or other", words: .reportCategory) {
        .string($0.report.category)
      },
      Shape.Field("target", .record("account"), "the reported account", isOptional: true) {
        $0.target.map { .object(RecordOf<Server.AccountView>.account.object(of: $0)) }
      },
      Shape.Field("comment", .prose, "the comment of the reporter") { .string($0.report.comment) },
      Shape.Field("account", .record("account"), "the account that reported", isOptional: true) {
        $0.reporter.map { .object(RecordOf<Server.AccountView>.account.object(of: $0)) }
      },
      Shape.Field("created", .time, "when it was reported", isOptional: true) {
        $0.report.createdAt.map { .int($0.seconds) }
      },
      Shape.Field("resolved", .boolean, "whether it is resolved") { .bool($0.report.isResolved) },
      Shape.Field("statuses", .list(.record("status")), "the reported statuses", isColumn: false) {
        .array($0.statuses.map { .object(RecordOf<Server.StatusView>.status.object(of: $0)) })
      }))
}

extension Server {
  /// What an account is told about a moderation action.
  package struct ModerationNote: Sendable {
    var text: String?
    /// Whether to send an email; `nil` leaves that to the server.
    var notifies: Bool?
  }
}

extension Failure {
  fileprivate static func excludingFlags() -> Failure {
    Failure(.invalidParameter, "only one of 'unresolved' and 'resolved' may be given")
  }
}
