import Fediverse
import XCallbackURL

extension Action {
  /// What those do who look after a server.
  package static let moderation: [Action] = [
    Action(
      "getReports", verbs: ["reports"],
      "Retrieves what was reported to those who look after the server.", example: "reports --unresolved",
      effect: .read, takes: Argument.flag("unresolved", "only what waits, as without it"),
      Argument.flag("resolved", "only what is done with"), Argument.query(),
      returns: .list("reports", .report, "the identifiers, joined by commas", id: { $0.report.id })
    ) { server, unresolved, resolved, query throws(Failure) in
      guard !unresolved || !resolved else { throw .bothSorts() }
      return try await server.reports(areResolved: resolved, query)
    },
    Action(
      "moderateAccount", verbs: ["moderate"],
      "Does something about an account, as one who looks after the server.",
      example: "moderate account:8 action=limit --yes",
      effect: .destructive,
      takes: Argument.account, Argument.requiredChoice("action", of: measures.map(\.name), "what is done"),
      Argument.identifier("report", of: .report, "the report that it is done for, which is then resolved"),
      Argument.text("text", "what is said about it, to the account too where the server tells it"),
      returns: .nothing
    ) { server, account, action, report, text throws(Failure) in
      let measure = measures.first { $0.name == action }?.action ?? .none
      try await server.moderate(account, measure, report: report, text: text)
    },
  ]

  /// What is done about accounts, by the names that people use for it.
  private static let measures: [(name: String, action: Client.Admin.Action)] = [
    ("none", .none), ("limit", .silence), ("silence", .silence), ("sensitive", .sensitive), ("freeze", .disable),
    ("disable", .disable), ("suspend", .suspend),
  ]
}

extension Failure {
  fileprivate static func bothSorts() -> Failure {
    Failure(.invalidParameter, "getReports takes one of 'unresolved' and 'resolved'")
  }
}
