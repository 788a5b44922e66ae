public import JSONValue

/// What a server found for a query.
public struct SearchResults: Entity {
  /// The accounts that fit.
  public let accounts: Rows<Account>
  /// The statuses that fit.
  public let statuses: Rows<Status>
  /// The hashtags that fit.
  public let tags: Rows<Tag>

  /// Reads the results of a search.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "results")
    guard fields["accounts"] != nil || fields["statuses"] != nil || fields["hashtags"] != nil else {
      throw ShapeError(path: "results", expected: "the results of a search")
    }
    accounts = fields.rows("accounts")
    statuses = fields.rows("statuses")
    tags = fields.rows("hashtags")
  }
}
