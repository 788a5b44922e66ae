import GRDB

/// The fixed names and limits of this instance.
enum InstanceConfiguration {
  static let domain = "sandbox.example"
  static let base = "https://sandbox.example"
  static let version = "4.6.0"
  static let statusLimit = 500
  static let mediaLimit = 4
  static let urlLength = 23
  static let scopes = "read write follow push profile admin:read admin:write"
}

extension Routes {
  /// Information about the instance.
  static let instance: [Endpoint] = [
    Endpoint(.get, "/api/v1/custom_emojis", .open) { call in
      Reply(.list(try call.view.emojis(of: "").map(\.entity)))
    },
    Endpoint(.get, "/health", .open) { _ in Reply(file: Array("OK".utf8), type: "text/plain") },
    Endpoint(.get, "/.well-known/nodeinfo", .open) { call in
      Reply([
        "links": [
          [
            "rel": "http://nodeinfo.diaspora.software/ns/schema/2.0",
            "href": .text("http://\(call.input.host)/nodeinfo/2.0"),
          ]
        ]
      ])
    },
    Endpoint(.get, "/nodeinfo/2.0", .open) { call in
      let counts = try Counts(call.db)
      return Reply([
        "version": "2.0", "software": ["name": "mastodon", "version": .text(InstanceConfiguration.version)],
        "protocols": ["activitypub"], "services": ["outbound": [], "inbound": []],
        "usage": [
          "users": [
            "total": .int(counts.users), "activeMonth": .int(counts.users), "activeHalfyear": .int(counts.users),
          ],
          "localPosts": .int(counts.statuses),
        ],
        "openRegistrations": false,
        "metadata": ["nodeName": "Tusk sandbox", "nodeDescription": .text(Instance.about)],
      ])
    },
    Endpoint(.get, "/.well-known/webfinger", .open) { call in try webfinger(call) },
    Endpoint(.get, "/.well-known/oauth-authorization-server", .open) { call in
      Reply(Instance.authorizationServer(at: "http://\(call.input.host)"))
    },
    Endpoint(.get, "/api/v1/instance", .open) { call in
      Reply(try Instance(call).entityV1())
    },
    Endpoint(.get, "/api/v2/instance", .open) { call in
      Reply(try Instance(call).entityV2())
    },
    Endpoint(.get, "/api/v1/instance/rules", .open) { _ in Reply(Instance.rules) },
    Endpoint(.get, "/api/v1/instance/peers", .open) { call in
      Reply(.texts(try peers(in: call.db)))
    },
    Endpoint(.get, "/api/v1/peers/search", .open) { call in
      let start = (call.form["q"] ?? "").lowercased()
      return Reply(.texts(Array(try peers(in: call.db).filter { $0.hasPrefix(start) }.prefix(10))))
    },
    Endpoint(.get, "/api/v1/instance/activity", .open) { call in
      let counts = try Counts(call.db)
      return Reply(
        .list(
          (0..<12).map { week in
            [
              "week": .text(String(call.now.startOfDay.adding(seconds: -604_800 * week).milliseconds / 1000)),
              "statuses": .text(String(week == 0 ? counts.statuses : 0)),
              "logins": .text(String(counts.users)), "registrations": "0",
            ]
          }))
    },
    Endpoint(.get, "/api/v1/instance/domain_blocks", .open) { _ in Reply([]) },
    Endpoint(.get, "/api/v1/instance/languages", .open) { _ in
      Reply(.list(Instance.languages.map { ["code": .text($0.code), "name": .text($0.name)] }))
    },
    Endpoint(.get, "/api/v1/instance/translation_languages", .open) { _ in
      Reply(["en": .texts(Phrasebook.languages)])
    },
    Endpoint(.get, "/api/v1/instance/extended_description", .open) { call in
      Reply(["updated_at": .moment(call.now.startOfDay), "content": .text("<p>\(Instance.about)</p>")])
    },
    Endpoint(.get, "/api/v1/instance/privacy_policy", .open) { call in
      Reply(["updated_at": .moment(call.now.startOfDay), "content": "<p>Nothing leaves this machine.</p>"])
    },
    Endpoint(.get, "/api/v1/instance/terms_of_service", .open) { call in
      Reply([
        "effective_date": .day(call.now), "effective": true, "succeeded_by": nil,
        "content": "<p>Try things. Nobody else is here.</p>",
      ])
    },
  ]

