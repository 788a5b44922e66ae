import GRDB

extension Routes {
  /// Events, as server-sent events.
  static let streaming: [Endpoint] = [
    Endpoint(.get, "/api/v1/streaming/health", .open) { _ in Reply(file: Array("OK".utf8), type: "text/plain") },
    // A request for a WebSocket reaches this endpoint only when the upgrade was refused.
    Endpoint(.get, socketPath, as: ["read", "read:statuses", "read:notifications", "read:lists"]) { _, _ in
      throw Refusal(400, "Missing or unsupported upgrade")
    },
    stream("user", as: "read:statuses") { _ in .home },
    stream("user/notification", as: "read:notifications") { _ in .notifications },
    stream("direct", as: "read:statuses") { _ in .direct },
    stream("public", as: "read:statuses") { call in .open(only(nil, call)) },
    stream("public/local", as: "read:statuses") { call in .open(only("local", call)) },
    stream("public/remote", as: "read:statuses") { call in .open(only("remote", call)) },
    stream("hashtag", as: "read:statuses") { call in .tag(try tag(call), only(nil, call)) },
    stream("hashtag/local", as: "read:statuses") { call in .tag(try tag(call), only("local", call)) },
    Endpoint(.get, "/api/v1/streaming/list", as: "read:lists") { call, me in
      let list = try Int64.fetchOne(
        call.db, sql: "SELECT id FROM list WHERE id = ? AND accountId = ?", arguments: [call.form.id("list"), me.id])
      guard let list else { throw Refusal.notFound }
      return Reply(following: try Feed(.list(list), for: me, in: call.db))
    },
  ]

  static let socketPath = "/api/v1/streaming"

  private static func stream(
    _ name: String, as scope: String, source: @escaping @Sendable (Call) throws -> Feed.Source
  ) -> Endpoint {
    Endpoint(.get, "/api/v1/streaming/\(name)", as: scope) { call, me in
      Reply(following: try Feed(source(call), for: me, in: call.db))
    }
  }

  private static func only(_ part: String?, _ call: Call) -> Form {
    var form = Form()
    if let part { form.append(part, "true") }
    if call.form.flag("only_media") == true { form.append("only_media", "true") }
    return form
  }

  private static func tag(_ call: Call) throws -> String {
    guard let tag = call.form["tag"], !tag.isEmpty else { throw Refusal(400, "Missing tag name parameter") }
    return tag
  }
}
