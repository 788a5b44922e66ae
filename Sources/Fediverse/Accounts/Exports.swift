public import JSONValue

extension Client {
  /// The calls that export and import the account's lists as CSV.
  public var exports: Exports { Exports(client: self) }

  /// The calls that export and import the account's lists as CSV.
  public struct Exports: Sendable {
    let client: Client

    /// The lists that can be exported.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The accounts you follow.
      case following
      /// Your followers.
      case followers
      /// Your lists and their members.
      case lists
      /// The accounts you block.
      case blocks
      /// The accounts you mute.
      case mutes
    }

    /// The lists that can be imported.
    public struct ImportKind: OpenSpelling {
      /// The wire value.
      public let rawValue: String
      /// Creates a value from any wire value.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// Accounts to follow.
      public static let following = ImportKind(rawValue: "following")
      /// Accounts to block.
      public static let blocks = ImportKind(rawValue: "blocks")
      /// Accounts to mute.
      public static let mutes = ImportKind(rawValue: "mutes")
    }

    /// What happens to existing entries that are not in the imported file.
    public enum ImportMode: String, Sendable, Hashable, CaseIterable {
      /// They are kept.
      case merge
      /// They are removed.
      case overwrite
    }

    /// Fetches the sizes of the exports.
    public func stats() async throws(FediverseError) -> ExportStats {
      try await client.perform(.get("/api/v1/exports/stats").needing(.exports)).entity()
    }

    /// Fetches a list as CSV, in Mastodon's columns.
    public func csv(_ kind: Kind) async throws(FediverseError) -> [UInt8] {
      var call = Call.get("/api/v1/exports/\(kind.rawValue + ".csv")").needing(.exports)
      call.accepts = "text/csv"
      return try await client.perform(call).http.body
    }

    /// Uploads a list as CSV; the server processes it later.
    ///
    /// - Parameters:
    ///   - file: the list, in Mastodon's columns.
    ///   - kind: what to do with the accounts in it.
    ///   - mode: what happens to existing entries that are not in the file.
    public func `import`(
      _ file: MediaFile, as kind: ImportKind, mode: ImportMode = .merge
    ) async throws(FediverseError) {
      let parts = Multipart([("type", kind.rawValue), ("mode", mode.rawValue)], file: file, as: "data")
      _ = try await client.perform(.post("/api/v1/import", .multipart(parts)).needing(.imports))
    }
  }
}

/// The sizes of the signed-in account's exports.
public struct ExportStats: Entity, Hashable {
  /// The storage used by media, as the server formats it.
  public let mediaStorage: String?
  /// The number of followers.
  public let followersCount: Int?
  /// The number of accounts followed.
  public let followingCount: Int?
  /// The number of statuses.
  public let statusesCount: Int?
  /// The number of lists.
  public let listsCount: Int?
  /// The number of accounts blocked.
  public let blocksCount: Int?
  /// The number of accounts muted.
  public let mutesCount: Int?

  /// Decodes the statistics.
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
