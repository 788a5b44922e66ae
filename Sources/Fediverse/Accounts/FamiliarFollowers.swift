public import JSONValue

/// Those whom the signed-in account follows and who follow another account too.
public struct FamiliarFollowers: Entity, Hashable, Identifiable {
  /// The identifier of the other account.
  public let id: String
  /// Who follows it.
  public let accounts: [Account]
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads the followers of one account.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "familiar followers")
    id = try fields.id()
    accounts = fields.entities("accounts")
    raw = json
  }
}
