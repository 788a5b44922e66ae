import Fediverse
import XCallbackURL

extension Action {
  /// The actions of moderators on accounts and reports.
  package static let administration: [Action] = reports + people

  private static let reports: [Action] = [
    .report("getReport", verbs: ["get report"], "Returns a report.", example: "get report:2", effect: .read) {
      $0.report
    },
    .report(
      "resolveReport", verbs: ["resolve"], "Marks a report as resolved.", example: "resolve report:2",
      effect: .reversible(by: "reopenReport"), done: "resolved {subject}"
    ) { $0.resolve },
    .report(
      "reopenReport", verbs: ["reopen"], "Reopens a report.", example: "reopen report:1",
      effect: .reversible(by: "resolveReport"), done: "reopened {subject}"
    ) { $0.reopen },
    .report(
      "assignReport", verbs: ["assign"], "Assigns a report to you.", example: "assign report:2",
      effect: .reversible(by: "unassignReport"), done: "assigned {subject} to you"
    ) { $0.assignToSelf },
    .report(
      "unassignReport", verbs: ["unassign"], "Assigns a report to nobody.", example: "unassign report:2",
      effect: .reversible(by: "assignReport"), done: "assigned {subject} to nobody"
    ) { $0.unassign },
    Action(
      "setReportCategory", verbs: ["report change"], "Changes the category of a report.",
      example: "report change report:2 category=violation rules=rule:1", effect: .reversible(by: "setReportCategory"),
      needs: .administration, takes: Argument.report,
      Argument<String>.requiredChoice(
        "category", of: ["spam": "spam", "legal": "legal", "violation": "violation", "other": "other"],
        meanings: Choices.reportCategoryMeanings, "the category"),
      Argument.identifiers("rules", of: .rule, "the rules that are broken"), returns: .record(RecordOf.report)
    ) { server, id, category, rules throws(Failure) in
      try await server.adminReport(id) { (id) throws(FediverseError) in
        try await server.client.admin.setCategory(of: id, to: category, ruleIDs: rules)
      }
    },
  ]

  private static let people: [Action] = [
    Action(
      "getAdminAccounts", verbs: ["admin accounts"], "Lists accounts with what only moderators see.",
      example: "admin accounts pending", effect: .read, needs: .administration,
      takes: Client.Admin.AccountFilter.argument, Argument.query(),
      returns: .list("accounts", .adminAccount, "the identifiers, separated by commas", id: \.account.id)
    ) { server, filter, query throws(Failure) in
      try await server.rows(of: server.client.admin.accounts(filter), query) {
        Server.AdminAccountView($0, names: $1)
      }
    },
    .person(
      "getAdminAccount", verbs: ["admin account"], "Returns an account with what only moderators see.",
      example: "admin account @bob@sandbox.example", effect: .read
    ) { $0.account },
    .person(
      "approveAccount", verbs: ["admin approve"], "Approves the registration of an account.",
      example: "admin approve @walter@sandbox.example", effect: .reversible(by: nil), done: "approved {subject}"
    ) { $0.approve },
    .person(
      "rejectAccount", verbs: ["admin reject"], "Rejects the registration of an account, which is deleted.",
      example: "admin reject @walter@sandbox.example --yes", effect: .destructive, done: "rejected {subject}"
    ) { $0.reject },
    .person(
      "enableAccount", verbs: ["unfreeze"], "Lets a frozen account sign in again.",
      example: "unfreeze @mallory@sandbox.example", effect: .reversible(by: nil), done: "unfroze {subject}"
    ) { $0.enable },
    .person(
      "unsilenceAccount", verbs: ["unsilence", "unlimit"], "Ends the limit of an account.",
      example: "unsilence @mallory@sandbox.example", effect: .reversible(by: nil), done: "ended the limit of {subject}"
    ) { $0.unsilence },
    .person(
      "unsuspendAccount", verbs: ["unsuspend"], "Ends the suspension of an account.",
      example: "unsuspend @mallory@sandbox.example", effect: .reversible(by: nil),
      done: "ended the suspension of {subject}"
    ) { $0.unsuspend },
    .person(
      "unsensitizeAccount", verbs: ["unsensitize"], "No longer marks an account's media as sensitive.",
      example: "unsensitize @mallory@sandbox.example", effect: .reversible(by: nil),
      done: "no longer marks the media of {subject}"
    ) { $0.unsensitize },
    Action(
      "deleteAccount", verbs: ["admin delete"], "Deletes the data of a suspended account for good.",
      example: "admin delete @mallory@sandbox.example --yes", effect: .destructive,
      done: "deleted the data of {subject}", needs: .administration,
      takes: Argument.account, returns: .nothing, isDoneIfMissing: true
    ) { server, account throws(Failure) in
      let id = try await server.id(of: account)
      do throws(Failure) { try await server.attempt(await server.client.admin.delete(id), about: account.name) } catch {
        throw error.code == .forbidden ? .undeletable(error) : error
      }
    },
  ]

  /// An action on a report.
  private static func report(
    _ name: String, verbs: [String], _ summary: String, example: String, effect: Signature.Effect,
    done: String? = nil,
    call: @escaping @Sendable (Client.Admin) -> (String) async throws(FediverseError) -> AdminReport
  ) -> Action {
    Action(
      name, verbs: verbs, summary, example: example, effect: effect, done: done, needs: .administration,
      takes: Argument.report,
      returns: .record(RecordOf.report)
    ) { server, id throws(Failure) in
      try await server.adminReport(id, call(server.client.admin))
    }
  }

