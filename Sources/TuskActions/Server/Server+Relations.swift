package import Fediverse
package import XCallbackURL

extension Server {
  /// What you and another account are to each other, and what is known of the account.
  package struct RelationView: Sendable {
    package let relationship: Relationship
    /// The identifier of the account; some servers leave it out of the relationship.
    package let id: String
    package let name: String?
    /// The page of the account.
    let url: String?
    /// When a mute that was just made ends, in seconds since 1970.
    var mutedUntil: Int?
  }

  /// Makes a change between you and an account.
  ///
  /// Like every change, it sends no request after the change: a failure there would hide that the change succeeded.
  func relate(
    to reference: AccountReference, _ change: (String) async throws(FediverseError) -> Relationship
  ) async throws(Failure) -> RelationView {
    let id = try await id(of: reference)
    let relationship = try await attempt(await change(id), about: reference.name)
    let name: String? = if case .acct(let acct) = reference { acct } else { nil }
    return RelationView(relationship: relationship, id: id, name: name, url: nil)
  }

  /// Makes a change between you and an account whose page the answer tells.
  func relate(
    toKnown reference: AccountReference, _ change: (String) async throws(FediverseError) -> Relationship
  ) async throws(Failure) -> RelationView {
    let view = try await account(reference)
    let relationship = try await attempt(await change(view.account.id), about: reference.name)
    return RelationView(relationship: relationship, id: view.account.id, name: view.name, url: view.account.url)
  }

  /// Decides on a request to follow you.
  func decide(
    on reference: AccountReference,
    _ decision: (Client.FollowRequests, String) async throws(FediverseError) -> Relationship
  ) async throws(Failure) -> RelationView {
    let view = try await account(reference)
    let id = try await requestID(of: view)
    let relationship = try await attempt(await decision(client.followRequests, id), about: "request of @\(view.name)")
    return RelationView(relationship: relationship, id: view.account.id, name: view.name, url: view.account.url)
  }

  /// The identifier of the request of an account: on Friendica its own, elsewhere that of the account.
  private func requestID(of view: AccountView) async throws(Failure) -> String {
    guard try await attempt(await client.profile()).flavor == .friendica else { return view.account.id }
    let names = try await names()
    var walk = client.followRequests.all.walk()
    while let page = try await attempt(await walk.next()) {
      if let found = page.elements.first(where: { names.name(of: $0.account) == view.name }) { return found.id }
    }
    throw .noRequest(of: view.name)
  }

  /// What you and several accounts are to each other, in the order in which they are named.
  func relations(to references: [AccountReference]) async throws(Failure) -> ResultPage<RelationView> {
    var views: [AccountView] = []
    for reference in references { views.append(try await account(reference)) }
    let rows = try await attempt(await client.accounts.relationships(views.map(\.account.id)))
    let relations = views.compactMap { view in
      rows.elements.first { $0.id == view.account.id }.map { relationship in
        RelationView(relationship: relationship, id: view.account.id, name: view.name, url: view.account.url)
      }
    }
    return ResultPage(relations, next: nil, shortfall: Shortfall(rows.unreadableRows))
  }

  func familiarFollowers(of reference: AccountReference) async throws(Failure) -> ResultPage<AccountView> {
    let (id, names) = (try await id(of: reference), try await names())
    let rows = try await attempt(await client.accounts.familiarFollowers(of: [id]), about: reference.name)
    let accounts = rows.elements.filter { $0.id == id }.flatMap(\.accounts)
    let views = accounts.map { AccountView(account: $0, name: names.name(of: $0)) }
    return ResultPage(views, next: nil, shortfall: Shortfall(rows.unreadableRows))
  }

  /// The accounts of the directory, at most 80.
  func directory(
    _ order: String?, isLocal: Bool, count: Int
  ) async throws(Failure) -> ResultPage<AccountView> {
    let names = try await names()
    let order = order.flatMap(Client.Suggestions.Order.init)
    return try await page(
      await client.suggestions.directory(order: order, local: isLocal, limit: min(count, 80))
    ) { AccountView(account: $0, name: names.name(of: $0)) }
  }

  /// The accounts of a list.
  package func accounts(
    in list: PagedList<Account>, _ query: ListQuery
  ) async throws(Failure) -> ResultPage<AccountView> {
    try await rows(of: list, query) { AccountView(account: $0, name: $1.name(of: $0)) }
  }

  /// The statuses of a list.
  ///
  /// - Parameter isOrdered: whether they are sorted by time, so that reading can stop at the first one that is too old.
  package func statuses(
    in list: PagedList<Status>, _ query: ListQuery, isOrdered: Bool = false
  ) async throws(Failure) -> ResultPage<StatusView> {
    try await rows(of: list, query, time: \.createdAt, isOrdered: isOrdered) { StatusView($0, names: $1) }
  }

  /// The rows of a list that one request returns whole.
  package func page<Element, Item>(
    _ call: @autoclosure () async throws(FediverseError) -> Rows<Element>, about subject: String? = nil,
    item: (Element) -> Item
  ) async throws(Failure) -> ResultPage<Item> {
    let rows = try await attempt(await call(), about: subject)
    return ResultPage(rows.elements.map(item), next: nil, shortfall: Shortfall(rows.unreadableRows))
  }
}

extension Failure {
  fileprivate static func noRequest(of name: String) -> Failure {
    Failure(.notFound, "@\(name) has not requested to follow you; list the requests with: requests")
  }
}
