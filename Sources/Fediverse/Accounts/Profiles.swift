public import JSONValue

extension Client {
  /// The calls about your profile.
  public var ownProfile: Profiles { Profiles(client: self) }

  /// Fetches the settings of the signed-in account that clients share.
  public func preferences() async throws(FediverseError) -> Preferences {
    try await perform(.get("/api/v1/preferences").needing(.preferences)).entity()
  }

  /// Fetches the OpenID Connect claims about the signed-in account.
  public func userInfo() async throws(FediverseError) -> UserInfo {
    try await perform(.get("/oauth/userinfo").needing(.userInfo)).entity()
  }

  /// The calls about your profile.
  public struct Profiles: Sendable {
    let client: Client

    /// Fetches the profile with its texts as typed.
    public func profile() async throws(FediverseError) -> Profile {
      try await client.perform(.get("/api/v1/profile").needing(.profile)).entity()
    }

    /// Changes the profile and the account's defaults, and returns the changed account.
    ///
    /// Images are uploaded one by one after all other changes; if the server refuses one, the earlier changes remain.
    public func update(_ changes: ProfileChanges) async throws(FediverseError) -> Account {
      let calls = Self.calls(changes, "/api/v1/accounts/update_credentials", on: client.knownFlavor)
      guard let account: Account = try await last(of: calls) else {
        return try await client.accounts.verifyCredentials()
      }
      return account
    }

    /// Changes the profile through the profile API (Mastodon API version 8) and returns it. The account's defaults stay
    /// unchanged.
    public func updateProfile(_ changes: ProfileChanges) async throws(FediverseError) -> Profile {
      var changes = changes
      (changes.visibility, changes.isSensitive, changes.language) = (nil, nil, nil)
      let calls = Self.calls(changes, "/api/v1/profile", on: client.knownFlavor).map { $0.needing(.profile) }
      guard let profile: Profile = try await last(of: calls) else { return try await self.profile() }
      return profile
    }

    /// Removes the avatar.
    public func removeAvatar() async throws(FediverseError) -> Account {
      do throws(FediverseError) {
        // Pixelfed has its own path for this.
        return try await client.perform(
          .delete("/api/v1/profile/avatar"), orElse: .delete("/api/v1.1/accounts/avatar")
        ).entity()
      } catch  where error.meansAbsence {
        return try await empty("avatar")
      }
    }

    /// Removes the header image.
    public func removeHeader() async throws(FediverseError) -> Account {
      do throws(FediverseError) {
        return try await client.perform(.delete("/api/v1/profile/header")).entity()
      } catch  where error.meansAbsence {
        return try await empty("header")
      }
    }

    /// Removes an image by sending an empty one, as Pleroma and Akkoma expect.
    private func empty(_ picture: String) async throws(FediverseError) -> Account {
      try await client.perform(.patch("/api/v1/accounts/update_credentials", .form([(picture, "")]))).entity()
    }

    /// The calls that make the changes, in order.
    static func calls(_ changes: ProfileChanges, _ path: Path, on flavor: Flavor?) -> [Call] {
      let form = changes.form
      let text = form.isEmpty ? [] : [Call.patch(path, .form(form))]
      let pictures = changes.files.map { picture in
        let body = Call.Body.multipart(Multipart([], file: picture.file, as: picture.name))
        // PHP does not parse multipart bodies of PATCH requests, so Pixelfed would ignore the change.
        return flavor == .pixelfed ? Call.ensure(path, body) : .patch(path, body)
      }
      return text + pictures
    }

    private func last<Value: Entity>(of calls: [Call]) async throws(FediverseError) -> Value? {
      var value: Value?
      for call in calls { value = try await client.perform(call).entity() }
      return value
    }
  }
}

extension Client.Profiles {
  /// Fetches the profile fields as typed.
  public func rows() async throws(FediverseError) -> [ProfileChanges.Row] {
    let account = try await client.accounts.verifyCredentials()
    // Without a source, only the rendered fields are available.
    guard let source = account.source, !source.fields.isEmpty || account.fields.isEmpty else {
      return account.fields.map { .init(name: $0.name, value: HTMLText($0.value).plain) }
    }
    return source.fields.map { .init(name: $0.name, value: $0.value) }
  }

  /// Sets or removes one profile field and leaves the others unchanged.
  ///
  /// Servers replace all fields at once, so a concurrent change by another client is lost.
  ///
  /// - Parameters:
  ///   - name: the label; case is ignored.
  ///   - value: the text, or `nil` to remove the field.
  public func setRow(_ name: String, to value: String?) async throws(FediverseError) -> Account {
    var rows = try await rows()
    let place = rows.firstIndex { $0.name.lowercased() == name.lowercased() }
    switch (place, value) {
    case (let place?, let value?): rows[place].value = value
    case (let place?, nil): rows.remove(at: place)
    case (nil, let value?): rows.append(.init(name: name, value: value))
    case (nil, nil): return try await client.accounts.verifyCredentials()
    }
    var changes = ProfileChanges()
    changes.fields = rows
    return try await update(changes)
  }
}