  /// An action on an account that answers with its record.
  private static func person(
    _ name: String, verbs: [String], _ summary: String, example: String, effect: Signature.Effect,
    done: String? = nil,
    call: @escaping @Sendable (Client.Admin) -> (String) async throws(FediverseError) -> AdminAccount
  ) -> Action {
    Action(
      name, verbs: verbs, summary, example: example, effect: effect, done: done, needs: .administration,
      takes: Argument.account,
      returns: .record(RecordOf.adminAccount)
    ) { server, account throws(Failure) in
      try await server.adminAccount(account, call(server.client.admin))
    }
  }
}

extension Argument where Value == String {
  fileprivate static var report: Argument {
    .subject("reportID", synonym: "report", of: .report, "the identifier of the report")
  }
}

extension Client.Admin.AccountFilter {
  fileprivate static var argument: Argument<Self> {
    .group(
      Self(), Input(\.state, .adminState), Input(\.origin, .adminOrigin),
      Input(\.username, .text("username", "only those whose names begin like this")),
      Input(\.displayName, .text("name", "only those with this display name")),
      Input(\.domain, .identifier("domain", of: .domain, "only those of this server")),
      Input(\.email, .text("email", "only those with this email address")),
      Input(\.address, .text("ip", "only those that last came from this address")),
      Input(\.isStaff, .flag("staff", "only moderators and administrators")))
  }
}

extension Argument where Value == Client.Admin.AccountFilter.State? {
  fileprivate static var adminState: Argument {
    let meanings: [Client.Admin.AccountFilter.State: String] = [
      .active: "not restricted", .pending: "their registration awaits approval", .disabled: "they cannot sign in",
      .silenced: "only their followers see them", .suspended: "suspended by the moderators",
    ]
    let words = Dictionary(uniqueKeysWithValues: meanings.map { ($0.key.rawValue, $0.value) })
    let states = Choices(Client.Admin.AccountFilter.State.allCases.map(\.rawValue), meanings: words)
    let parameter = Parameter("state", .choice(states), place: .operand, "only those in this state")
    return Argument([parameter]) { inputs throws(Failure) in
      guard let text = try inputs.text("state") else { return nil }
      return Client.Admin.AccountFilter.State(rawValue: try inputs.value(of: "state", text, among: states))
    }
  }
}

extension Argument where Value == Client.Admin.AccountFilter.Origin? {
  fileprivate static var adminOrigin: Argument {
    let origins = Choices(["local", "remote"], meanings: ["local": "of this server", "remote": "of other servers"])
    let choice = Argument<String?>.choice("origin", of: origins, "only those of this origin")
    return Argument(choice.parameters) { inputs throws(Failure) in
      try choice.read(inputs).flatMap(Client.Admin.AccountFilter.Origin.init(rawValue:))
    }
  }
}

extension RecordOf where Value == Server.AdminAccountView {
  /// An account as moderators see it.
  static let adminAccount = RecordOf("adminAccount", kind: .account, spelling: "username", Shape(person + state))

  private typealias Field = Shape<Server.AdminAccountView>.Field

  private static var person: [Field] {
    [
      .id(.account, value: \.account.id), .text("username", "the account name", value: \.name),
      .text("email", "its email address", isOptional: true, value: \.account.email),
      .text("ip", "the address that it last came from", isOptional: true, value: \.account.lastAddress),
      .time("joined", "when it was created", value: \.account.createdAt),
      .text("role", "its role", isOptional: true, isColumn: false, value: \.account.roleName),
      .text("locale", "the language of its interface", isOptional: true, isColumn: false, value: \.account.locale),
      .prose("reason", "why it wants to join", isOptional: true, value: \.account.inviteRequest),
    ]
  }

  private static var state: [Field] {
    [
      .flag(
        "confirmed", "whether its email address is confirmed", isOptional: true, isColumn: false,
        value: \.account.isConfirmed),
      .flag("approved", "whether a moderator approved it", isOptional: true, value: \.account.isApproved),
      .flag("disabled", "whether it cannot sign in", value: \.account.isDisabled),
      .flag("silenced", "whether it is hidden from those who do not follow it", value: \.account.isSilenced),
      .flag("suspended", "whether it is suspended", value: \.account.isSuspended),
      .flag("sensitized", "whether its media are marked as sensitive", isColumn: false, value: \.account.isSensitized),
      .record("account", "its public record", as: { .account }, isColumn: false, value: \.view),
    ]
  }
}

extension Server {
  /// An account as moderators see it, and its name.
  struct AdminAccountView: Sendable {
    let account: AdminAccount
    let name: String
    /// Its public record.
    let view: AccountView?

    init(_ account: AdminAccount, names: QualifiedNames) {
      self.account = account
      view = account.account.map { AccountView(account: $0, name: names.name(of: $0)) }
      name = view?.name ?? account.domain.map { "\(account.username)@\($0)" } ?? account.username
    }
  }

  func adminAccount(
    _ reference: AccountReference, _ call: (String) async throws(FediverseError) -> AdminAccount
  ) async throws(Failure) -> AdminAccountView {
    let (names, id) = (try await names(), try await id(of: reference))
    return AdminAccountView(try await attempt(await call(id), about: reference.name), names: names)
  }

  func adminReport(
    _ id: String, _ call: (String) async throws(FediverseError) -> AdminReport
  ) async throws(Failure) -> ReportView {
    let names = try await names()
    return ReportView(report: try await attempt(await call(id), about: "report:\(id)"), names: names)
  }
}

extension Failure {
  fileprivate static func undeletable(_ error: Failure) -> Failure {
    Failure(.forbidden, "\(error.message); only suspended accounts can be deleted: moderate … suspend")
  }
}
