public import JSONValue

extension Client {
  /// The calls that give and take the lists of the account as CSV.
  public var exports: Exports { Exports(client: self) }

  /// The calls that give and take the lists of the account as CSV.
  public struct Exports: Sendable {
    let client: Client

    /// What is exported.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Whom the account follows.
      case following
      /// Who follows it.
      case followers
      /// Its lists and their members.
      case lists
      /// Whom it blocks.
      case blocks
      /// Whom it mutes.
      case mutes
    }

    /// What is imported, as the server spells it.
    public struct ImportKind: OpenSpelling {
      /// The spelling.
      public let rawValue: String
      /// The value of any spelling.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// Whom to follow.
      public static let following = ImportKind(rawValue: "following")
      /// Whom to block.
      public static let blocks = ImportKind(rawValue: "blocks")
      /// Whom to mute.
      public static let mutes = ImportKind(rawValue: "mutes")
    }

    /// What becomes of those who are there already and not in the file.
    public enum ImportMode: String, Sendable, Hashable, CaseIterable {
      /// They stay.
      case merge
      /// They go.
      case overwrite
    }

    /// How much there is to export.
    public func stats() async throws(FediverseError) -> ExportStats {
      try await client.perform(.get("/api/v1/exports/stats").needing(.exports)).entity()
    }

    /// The bytes of a list as CSV, in the columns that Mastodon has.
    public func csv(_ kind: Kind) async throws(FediverseError) -> [UInt8] {
      var call = Call.get("/api/v1/exports/\(kind.rawValue + ".csv")").needing(.exports)
      call.accepts = "text/csv"
      return try await client.perform(call).response.body
    }

    /// Hands a list as CSV to the server, which works it off later.
    ///
    /// - Parameters:
    ///   - file: the list, in the columns that Mastodon has.
    ///   - kind: what is to be done with those who are in it.
    ///   - mode: what becomes of those who are there already and not in the file.
    public func `import`(
      _ file: MediaFile, as kind: ImportKind, mode: ImportMode = .merge
    ) async throws(FediverseError) {
      let parts = Multipart([("type", kind.rawValue), ("mode", mode.rawValue)], file: file, as: "data")
      _ = try await client.perform(.post("/api/v1/import", .multipart(parts)).needing(.imports))
    }
  }
}

/// How much there is to export of the signed-in account.
public struct ExportStats: Entity, Hashable {
  /// How much room its media take, as the server writes it.
  public let mediaStorage: String?
  /// How many follow it.
  public let followersCount: Int?
  /// How many it follows.
  public let followingCount: Int?
  /// How many statuses it has published.
  public let statusesCount: Int?
  /// How many lists it has.
  public let listsCount: Int?
  /// How many it blocks.
  public let blocksCount: Int?
  /// How many it mutes.
  public let mutesCount: Int?

  /// Reads the figures.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "figures")
    mediaStorage = fields.word("media_storage")
    followersCount = fields.count("followers_count")
    followingCount = fields.count("following_count")
    statusesCount = fields.count("statuses_count")
    listsCount = fields.count("lists_count")
    blocksCount = fields.count("blocks_count")
    mutesCount = fields.count("mutes_count")
  }
}
