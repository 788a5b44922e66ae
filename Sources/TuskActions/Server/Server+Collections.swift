import Fediverse
import XCallbackURL

extension Server {
  /// A collection, with its accounts if they are known.
  struct CollectionView: Sendable {
    let collection: AccountCollection
    let accounts: [AccountView]
  }

  /// The collections that an account made, or that it is in.
  func collections(
    of owner: AccountReference, with member: AccountReference?, count: Int
  ) async throws(Failure) -> ResultPage<CollectionView> {
    var collections: [AccountCollection] = []
    var shortfall = Shortfall()
    let id = try await id(of: member ?? owner)
    while collections.count < count {
      let (limit, offset) = (min(40, count - collections.count), collections.count)
      let list: CollectionList =
        if member == nil {
          try await attempt(await client.collections.collections(of: id, limit: limit, offset: offset))
        } else {
          try await attempt(await client.collections.collections(with: id, limit: limit, offset: offset))
        }
      shortfall.unreadable += list.collections.unreadableRows.count
      shortfall.reason = shortfall.reason ?? list.collections.unreadableRows.first?.reason
      let known = Set(collections.map(\.id))
      let new = list.collections.elements.filter { !known.contains($0.id) }
      guard !new.isEmpty else { break }
      collections += new
    }
    return ResultPage(
      collections.prefix(count).map { CollectionView(collection: $0, accounts: []) }, next: nil, shortfall: shortfall)
  }

  /// The collection with this identifier, otherwise your only one with this name.
  func collection(named name: String) async throws(Failure) -> CollectionView {
    let names = try await names()
    let id = try await collectionID(named: name)
    let full = try await attempt(await client.collections.collection(id), about: "collection '\(name)'")
    let accounts = full.accounts.map { AccountView(account: $0, name: names.name(of: $0)) }
    return CollectionView(collection: full.collection, accounts: accounts)
  }

  private func collectionID(named name: String) async throws(Failure) -> String {
    let own = try await ownCollections(named: name)
    guard let collection = own.first else {
      guard ReferenceKind.isPlainIdentifier(name), name.contains(where: \.isNumber) else { throw .noCollection(name) }
      return name
    }
    guard own.count == 1 else { throw .severalCollections(name, own) }
    return collection.id
  }

  private func ownCollections(named name: String) async throws(Failure) -> [AccountCollection] {
    let own = try await collections(of: .me, with: nil, count: .max).elements.map(\.collection)
    return own.filter { $0.id == name }.first.map { [$0] } ?? own.filter { $0.name == name }
  }

  /// The collection of yours with this name; `nil` for none.
  func ownCollection(named name: String) async throws(Failure) -> CollectionView? {
    try await ownCollections(named: name).first.map { CollectionView(collection: $0, accounts: []) }
  }

  /// Makes a collection, unless you have one of the name, because commands name collections by their names.
  func newCollection(_ new: NewCollection) async throws(Failure) -> CollectionView {
    if let collection = try await ownCollections(named: new.name ?? "").first { throw .collectionExists(collection) }
    return CollectionView(
      collection: try await attempt(await client.collections.create(new)), accounts: [])
  }

  func changeCollection(_ name: String, _ changes: NewCollection) async throws(Failure) -> CollectionView {
    guard changes != NewCollection() else { throw .unchangedCollection() }
    let id = try await collectionID(named: name)
    return CollectionView(
      collection: try await attempt(await client.collections.update(id, changes)), accounts: [])
  }

  func removeCollection(_ name: String) async throws(Failure) {
    let id = try await collectionID(named: name)
    try await attempt(await client.collections.delete(id), about: "collection '\(name)'")
  }

  /// Adds the accounts that a collection does not have.
  func add(_ accounts: [AccountReference], toCollection name: String) async throws(Failure) -> CollectionView {
    let view = try await collection(named: name)
    let known = Set(view.collection.items.compactMap(\.accountID))
    for account in accounts {
      let id = try await id(of: account)
      guard !known.contains(id) else { continue }
      _ = try await attempt(await client.collections.add(id, to: view.collection.id), about: account.name)
    }
    return try await collection(named: view.collection.id)
  }

  func remove(_ accounts: [AccountReference], fromCollection name: String) async throws(Failure) -> CollectionView {
    let view = try await collection(named: name)
    for account in accounts {
      let id = try await id(of: account)
      guard let item = view.collection.items.first(where: { $0.accountID == id }) else {
        throw .notInCollection(account, view.collection)
      }
      try await attempt(await client.collections.remove(item.id, from: view.collection.id))
    }
    return try await collection(named: view.collection.id)
  }

  /// Takes yourself out of another account's collection.
  func quitCollection(_ name: String) async throws(Failure) {
    let (view, me) = (try await collection(named: name), try await id(of: .me))
    guard let item = view.collection.items.first(where: { $0.accountID == me }) else {
      throw .notInCollection(.me, view.collection)
    }
    try await attempt(await client.collections.leave(item.id, of: view.collection.id))
  }
}

extension Failure {
  fileprivate static func noCollection(_ name: String) -> Failure {
    Failure(.notFound, "none of your collections is called '\(name)'; list them with: collections")
  }

  fileprivate static func severalCollections(_ name: String, _ collections: [AccountCollection]) -> Failure {
    let ids = collections.map { "collection:\($0.id)" }.joined(separator: ", ")
    return Failure(.invalidParameter, "several collections are called '\(name)': \(ids)")
  }

  fileprivate static func collectionExists(_ collection: AccountCollection) -> Failure {
    Failure(
      .invalidParameter, "a collection is called '\(collection.name)' already: collection:\(collection.id)")
  }

  fileprivate static func unchangedCollection() -> Failure {
    Failure(
      .missingParameter, "give what to change: 'name', 'text', 'tag', 'language', 'sensitive' or 'discoverable'")
  }

  fileprivate static func notInCollection(_ account: AccountReference, _ collection: AccountCollection) -> Failure {
    let who = account == .me ? "you are" : "\(account.name ?? "the account") is"
    return Failure(.notFound, "\(who) not in collection '\(collection.name)'")
  }
}