/// The profile of the signed-in account, with its texts as typed.
public struct Profile: Entity, Hashable, Identifiable {
  /// The identifier of the account, valid on this server only.
  public let id: String
  /// The display name; may be empty.
  public let displayName: String
  /// The biography as typed, before rendering.
  public let note: String
  /// The profile fields as typed, before rendering.
  public let fields: [Account.Field]
  /// The URL of the avatar, if any.
  public let avatarURL: String?
  /// The alt text of the avatar.
  public let avatarDescription: String
  /// The URL of the header image, if any.
  public let headerURL: String?
  /// The alt text of the header image.
  public let headerDescription: String
  /// Whether the account approves its followers manually.
  public let isLocked: Bool
  /// Whether the account is a bot.
  public let isBot: Bool
  /// Whether the account agrees to be suggested and found in directories.
  public let isDiscoverable: Bool?
  /// Whether its public statuses may be found by search.
  public let isIndexable: Bool?
  /// Whether its followers and follows are hidden.
  public let isHidingCollections: Bool?
  /// Whether the profile has a media tab.
  public let isShowingMedia: Bool?
  /// Whether the media tab includes replies.
  public let isShowingMediaReplies: Bool?
  /// Whether the profile has a tab of featured content.
  public let isShowingFeatured: Bool?
  /// The domains of websites that may credit the account as author.
  public let attributionDomains: [String]
  /// The hashtags featured on the profile.
  public let featuredTags: [FeaturedTag]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a profile.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "profile")
    id = try fields.id()
    displayName = fields.text("display_name") ?? ""
    note = fields.text("note") ?? ""
    self.fields = fields.entities("fields")
    avatarURL = fields.word("avatar")
    avatarDescription = fields.text("avatar_description") ?? ""
    headerURL = fields.word("header")
    headerDescription = fields.text("header_description") ?? ""
    isLocked = fields.truth("locked") ?? false
    isBot = fields.truth("bot") ?? false
    isDiscoverable = fields.truth("discoverable")
    isIndexable = fields.truth("indexable")
    isHidingCollections = fields.truth("hide_collections")
    isShowingMedia = fields.truth("show_media")
    isShowingMediaReplies = fields.truth("show_media_replies")
    isShowingFeatured = fields.truth("show_featured")
    attributionDomains = fields.texts("attribution_domains")
    featuredTags = fields.entities("featured_tags")
    raw = json
  }
}

/// Changes to the profile and the defaults of the signed-in account. Properties that are `nil` stay unchanged.
public struct ProfileChanges: Sendable, Hashable {
  /// The display name.
  public var displayName: String?
  /// The biography, as plain text.
  public var note: String?
  /// Whether the account approves its followers manually.
  public var isLocked: Bool?
  /// Whether the account is a bot.
  public var isBot: Bool?
  /// Whether the account agrees to be suggested and found in directories.
  public var isDiscoverable: Bool?
  /// Whether its public statuses may be found by search.
  public var isIndexable: Bool?
  /// Whether its followers and follows are hidden.
  public var isHidingCollections: Bool?
  /// All profile fields, in order; an empty array removes them.
  public var fields: [Row]?
  /// The domains of websites that may credit the account as author; an empty array removes them.
  public var attributionDomains: [String]?
  /// The default visibility of new statuses.
  public var visibility: Visibility?
  /// Whether media in new statuses are marked as sensitive.
  public var isSensitive: Bool?
  /// The default language of new statuses, as an ISO 639 code; an empty string removes it.
  public var language: String?
  /// The avatar.
  public var avatar: MediaFile?
  /// The alt text of the avatar.
  public var avatarDescription: String?
  /// The header image.
  public var header: MediaFile?
  /// The alt text of the header image.
  public var headerDescription: String?
  /// Whether the profile has a media tab.
  public var isShowingMedia: Bool?
  /// Whether the media tab includes replies.
  public var isShowingMediaReplies: Bool?
  /// Whether the profile has a tab of featured content.
  public var isShowingFeatured: Bool?

  /// Creates changes without any change.
  public init() {}

  /// A labeled field of a profile, as typed.
  public struct Row: Sendable, Hashable {
    /// The label.
    public var name: String
    /// The text.
    public var value: String

    /// Creates a profile field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The files to upload, by form name.
  var files: [(name: String, file: MediaFile)] {
    [("avatar", avatar), ("header", header)].compactMap { name, file in file.map { (name, $0) } }
  }

  /// Everything except the files, as a form, because servers agree on how to read profile fields from it.
  var form: [(name: String, value: String)] {
    var form = QueryItems()
    form.set("display_name", displayName)
    form.set("note", note)
    form.set("locked", isLocked)
    form.set("bot", isBot)
    form.set("discoverable", isDiscoverable)
    form.set("indexable", isIndexable)
    form.set("hide_collections", isHidingCollections)
    form.set("avatar_description", avatarDescription)
    form.set("header_description", headerDescription)
    form.set("show_media", isShowingMedia)
    form.set("show_media_replies", isShowingMediaReplies)
    form.set("show_featured", isShowingFeatured)
    form.set("source[privacy]", visibility?.rawValue)
    form.set("source[sensitive]", isSensitive)
    form.set("source[language]", language)
    // A form expresses an empty list as a list with one empty item.
    if let domains = attributionDomains { form.set("attribution_domains[]", all: domains.isEmpty ? [""] : domains) }
    let rows = fields.map { $0.isEmpty ? [Row(name: "", value: "")] : $0 } ?? []
    for (index, row) in rows.enumerated() {
      form.set("fields_attributes[\(index)][name]", row.name)
      form.set("fields_attributes[\(index)][value]", row.value)
    }
    return form.pairs
  }
}

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

/// The OpenID Connect claims about the signed-in account.
public struct UserInfo: Entity, Hashable {
  /// The subject identifier; on Mastodon, the ActivityPub identifier of the account.
  public let subject: String
  /// The issuer of the claims.
  public let issuer: String?
  /// The display name.
  public let name: String?
  /// The user name, without the domain.
  public let username: String?
  /// The URL of the profile page.
  public let profileURL: String?
  /// The URL of the avatar.
  public let pictureURL: String?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes the claims.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "user info")
    subject = try fields.word("sub", or: "an identifier")
    issuer = fields.word("iss")
    name = fields.word("name")
    username = fields.word("preferred_username")
    profileURL = fields.word("profile")
    pictureURL = fields.word("picture")
    raw = json
  }
}
