import Fediverse
import XCallbackURL

extension Action {
  /// The actions on collections of accounts.
  package static let collections: [Action] = wholeCollections + collectionMembers

  private static let wholeCollections: [Action] = [
    Action(
      "getCollections", verbs: ["collections"], "Lists the collections that an account made, or that it is in.",
      example: "collections", effect: .read, needs: .collections,
      takes: Argument.account("of", "who made them (default: you)"),
      Argument.optionalAccount("with", "the account that is in them, instead of 'of'"),
      Argument<Int>.count("count", default: 20, "the number of rows (default: 20)"),
      returns: .list("collections", .collection, "the identifiers, separated by commas", id: \.collection.id)
    ) { server, owner, member, count throws(Failure) in
      try await server.collections(of: owner, with: member, count: count)
    },
    Action(
      "getCollection", verbs: ["get collection"], "Returns a collection and its accounts.",
      example: "get collection:Gardeners", effect: .read, needs: .collections, takes: Argument.collection,
      returns: .record(RecordOf.collection)
    ) { server, name throws(Failure) in
      try await server.collection(named: name)
    },
    Action(
      "createCollection", verbs: ["collection new"], "Makes a collection of accounts, which others can see.",
      example: "collection new Builders text=\"People who build ships\"",
      effect: .reversible(by: "deleteCollection"), done: "made the collection {name} (collection:{id})",
      needs: .collections, takes: NewCollection.new,
      returns: .record(RecordOf.collection),
      resolve: { server, _, new throws(Failure) in
        let collections = try await server.ownCollections(named: new.name ?? "")
        return collections.first.map { Server.CollectionView(collection: $0, accounts: []) }
      }
    ) { server, new throws(Failure) in
      // Commands name collections by their names.
      if let same = try await server.ownCollections(named: new.name ?? "").first { throw .collectionExists(same) }
      let collection = try await server.attempt(await server.client.collections.create(new))
      return Server.CollectionView(collection: collection, accounts: [])
    },
    Action(
      "updateCollection", verbs: ["collection change"], "Changes the name or the settings of a collection.",
      example: "collection change collection:Gardeners --discoverable", effect: .reversible(by: "updateCollection"),
      needs: .collections, takes: Argument.collection, NewCollection.changes, returns: .record(RecordOf.collection)
    ) { server, name, changes throws(Failure) in
      guard changes != NewCollection() else { throw .unchangedCollection() }
      let id = try await server.collectionID(named: name)
      let collection = try await server.attempt(await server.client.collections.update(id, changes))
      return Server.CollectionView(collection: collection, accounts: [])
    },
    Action(
      "deleteCollection", verbs: ["delete", "collection delete"], "Deletes a collection.",
      example: "delete collection:Gardeners --yes", effect: .destructive, done: "deleted {subject}",
      needs: .collections,
      takes: Argument.collection, returns: .nothing, isDoneIfMissing: true
    ) { server, name throws(Failure) in
      let id = try await server.collectionID(named: name)
      try await server.attempt(await server.client.collections.delete(id), about: "collection '\(name)'")
    },
  ]

  private static let collectionMembers: [Action] = [
    Action(
      "addToCollection", verbs: ["collection add"], "Adds accounts to a collection; some of them must agree.",
      example: "collection add collection:Gardeners @carol@sandbox.example",
      effect: .reversible(by: "removeFromCollection"), needs: .collections, takes: Argument.collection,
      Argument.accounts("account", "the accounts to add"), returns: .record(RecordOf.collection), notifies: true
    ) { server, name, accounts throws(Failure) in
      try await server.add(accounts, toCollection: name)
    },
    Action(
      "removeFromCollection", verbs: ["collection remove"], "Removes accounts from a collection.",
      example: "collection remove collection:Gardeners @bob@sandbox.example",
      effect: .reversible(by: "addToCollection"), needs: .collections, takes: Argument.collection,
      Argument.accounts("account", "the accounts to remove"), returns: .record(RecordOf.collection)
    ) { server, name, accounts throws(Failure) in
      try await server.remove(accounts, fromCollection: name)
    },
    Action(
      "leaveCollection", verbs: ["collection leave"], "Takes you out of another account's collection.",
      example: "collection leave collection:2 --yes", effect: .destructive, done: "left {subject}", needs: .collections,
      takes: Argument.collection, returns: .nothing
    ) { server, name throws(Failure) in
      let (view, me) = (try await server.collection(named: name), try await server.id(of: .me))
      guard let item = view.collection.items.first(where: { $0.accountID == me }) else {
        throw .notInCollection(.me, view.collection)
      }
      try await server.attempt(await server.client.collections.leave(item.id, of: view.collection.id))
    },
  ]
}

