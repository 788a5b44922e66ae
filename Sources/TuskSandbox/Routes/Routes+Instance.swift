import GRDB

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
