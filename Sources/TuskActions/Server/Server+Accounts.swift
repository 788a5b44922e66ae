import AccountNames
package import Fediverse
package import XCallbackURL

extension Server {
  /// The account that owns the access token.
  package func me() async throws(Failure) -> AccountView {
    try await view(of: try await attempt(await client.accounts.verifyCredentials()))
  }

  /// The name of the acting account; asks the server if its label is not the name.
  package func name(of account: ActingAccount) async throws(Failure) -> String {
    account.isNamed ? account.label : try await statedName()
  }

  /// The name that the server gives the acting account. Permissions and the journal go by it, so it must be one.
  package func statedName() async throws(Failure) -> String {
    let name = try await me().name
    guard name.prefix(while: { $0 != "@" }).isUserName else { throw .badName(name, client.server.description) }
    return "@\(name)"
  }

  package func account(_ reference: AccountReference) async throws(Failure) -> AccountView {
    try await view(of: try await resolve(reference))
  }

  /// The acting account; only the first call sends a request.
  func ownAccount() async throws(Failure) -> Account {
    if let known = memory.ownAccount { return known }
    let account = try await attempt(await client.accounts.verifyCredentials())
    memory.ownAccount = account
    return account
  }

  /// The identifier of an account; sends no request if the reference is one.
  func id(of reference: AccountReference) async throws(Failure) -> String {
    if case .id(let id) = reference { return id }
    return try await resolve(reference).id
  }

  func view(of account: Account) async throws(Failure) -> AccountView {
    AccountView(account: account, name: try await attempt(await client.qualifiedName(of: account)))
  }

  private func resolve(_ reference: AccountReference) async throws(Failure) -> Account {
    switch reference {
    case .me: try await ownAccount()
    case .id(let id): try await attempt(await client.accounts.account(id), about: reference.name)
    case .url(let url): try await attempt(await client.resolver.account(at: url))
    case .acct(let name): try await attempt(await client.resolver.account(named: name))
    }
  }
}

extension Server {
  /// The accounts on one side of an account's follows.
  package enum FollowList: Sendable, Hashable {
    case followers
    case following
  }

  package func accounts(
    _ list: FollowList, of reference: AccountReference, _ query: ListQuery
  ) async throws(Failure) -> ResultPage<AccountView> {
    let id = try await id(of: reference)
    let accounts = list == .followers ? client.accounts.followers(of: id) : client.accounts.following(of: id)
    return try await rows(of: accounts, query) { AccountView(account: $0, name: $1.name(of: $0)) }
  }
}

extension Server {
  /// What an account is told about a moderation action.
  package struct ModerationNote: Sendable {
    var text: String?
    /// Whether to send an email; `nil` leaves that to the server.
    var notifies: Bool?
  }

  package func reports(
    areResolved: Bool, about reference: AccountReference? = nil, _ query: ListQuery
  ) async throws(Failure) -> ResultPage<ReportView> {
    var target: String?
    if let reference { target = try await id(of: reference) }
    let list = client.admin.reports(resolved: areResolved, about: target)
    return try await rows(of: list, query, time: \.createdAt) { ReportView(report: $0, names: $1) }
  }

  /// Takes a moderation action against an account, and resolves the report if one is given.
  package func moderate(
    _ reference: AccountReference, _ action: Client.Admin.Action, report: String?, _ note: ModerationNote
  ) async throws(Failure) {
    let id = try await id(of: reference)
    try await attempt(
      await client.admin.moderate(id, action: action, reportID: report, text: note.text, sendsEmail: note.notifies),
      about: reference.name)
  }
}

extension Failure {
  fileprivate static func badName(_ name: String, _ server: String) -> Failure {
    Failure(
      .malformedAnswer,
      "\(server) calls the account '\(name)', but the name of an account has ASCII letters, digits, '_', '.' and '-'")
  }
}
