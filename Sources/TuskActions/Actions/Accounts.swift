import AccountNames
import Fediverse
import JSONValue
package import XCallbackURL

extension Action {
  /// The actions on accounts.
  package static let accounts: [Action] = [
    Action(
      "showAccount", verbs: ["show account"],
      "Shows an account.", example: "show account @alice@sandbox.example",
      effect: .present, takes: Argument.account, returns: .presentation, isPublic: true
    ) { server, account throws(Failure) in
      Presentation.card(try await server.account(account), .profile, of: .account, whole: .account)
    },
    Action(
      "getCurrentUser", verbs: ["me", "whoami"],
      "Returns the signed-in account.", example: "me",
      effect: .read, returns: .record(.account, whole: .account), tellsWhoActs: true
    ) { server throws(Failure) in
      try await server.me()
    },
    Action(
      "getAccount", verbs: ["get account", "account"],
      "Returns an account.", example: "get account acct=alice@sandbox.example --json",
      effect: .read, takes: Argument.account, returns: .record(.account, whole: .account), isPublic: true
    ) { server, account throws(Failure) in
      try await server.account(account)
    },
    Action(
      "getFollowers", verbs: ["followers"],
      "Lists the followers of an account.", example: "followers count=5",
      effect: .read, takes: Argument.account("of", place: .operand, "the account (default: your own)"),
      Argument.query(),
      returns: .list("accounts", .account, "the identifiers, separated by commas", id: { $0.account.id })
    ) { server, account, query throws(Failure) in
      try await server.accounts(.followers, of: account, query)
    },
    Action(
      "getFollowing", verbs: ["following"],
      "Lists the accounts that an account follows.", example: "following --all --json",
      effect: .read, takes: Argument.account("of", place: .operand, "the account (default: your own)"),
      Argument.query(),
      returns: .list("accounts", .account, "the identifiers, separated by commas", id: { $0.account.id })
    ) { server, account, query throws(Failure) in
      try await server.accounts(.following, of: account, query)
    },
  ]
}

extension RecordOf where Value == Server.AccountView {
  /// The complete record of an account.
  static let account = RecordOf(
    "account", kind: .account, spelling: "username",
    Shape(
      Shape.Field("id", .identifier(.account), "the identifier on this server") { .string($0.account.id) },
      Shape.Field("username", .acct, "the account name") { .string($0.name) },
      Shape.Field("acct", .acct, "the account name, as in username", isColumn: false) { .string($0.name) },
      Shape.Field("displayName", .text, "the display name") { .string($0.account.displayName) },
      Shape.Field("followers", .integer, "the number of followers", isOptional: true) {
        $0.account.followersCount.map(JSON.int)
      },
      Shape.Field("following", .integer, "the number of accounts it follows", isOptional: true) {
        $0.account.followingCount.map(JSON.int)
      },
      Shape.Field("statuses", .integer, "the number of statuses it has posted", isOptional: true) {
        $0.account.statusesCount.map(JSON.int)
      },
      Shape.Field("bot", .boolean, "whether it is automated") { .bool($0.account.isBot) },
      Shape.Field("locked", .boolean, "whether it approves followers manually") { .bool($0.account.isLocked) },
      Shape.Field("joined", .time, "when it was created", isOptional: true) {
        $0.account.createdAt.map { .int($0.seconds) }
      },
      .time("mutedUntil", "when your mute of it ends", isColumn: false, value: \.account.muteExpiresAt),
      Shape.Field("note", .prose, "the biography") { .string(HTMLText($0.account.note).plain) },
      .number(
        "requests", "how many accounts ask to follow it; only of your own", isOptional: true, isColumn: false,
        value: \.account.source?.followRequestsCount),
      .records("rows", "the rows of its profile", as: { .profileRow }, value: \.account.fields),
      Shape.Field("url", .url, "its page", isOptional: true) { $0.account.url.map(JSON.string) },
      Shape.Field("avatarURL", .url, "the avatar image", isOptional: true, isColumn: false) {
        $0.account.avatarURL.map(JSON.string)
      },
      Shape.Field("headerURL", .url, "the header image", isOptional: true, isColumn: false) {
        $0.account.headerURL.map(JSON.string)
      }))
}

extension Shape where Value == Server.AccountView {
  /// An account as Tusker documents it.
  package static var account: Shape {
    Shape(
      Field("username", .acct, "the account name") { .string($0.name) },
      Field("displayName", .text, "the display name") { .string($0.account.displayName) },
      Field("locked", .boolean, "whether it approves followers manually") { .bool($0.account.isLocked) },
      Field("followers", .integer, "the number of followers") { $0.account.followersCount.map(JSON.int) },
      Field("following", .integer, "the number of accounts it follows") { $0.account.followingCount.map(JSON.int) },
      Field("url", .url, "the account's page") { $0.account.url.map(JSON.string) },
      Field("avatarURL", .url, "the avatar image") { $0.account.avatarURL.map(JSON.string) },
      Field("headerURL", .url, "the header image") { $0.account.headerURL.map(JSON.string) })
  }

  /// An account as shown to a person.
  package static var profile: Shape {
    Shape(
      Field("id", .identifier(.account), "the identifier on this server") { .string($0.account.id) },
      Field("username", .acct, "the account name") { .string($0.name) },
      Field("displayName", .text, "the display name") { .string($0.account.displayName) },
      Field("note", .prose, "the biography") { .string(HTMLText($0.account.note).plain) },
      Field("followers", .integer, "the number of followers") { $0.account.followersCount.map(JSON.int) },
      Field("following", .integer, "the number of accounts it follows") { $0.account.followingCount.map(JSON.int) },
      Field("statuses", .integer, "the number of statuses it has posted") { $0.account.statusesCount.map(JSON.int) },
      Field("locked", .boolean, "whether it approves followers manually") { .bool($0.account.isLocked) },
      Field("bot", .boolean, "whether it is automated") { .bool($0.account.isBot) },
      Field("joined", .time, "when it was created", isOptional: true) {
        $0.account.createdAt.map { .int($0.seconds) }
      },
      Field("url", .url, "the account's page") { $0.account.url.map(JSON.string) })
  }
}

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

extension Failure {
  fileprivate static func badName(_ name: String, _ server: String) -> Failure {
    Failure(
      .malformedAnswer,
      "\(server) calls the account '\(name)', but the name of an account has ASCII letters, digits, '_', '.' and '-'")
  }
}