  /// The servers that have accounts here, by name.
  private static func peers(in db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "SELECT DISTINCT domain FROM account WHERE domain IS NOT NULL ORDER BY domain")
  }

  private static func webfinger(_ call: Call) throws -> Reply {
    let resource = call.form["resource"] ?? ""
    let acct = resource.hasPrefix("acct:") ? String(resource.dropFirst(5)) : ""
    guard let account = try Account.find(acct: acct, in: call.db), account.isLocal else { throw Refusal.notFound }
    return Reply([
      "subject": .text("acct:\(account.username)@\(InstanceConfiguration.domain)"),
      "aliases": .texts([account.url, account.uri]),
      "links": [
        ["rel": "http://webfinger.net/rel/profile-page", "type": "text/html", "href": .text(account.url)],
        ["rel": "self", "type": "application/activity+json", "href": .text(account.uri)],
      ],
    ])
  }
}

/// The instance's statistics.
struct Counts {
  let users: Int
  let statuses: Int
  let domains: Int

  init(_ db: Database) throws {
    users = try Int.fetchOne(db, sql: "SELECT count(*) FROM account WHERE domain IS NULL") ?? 0
    statuses =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM status s JOIN account a ON a.id = s.accountId WHERE a.domain IS NULL") ?? 0
    domains = try Int.fetchOne(db, sql: "SELECT count(DISTINCT domain) FROM account") ?? 0
  }
}

/// The Instance entity, in both versions of the API.
struct Instance {
  static let about = "A small world on your own machine, to try things without an audience."
  static let languages = [("en", "English"), ("de", "German"), ("ja", "Japanese"), ("ar", "Arabic")]
    .map { (code: $0.0, name: $0.1) }
  static let rules: Entity = [
    ["id": "1", "text": "Be kind", "hint": "Somebody else may be testing here, too.", "translations": [:]],
    ["id": "2", "text": "Describe your pictures", "hint": "", "translations": [:]],
    ["id": "3", "text": "Break what you like; it can be made anew", "hint": "", "translations": [:]],
  ]

  static let ruleIDs = ["1", "2", "3"]

  /// The rules with these ids, as reports contain them.
  static func rules(_ ids: [String]) -> [Entity] {
    guard case .list(let all) = rules else { return [] }
    return ids.compactMap { ruleIDs.firstIndex(of: $0) }.map { all[$0] }
  }

  private let call: Call
  private let counts: Counts
  private let contact: Entity

  init(_ call: Call) throws {
    self.call = call
    counts = try Counts(call.db)
    let admin = try Account.fetchOne(call.db, sql: "SELECT * FROM account WHERE isAdmin ORDER BY id")
    contact = try admin.map { try call.view.entity(of: $0) } ?? .null
  }

  func entityV2() -> Entity {
    [
      "domain": .text(InstanceConfiguration.domain), "title": "Tusk sandbox",
      "version": .text(InstanceConfiguration.version),
      "source_url": "https://github.com/mastodon/mastodon", "description": .text(Instance.about),
      "usage": ["users": ["active_month": .int(counts.users)]],
      "thumbnail": [
        "url": .text(InstanceConfiguration.base + "/packs/preview.png"), "blurhash": nil, "versions": [:],
        "description": "",
      ],
      "icon": [], "languages": ["en"], "configuration": configuration.with(moreConfiguration),
      "registrations": [
        "enabled": false, "approval_required": false, "reason_required": false, "message": nil, "min_age": nil,
        "url": nil,
      ],
      "api_versions": ["mastodon": 10], "contact": ["email": "admin@sandbox.example", "account": contact],
      "rules": Instance.rules,
    ]
  }

