public import JSONValue

/// Somebody's wish to follow the signed-in account.
public struct FollowRequest: Entity, Hashable, Identifiable {
  /// What the request is accepted or rejected by.
  ///
  /// It is the identifier of the account on most servers. On Friendica it is one of the request, and no call about
  /// accounts takes it.
  public let id: String
  /// Who wants to follow; on Friendica its `id` is that of the request, so that it is known by its name alone.
  public let account: Account
  /// The whole object as the server sent it.
  public var raw: JSON { account.raw }

  /// Reads a request, which is written as an account.
  public init(json: JSON) throws(ShapeError) {
    account = try Account(json: json)
    id = account.id
  }
}
