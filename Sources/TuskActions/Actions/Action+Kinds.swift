import Fediverse
import TuskCommon
import XCallbackURL

// The usual kinds of actions, each of which a family of actions differs in by one call.
extension Action {
  /// A list of accounts.
  static func accounts(
    _ name: String, verbs: [String], _ summary: String, example: String, needs: Feature? = nil,
    list: @escaping @Sendable (Client) -> PagedList<Account>
  ) -> Action {
    Action(
      name, verbs: verbs, summary, example: example, effect: .read, needs: needs, takes: Argument.query(),
      returns: .accounts
    ) { server, query throws(Failure) in
      try await server.accounts(in: list(server.client), query)
    }
  }

  /// A list of statuses.
  static func statuses(
    _ name: String, verbs: [String], _ summary: String, example: String, needs: Feature? = nil,
    returns output: OutputEncoding<ResultPage<Server.StatusView>> = .statuses,
    list: @escaping @Sendable (Client) -> PagedList<Status>
  ) -> Action {
    Action(
      name, verbs: verbs, summary, example: example, effect: .read, needs: needs, takes: Argument.query(),
      returns: output
    ) { server, query throws(Failure) in
      try await server.statuses(in: list(server.client), query)
    }
  }

  /// A change of what you and an account are to each other; it can be repeated without harm.
  static func relation(
    _ name: String, verbs: [String], _ summary: String, example: String, effect: Signature.Effect,
    done: String, needs: Feature? = nil, elsewhere: [Signature.OtherName] = [],
    before: (@Sendable (Server, AccountReference) async throws(Failure) -> Restoration)? = nil,
    change: @escaping @Sendable (Client, String) async throws(FediverseError) -> Relationship
  ) -> Action {
    Action(
      name, verbs: verbs, summary, example: example, effect: effect, done: done, needs: needs, takes: Argument.account,
      returns: .relation, elsewhere: elsewhere, before: before
    ) { server, account throws(Failure) in
      try await server.relate(to: account) { (id) async throws(FediverseError) in
        try await change(server.client, id)
      }
    }
  }

  /// A change of a status that can be repeated without harm.
  ///
  /// - Parameters:
  ///   - setting: the field of a record that tells of it, and whether the change makes it true.
  ///   - read: whether a status is so; `nil` if the server does not say.
  static func mark(
    _ name: String, verbs: [String], _ summary: String, example: String, undoneBy opposite: String,
    done: String, needs: Feature? = nil, of status: Argument<StatusReference> = .status,
    elsewhere: [Signature.OtherName] = [], setting: (field: String, Bool),
    _ read: @escaping @Sendable (Status) -> Bool?,
    change: @escaping @Sendable (Client.Statuses, String) async throws(FediverseError) -> Status
  ) -> Action {
    Action(
      name, verbs: verbs, summary, example: example, effect: .reversible(by: opposite), done: done, needs: needs,
      takes: status, returns: .record(.link, whole: .link), elsewhere: elsewhere,
      before: { server, status throws(Failure) in
        try await server.restoration(ofMark: setting.field, of: status, setting: setting.1, read)
      }
    ) { server, status throws(Failure) in
      try await server.mark(status, change)
    }
  }
}

extension OutputEncoding where Output == ResultPage<Server.AccountView> {
  /// A list of accounts.
  static var accounts: OutputEncoding {
    .list("accounts", .account, "the identifiers, separated by commas", id: { $0.account.id })
  }
}

extension OutputEncoding where Output == ResultPage<Server.StatusView> {
  /// A list of statuses.
  static var statuses: OutputEncoding { statuses() }

  /// A list of statuses to which filters of these contexts apply.
  static func statuses(filteredIn contexts: FilterContext...) -> OutputEncoding {
    .list("statuses", .status, "the identifiers, separated by commas", filteredIn: contexts, id: { $0.status.id })
  }
}

extension OutputEncoding where Output == Server.RelationView {
  /// What you and the account are to each other now.
  static var relation: OutputEncoding { .record(RecordOf.relation) }
}