extension NewCollection {
  fileprivate static var new: Argument<NewCollection> {
    let name = Argument.title("name", "the name; your collections must differ by it")
    let input = Argument<String?>(name.parameters) { inputs throws(Failure) in try name.read(inputs) }
    return .group(NewCollection(), [Input(\.name, input)] + settings)
  }

  fileprivate static var changes: Argument<NewCollection> {
    .group(NewCollection(), [Input(\.name, .text("name", "the new name"))] + settings)
  }

  private static var settings: [Input<NewCollection>] {
    [
      Input(\.description, .text("text", "the description")),
      Input(\.tag, .identifier("tag", of: .tag, "its hashtag")),
      Input(\.language, .text("language", "its language, as an ISO 639-1 code")),
      Input(\.isSensitive, .setting("sensitive", "it is about something sensitive")),
      Input(\.isDiscoverable, .setting("discoverable", "let the server suggest it to others")),
    ]
  }
}

extension Argument where Value == String {
  /// A collection, by its identifier, or by its name if it is yours.
  fileprivate static var collection: Argument {
    let parameter = Parameter(
      "collection", .identifier(.collection), place: .subject, isRequired: true,
      "the identifier of the collection, or the name of one of yours")
    return required(parameter, subject: Signature.Subject(kind: .collection, id: "collection"))
  }
}

extension RecordOf where Value == Server.CollectionView {
  /// A collection of accounts.
  static let collection = RecordOf(
    "collection", kind: .collection, spelling: "name",
    Shape(
      .id(.collection, value: \.collection.id),
      .text("name", "the name", value: \.collection.name),
      .prose("text", "the description", isOptional: true) {
        $0.collection.description.isEmpty ? nil : HTMLText($0.collection.description).plain
      },
      .reference("tag", to: .tag, "its hashtag", isOptional: true) { $0.collection.tag?.name },
      .number("count", "the number of its accounts") { $0.collection.itemsCount ?? $0.collection.items.count },
      .text(
        "language", "its language, as an ISO 639 code", isOptional: true, isColumn: false,
        value: \.collection.language),
      .flag(
        "sensitive", "whether it is about something sensitive", isColumn: false, value: \.collection.isSensitive),
      .flag(
        "discoverable", "whether the server suggests it to others", isOptional: true, isColumn: false,
        value: \.collection.isDiscoverable),
      .url("url", "its page", value: \.collection.url),
      .time("created", "when it was made", isColumn: false, value: \.collection.createdAt),
      .time("updated", "when it was last changed", isColumn: false, value: \.collection.updatedAt),
      .records("accounts", "its accounts, if it was read whole", as: { .account }, value: \.accounts)))
}

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

  fileprivate func collectionID(named name: String) async throws(Failure) -> String {
    let own = try await ownCollections(named: name)
    guard let collection = own.first else {
      guard ReferenceKind.isPlainIdentifier(name), name.contains(where: \.isNumber) else { throw .noCollection(name) }
      return name
    }
    guard own.count == 1 else { throw .severalCollections(name, own) }
    return collection.id
  }

  fileprivate func ownCollections(named name: String) async throws(Failure) -> [AccountCollection] {
    let own = try await collections(of: .me, with: nil, count: .max).elements.map(\.collection)
    return own.filter { $0.id == name }.first.map { [$0] } ?? own.filter { $0.name == name }
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
