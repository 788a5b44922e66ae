public import JSONValue

/// The settings of the signed-in account that its programs share.
public struct Preferences: Entity, Hashable {
  /// The visibility of new statuses.
  public let visibility: Visibility?
  /// Whether media of new statuses are marked as sensitive.
  public let isSensitive: Bool?
  /// The language of new statuses.
  public let language: String?
  /// Who may quote new statuses, as the server spells it: `public`, `followers`, `nobody`.
  public let quotePolicy: String?
  /// Which media are shown at once, as the server spells it: `default`, `show_all`, `hide_all`.
  public let shownMedia: String?
  /// Whether what stands behind a warning is shown at once.
  public let isShowingSpoilers: Bool?
  /// Whether moving pictures move by themselves.
  public let isPlayingAnimations: Bool?
  /// Every setting as the server sent it.
  public let raw: JSON

  /// Reads the settings.
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
