import GRDB

extension Routes {
  /// The Web Push subscription of a token, which nothing is sent to.
  static let push: [Endpoint] = [
    Endpoint(.get, path, as: "push") { call, _ in try subscription(of: call) },
    Endpoint(.post, path, as: "push") { call, _ in
      guard let endpoint = call.form["subscription[endpoint]"], endpoint.hasPrefix("https://"),
        call.form["subscription[keys][p256dh]"] != nil, call.form["subscription[keys][auth]"] != nil
      else { throw Refusal(422, "Validation failed: Endpoint is invalid") }
      try remove(call)
      try call.db.execute(
        sql: "INSERT INTO pushSubscription (token, endpoint, alerts, policy, standard) VALUES (?, ?, ?, ?, ?)",
        arguments: [
          call.bearer?.value, endpoint, alerts(in: call.form), call.form["data[policy]"] ?? "all",
          call.form.flag("subscription[standard]") ?? false,
        ])
      return try subscription(of: call)
    },
    Endpoint(.put, path, as: "push") { call, _ in
      try call.db.execute(
        sql: "UPDATE pushSubscription SET alerts = ?, policy = ifnull(?, policy) WHERE token = ?",
        arguments: [alerts(in: call.form), call.form["data[policy]"], call.bearer?.value])
      return try subscription(of: call)
    },
    Endpoint(.delete, path, as: "push") { call, _ in
      try remove(call)
      return .empty
    },
  ]

  private static let path = "/api/v1/push/subscription"

  private static let kinds = [
    "mention", "quote", "status", "reblog", "follow", "follow_request", "favourite", "poll", "update", "quoted_update",
    "admin.sign_up", "admin.report",
  ]

  /// The kinds that the form asks for, separated by commas.
  private static func alerts(in form: Form) -> String {
    kinds.filter { form.flag("data[alerts][\($0)]") ?? false }.joined(separator: ",")
  }

  private static func remove(_ call: Call) throws {
    try call.db.execute(sql: "DELETE FROM pushSubscription WHERE token = ?", arguments: [call.bearer?.value])
  }

  private static func subscription(of call: Call) throws -> Reply {
    let row = try Row.fetchOne(
      call.db, sql: "SELECT * FROM pushSubscription WHERE token = ?", arguments: [call.bearer?.value])
    guard let row else { throw Refusal.notFound }
    let wanted = (row["alerts"] as String).split(separator: ",").map(String.init)
    return Reply([
      "id": .id(row["id"]), "endpoint": .text(row["endpoint"]), "standard": .bool(row["standard"]),
      "alerts": .object(kinds.map { (name: $0, value: .bool(wanted.contains($0))) }),
      "policy": .text(row["policy"]),
      "server_key": "BCk-QqERU0q-CfYZjcuB6lnyyOYfJ2AifKqfeGIm7Z-HpTAV0vRdr6XoH3DcRrNDRAsBCRmVm2bOqYGmPHp5zTQ",
    ])
  }
}
