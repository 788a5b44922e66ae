public import JSONValue

/// The settings of the signed-in account that clients share.
public struct Preferences: Entity, Hashable {
  /// The default visibility of new statuses.
  public let visibility: Visibility?
  /// Whether media in new statuses are marked as sensitive.
  public let isSensitive: Bool?
  /// The default language of new statuses, as an ISO 639 code.
  public let language: String?
  /// Who may quote new statuses: `public`, `followers` or `nobody`.
  public let quotePolicy: String?
  /// Which media are shown at once: `default`, `show_all` or `hide_all`.
  public let shownMedia: String?
  /// Whether statuses with content warnings are expanded.
  public let isShowingSpoilers: Bool?
  /// Whether animations play automatically.
  public let isPlayingAnimations: Bool?
  /// All settings as sent by the server.
  public let raw: JSON

  /// Decodes the settings.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "preferences")
    visibility = fields.spelling("posting:default:visibility")
    isSensitive = fields.truth("posting:default:sensitive")
    language = fields.word("posting:default:language")
    quotePolicy = fields.word("posting:default:quote_policy")
    shownMedia = fields.word("reading:expand:media")
    isShowingSpoilers = fields.truth("reading:expand:spoilers")
    isPlayingAnimations = fields.truth("reading:autoplay:gifs")
    raw = json
  }
}
