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
      resolve: { server, _, new throws(Failure) in try await server.ownCollection(named: new.name ?? "") }
    ) { server, new throws(Failure) in
      try await server.newCollection(new)
    },
    Action(
      "updateCollection", verbs: ["collection change"], "Changes the name or the settings of a collection.",
      example: "collection change collection:Gardeners --discoverable", effect: .reversible(by: "updateCollection"),
      needs: .collections, takes: Argument.collection, NewCollection.changes, returns: .record(RecordOf.collection)
    ) { server, name, changes throws(Failure) in
      try await server.changeCollection(name, changes)
    },
    Action(
      "deleteCollection", verbs: ["delete", "collection delete"], "Deletes a collection.",
      example: "delete collection:Gardeners --yes", effect: .destructive, done: "deleted {subject}",
      needs: .collections,
      takes: Argument.collection, returns: .nothing, isDoneIfMissing: true
    ) { server, name throws(Failure) in
      try await server.removeCollection(name)
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
      try await server.quitCollection(name)
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
