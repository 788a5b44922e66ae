import GRDB

extension Routes {
  /// Numbers of the server, for moderators; computed from what the sandbox holds.
  static let metrics: [Endpoint] = [
    moderation(.post, "measures", as: "admin:read") { call, _ in
      let range = try DayRange(call.form, most: greatestRange, at: call.now)
      let measures = (call.form.list("keys") ?? []).compactMap { AdminMeasure($0, call.form) }
      return Reply(.list(try measures.map { try $0.entity(for: range, in: call.db) }))
    },
    moderation(.post, "dimensions", as: "admin:read") { call, _ in
      let range = try DayRange(call.form, most: greatestRange, at: call.now)
      let dimensions = try (call.form.list("keys") ?? []).compactMap {
        try AdminDimension($0, call.form, for: range, in: call.db).entity()
      }
      return Reply(.list(dimensions))
    },
    moderation(.post, "retention", as: "admin:read") { call, _ in
      Reply(try AdminRetention(call.form, at: call.now, in: call.db).entity())
    },
  ]

  /// Ten years.
  private static let greatestRange: Int64 = 3660
}
