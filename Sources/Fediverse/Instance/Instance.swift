public import JSONValue

/// A server's description of itself, from either version of the API.
public struct Instance: Entity, Hashable {
  /// The API version that a description came from.
  public enum Edition: String, Sendable, Hashable {
    /// `/api/v1/instance`.
    case v1
    /// `/api/v2/instance`.
    case v2
  }

  /// A rule of the server.
  public struct Rule: Sendable, Hashable {
    /// The identifier.
    public let id: String
    /// The text of the rule.
    public let text: String
    /// An explanation of the rule.
    public let hint: String?
  }

  /// The API version that the description came from.
  public let edition: Edition
  /// The domain of the server's accounts: a host name or IP address with an optional port; `nil` if the server states
  /// something else.
  public let domain: String?
  /// The address as sent in version 1, which may be a URL; the domain if only version 2 is available.
  public let uri: String
  /// The display name.
  public let title: String
  /// The version of the software, often followed by the Mastodon version it is compatible with.
  public let version: String
  /// A short description of the server.
  public let description: String
  /// The URL of the software's source code.
  public let sourceURL: String?
  /// The contact email address.
  public let email: String?
  /// The contact account.
  public let contactAccount: Account?
  /// The URL of an image that represents the server.
  public let thumbnailURL: String?
  /// The main languages of the server, as ISO 639 codes.
  public let languages: [String]
  /// The rules, in order.
  public let rules: [Rule]
  /// The limits on statuses and media.
  public let limits: Limits
  /// The base URL of the streaming interface.
  public let streamingURL: String?
  /// The Mastodon API version that it implements.
  public let apiVersion: Int?
  /// Whether registrations are open.
  public let isOpenForRegistration: Bool?
  /// Whether a moderator must approve registrations.
  public let needsApproval: Bool?
  /// The number of accounts.
  public let userCount: Int?
  /// The number of statuses by local accounts.
  public let statusCount: Int?
  /// The number of known servers.
  public let domainCount: Int?
  /// The number of local accounts active in the last four weeks.
  public let activeUserCount: Int?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a description in either version.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "instance")
    edition = fields["domain"] == nil ? .v1 : .v2
    guard let address = fields.word("domain") ?? fields.word("uri") else {
      throw ShapeError(path: "instance.domain", expected: "a domain")
    }
    // GoToSocial sends its host and its account domain separately.
    domain = Self.domain(of: fields.word("account_domain") ?? address)
    uri = fields.word("uri") ?? address
    title = fields.text("title") ?? ""
    version = fields.text("version") ?? ""
    description = fields.word("short_description") ?? fields.text("description") ?? ""
    sourceURL = fields.word("source_url")
    let contact = fields.fields("contact")
    email = contact.word("email") ?? fields.word("email")
    contactAccount = contact.entity("account") ?? fields.entity("contact_account")
    thumbnailURL = fields.word("thumbnail") ?? fields.fields("thumbnail").word("url")
    languages = fields.texts("languages")
    rules = fields.entities("rules")
    limits = Limits(fields)
    let urls = fields.fields("configuration").fields("urls")
    streamingURL = urls.word("streaming") ?? fields.fields("urls").word("streaming_api")
    apiVersion = fields.fields("api_versions").count("mastodon")
    let registrations = fields.fields("registrations")
    isOpenForRegistration = registrations.truth("enabled") ?? fields.truth("registrations")
    needsApproval = registrations.truth("approval_required") ?? fields.truth("approval_required")
    let stats = fields.fields("stats")
    userCount = stats.count("user_count")
    statusCount = stats.count("status_count")
    domainCount = stats.count("domain_count")
    activeUserCount = fields.fields("usage").fields("users").count("active_month")
    raw = json
  }

  /// The host and port of an address, which may be a bare domain or a URL; `nil` if it is neither, because the domain
  /// becomes part of names that are written to files.
  package static func domain(of address: String) -> String? {
    (try? ServerAddress(address))?.authority
  }
}

extension Instance.Rule: Entity {
  /// Decodes a rule.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "rule")
    let text = try fields.word("text", or: "text")
    id = fields.text("id") ?? ""
    self.text = text
    hint = fields.word("hint")
  }
}

extension Instance {
  /// The limits on statuses and media; Mastodon's defaults for those the server does not send.
  public struct Limits: Sendable, Hashable {
    /// The greatest number of characters in a status.
    public let characters: Int
    /// The number of characters that each URL counts as.
    public let charactersPerURL: Int
    /// The greatest number of attachments in a status.
    public let media: Int
    /// The greatest number of options in a poll.
    public let pollOptions: Int
    /// The greatest number of characters in a poll option.
    public let charactersPerPollOption: Int
    /// The greatest size of an image, in bytes.
    public let imageBytes: Int?
    /// The greatest size of a video, in bytes.
    public let videoBytes: Int?
    /// The greatest number of characters in alt text.
    public let charactersPerMediaDescription: Int?
    /// The MIME types accepted for upload.
    public let mediaTypes: [String]

    /// Mastodon's defaults.
    package static let usual = Limits(FieldReader(members: [:], as: "instance"))

    init(_ instance: FieldReader) {
      let configuration = instance.fields("configuration")
      let statuses = configuration.fields("statuses")
      let polls = configuration.fields("polls")
      let oldPolls = instance.fields("poll_limits")
      let media = configuration.fields("media_attachments")
      characters = statuses.count("max_characters") ?? instance.count("max_toot_chars") ?? 500
      charactersPerURL = statuses.count("characters_reserved_per_url") ?? 23
      self.media = statuses.count("max_media_attachments") ?? instance.count("max_media_attachments") ?? 4
      pollOptions = polls.count("max_options") ?? oldPolls.count("max_options") ?? 4
      charactersPerPollOption =
        polls.count("max_characters_per_option") ?? oldPolls.count("max_option_chars") ?? 50
      imageBytes = media.count("image_size_limit") ?? instance.count("upload_limit")
      videoBytes = media.count("video_size_limit") ?? instance.count("upload_limit")
      charactersPerMediaDescription = media.count("description_limit") ?? instance.count("description_limit")
      mediaTypes = media.texts("supported_mime_types")
    }

    /// The limits in the shape of version 2 of the API.
    var json: JSON {
      let statuses: JSON = [
        "max_characters": .int(characters), "characters_reserved_per_url": .int(charactersPerURL),
        "max_media_attachments": .int(media),
      ]
      let polls: JSON = [
        "max_options": .int(pollOptions), "max_characters_per_option": .int(charactersPerPollOption),
      ]
      var attachments: JSON.Object = ["supported_mime_types": .array(mediaTypes.map(JSON.string))]
      attachments["image_size_limit"] = imageBytes.map(JSON.int)
      attachments["video_size_limit"] = videoBytes.map(JSON.int)
      attachments["description_limit"] = charactersPerMediaDescription.map(JSON.int)
      return ["configuration": ["statuses": statuses, "polls": polls, "media_attachments": .object(attachments)]]
    }
  }

  /// The features that the description mentions, and whether the server supports them.
  var declaredFeatures: [Feature: Bool] {
    let configuration = raw["configuration"]
    var features: [Feature: Bool] = [:]
    // Pleroma has its limits outside the configuration; Friendica describes polls of no options, because it has none.
    let polls = configuration?["polls"] ?? raw["poll_limits"]
    if let options = polls?["max_options"]?.int { features[.pollMaking] = options > 1 }
    if let isEnabled = configuration?["translation"]?["enabled"]?.bool { features[.translation] = isEnabled }
    return features
  }
}
