public import JSONValue

extension Account {
  /// A labeled field of a profile.
  public struct Field: Entity, Hashable {
    /// The label.
    public let name: String
    /// The text, as HTML.
    public let value: String
    /// When the server verified that the linked page links back to the profile.
    public let verifiedAt: Timestamp?

    /// Decodes a profile field.
    public init(json: JSON) throws(ShapeError) {
      let fields = try FieldReader(json, as: "field")
      name = fields.text("name") ?? ""
      value = fields.text("value") ?? ""
      verifiedAt = fields.time("verified_at")
    }
  }

  /// The defaults and the unrendered texts of the signed-in account.
  public struct Source: Entity, Hashable {
    /// The default visibility of new statuses.
    public let visibility: Visibility?
    /// Whether media in new statuses are marked as sensitive.
    public let isSensitive: Bool?
    /// The default language of new statuses, as an ISO 639 code.
    public let language: String?
    /// The biography as typed, before rendering.
    public let note: String
    /// The profile fields as typed, before rendering.
    public let fields: [Field]
    /// The domains of websites that may credit the account as author.
    public let attributionDomains: [String]
    /// The number of pending follow requests.
    public let followRequestsCount: Int?

    /// Decodes the source of an account.
    public init(json: JSON) throws(ShapeError) {
      let fields = try FieldReader(json, as: "source")
      visibility = fields.spelling("privacy")
      isSensitive = fields.truth("sensitive")
      language = fields.word("language")
      note = fields.text("note") ?? ""
      self.fields = fields.entities("fields")
      attributionDomains = fields.texts("attribution_domains")
      followRequestsCount = fields.count("follow_requests_count")
    }
  }
}
