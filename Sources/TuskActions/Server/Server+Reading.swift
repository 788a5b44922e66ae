package import Fediverse
package import XCallbackURL

extension Server {
  /// A report, and what accounts are called.
  package struct Complaint: Sendable {
    package let report: AdminReport
    let names: Names

    var target: Person? { person(report.target) }
    var reporter: Person? { person(report.reporter) }
    var statuses: [StatusView] { report.statuses.map { StatusView($0, names: names) } }

    private func person(_ account: AdminAccount?) -> Person? {
      (account?.account).map { Person(account: $0, name: names.name(of: $0)) }
    }
  }

  /// Which statuses are listed.
  package enum Timeline: Sendable, Hashable {
    case home
    case local
    case `public`
    case tag(String)
    /// The list of this identifier or title.
    case list(String)
  }

  /// Who stands to an account in some way.
  package enum Circle: Sendable, Hashable {
    case followers
    case following
  }
}

extension Server {
  /// What an account posted and reblogged.
  package func statuses(
    of reference: AccountReference, _ extent: Extent, keepsHTML: Bool
  ) async throws(Failure) -> Listing<StatusView> {
    let list = client.accounts.statuses(of: try await id(of: reference))
    return try await listing(list, extent, time: \.createdAt) { StatusView($0, names: $1, keepsHTML: keepsHTML) }
  }

  /// What the account favorited.
  package func favorites(_ extent: Extent) async throws(Failure) -> Listing<StatusView> {
    try await listing(client.favorites, extent, time: \.createdAt, isOrdered: false) { StatusView($0, names: $1) }
  }

  package func statuses(in timeline: Timeline, _ extent: Extent) async throws(Failure) -> Listing<StatusView> {
    try await listing(try await list(of: timeline), extent, time: \.createdAt) { StatusView($0, names: $1) }
  }

  private func list(of timeline: Timeline) async throws(Failure) -> PagedList<Status> {
    switch timeline {
    case .home: client.timelines.home
    case .local: client.timelines.public(local: true)
    case .public: client.timelines.public()
    case .tag(let name): client.timelines.tag(name)
    case .list(let name): client.timelines.list(try await list(named: name).id)
    }
  }

  package func people(
    _ circle: Circle, of reference: AccountReference, _ extent: Extent
  ) async throws(Failure) -> Listing<Person> {
    let id = try await id(of: reference)
    let list = circle == .followers ? client.accounts.followers(of: id) : client.accounts.following(of: id)
    return try await listing(list, extent) { Person(account: $0, name: $1.name(of: $0)) }
  }

  package func notices(_ extent: Extent, kinds: [String]) async throws(Failure) -> Listing<Notice> {
    let list = client.notifications.all(of: kinds.map(NotificationKind.init(rawValue:)))
    return try await listing(list, extent, time: \.createdAt) { Notice(notification: $0, names: $1) }
  }

  package func reports(areResolved: Bool, _ extent: Extent) async throws(Failure) -> Listing<Complaint> {
    let list = client.admin.reports(resolved: areResolved)
    return try await listing(list, extent, time: \.createdAt) { Complaint(report: $0, names: $1) }
  }

  package func poll(_ id: String) async throws(Failure) -> Poll {
    try await asking(about: "poll '\(id)'") { () async throws(FediverseError) in try await client.polls.poll(id) }
  }

  /// The identifier of an account; one that is an identifier needs no look-up.
  func id(of reference: AccountReference) async throws(Failure) -> String {
    if case .id(let id) = reference { return id }
    return try await asking(about: reference.name) { () async throws(FediverseError) in
      try await account(reference).id
    }
  }
}

extension Server {
  /// Every list of the account.
  package func lists() async throws(Failure) -> Listing<UserList> {
    Listing(
      try await asking { () async throws(FediverseError) in try await client.lists.all().elements }, next: nil)
  }

  package func members(of list: String, _ extent: Extent) async throws(Failure) -> Listing<Person> {
    let members = client.lists.members(of: try await self.list(named: list).id)
    return try await listing(members, extent) { Person(account: $0, name: $1.name(of: $0)) }
  }

  package func add(_ references: [AccountReference], to list: String) async throws(Failure) {
    let (id, members) = (try await self.list(named: list).id, try await ids(of: references))
    try await asking { () async throws(FediverseError) in try await client.lists.add(members, to: id) }
  }

  package func remove(_ references: [AccountReference], from list: String) async throws(Failure) {
    let (id, members) = (try await self.list(named: list).id, try await ids(of: references))
    try await asking { () async throws(FediverseError) in try await client.lists.remove(members, from: id) }
  }

  private func ids(of references: [AccountReference]) async throws(Failure) -> [String] {
    var ids: [String] = []
    for reference in references { ids.append(try await id(of: reference)) }
    return ids
  }

  /// The list of this identifier, or else the one of this title.
  func list(named name: String) async throws(Failure) -> UserList {
    let lists = try await lists().elements
    if let list = lists.first(where: { $0.id == name }) { return list }
    let titled = lists.filter { $0.title == name }
    guard let list = titled.first, titled.count == 1 else {
      throw titled.isEmpty ? .noList(name, lists) : .severalLists(name, titled)
    }
    return list
  }
}

extension Failure {
  fileprivate static func noList(_ name: String, _ lists: [UserList]) -> Failure {
    let known = lists.isEmpty ? "there are none" : "there are " + lists.map(\.title).joined(separator: ", ")
    return Failure(.notFound, "no list is called '\(name)'; \(known)")
  }

  fileprivate static func severalLists(_ name: String, _ lists: [UserList]) -> Failure {
    let ids = lists.map { "list:\($0.id)" }.joined(separator: ", ")
    return Failure(.invalidParameter, "several lists are called '\(name)': \(ids)")
  }
}