  func entityV1() -> Entity {
    [
      "uri": .text(InstanceConfiguration.domain), "title": "Tusk sandbox", "short_description": .text(Instance.about),
      "description": .text(Instance.about), "email": "admin@sandbox.example",
      "version": .text(InstanceConfiguration.version),
      "urls": ["streaming_api": .text("ws://\(call.input.host)")],
      "stats": [
        "user_count": .int(counts.users), "status_count": .int(counts.statuses), "domain_count": .int(counts.domains),
      ],
      "thumbnail": .text(InstanceConfiguration.base + "/packs/preview.png"), "languages": ["en"],
      "registrations": false,
      "approval_required": false, "invites_enabled": false, "configuration": configuration,
      "contact_account": contact, "rules": Instance.rules,
    ]
  }

  private var configuration: Entity {
    [
      "accounts": ["max_featured_tags": 10, "max_pinned_statuses": 5],
      "statuses": [
        "max_characters": .int(InstanceConfiguration.statusLimit),
        "max_media_attachments": .int(InstanceConfiguration.mediaLimit),
        "characters_reserved_per_url": .int(InstanceConfiguration.urlLength),
      ],
      "media_attachments": [
        "supported_mime_types": .texts(Instance.mimeTypes), "description_limit": 1500,
        "image_size_limit": 16_777_216, "image_matrix_limit": 33_177_600, "video_size_limit": 16_777_216,
        "video_frame_rate_limit": 120, "video_matrix_limit": 8_294_400,
      ],
      "polls": [
        "max_options": 4, "max_characters_per_option": 50, "min_expiration": 300, "max_expiration": 2_629_746,
      ],
    ]
  }

  private var moreConfiguration: KeyValuePairs<String, Entity> {
    [
      "urls": [
        "streaming": .text("ws://\(call.input.host)"), "status": nil,
        "about": .text(InstanceConfiguration.base + "/about"),
        "privacy_policy": .text(InstanceConfiguration.base + "/privacy-policy"),
        "terms_of_service": .text(InstanceConfiguration.base + "/terms-of-service"),
      ],
      "vapid": ["public_key": ""], "translation": ["enabled": true],
      "timelines_access": [
        "live_feeds": ["local": "public", "remote": "public"],
        "hashtag_feeds": ["local": "public", "remote": "public"],
        "trending_link_feeds": ["local": "public", "remote": "public"],
      ],
      "limited_federation": false,
    ]
  }

  static let mimeTypes = [
    "image/jpeg", "image/png", "image/gif", "image/webp", "video/webm", "video/mp4", "audio/mpeg", "audio/ogg",
    "audio/wav", "audio/flac",
  ]

  /// The OAuth server metadata (RFC 8414).
  static func authorizationServer(at base: String) -> Entity {
    let scopes = InstanceConfiguration.scopes.split(separator: " ").map(String.init) + granularScopes
    return [
      "issuer": .text(base + "/"), "service_documentation": "https://docs.joinmastodon.org/",
      "authorization_endpoint": .text(base + "/oauth/authorize"), "token_endpoint": .text(base + "/oauth/token"),
      "app_registration_endpoint": .text(base + "/api/v1/apps"),
      "revocation_endpoint": .text(base + "/oauth/revoke"), "userinfo_endpoint": .text(base + "/oauth/userinfo"),
      "scopes_supported": .texts(scopes), "response_types_supported": ["code"],
      "response_modes_supported": ["query", "fragment", "form_post"],
      "grant_types_supported": ["authorization_code", "client_credentials"],
      "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
      "code_challenge_methods_supported": ["S256"],
    ]
  }

  static let granularScopes =
    [
      "accounts", "blocks", "bookmarks", "favourites", "filters", "follows", "lists", "mutes", "notifications",
      "search", "statuses",
    ].map { "read:" + $0 }
    + [
      "accounts", "blocks", "bookmarks", "conversations", "favourites", "filters", "follows", "lists", "media",
      "mutes", "notifications", "reports", "statuses",
    ].map { "write:" + $0 }
}
