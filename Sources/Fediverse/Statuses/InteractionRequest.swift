public import JSONValue

/// Something that somebody wants to do with a status, and that its author decides on.
public struct InteractionRequest: Entity, Hashable, Identifiable {
  /// What is wanted.
  public struct Kind: OpenSpelling {
    /// The spelling.
    public let rawValue: String
    /// The value of any spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// To favorite it.
    public static let favorite = Kind(rawValue: "favourite")
    /// To answer it.
    public static let reply = Kind(rawValue: "reply")
    /// To reblog it.
    public static let reblog = Kind(rawValue: "reblog")
    /// To quote it.
    public static let quote = Kind(rawValue: "quote")
  }

  /// The identifier, local to the server that answered.
  public let id: String
  /// What is wanted.
  public let kind: Kind
  /// When it was asked for.
  public let createdAt: Timestamp?
  /// Who wants it.
  public let account: Account?
  /// The status that it is about.
  public let status: Status?
  /// The answer that waits.
  public let reply: Status?
  /// When it was allowed.
  public let acceptedAt: Timestamp?
  /// When it was refused.
  public let rejectedAt: Timestamp?
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads a request.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "interaction request")
    id = try fields.id()
    kind = Kind(rawValue: fields.text("type") ?? "")
    createdAt = fields.time("created_at")
    account = fields.entity("account")
    status = fields.entity("status")
    reply = fields.entity("reply")
    acceptedAt = fields.time("accepted_at")
    rejectedAt = fields.time("rejected_at")
    raw = json
  }
}
