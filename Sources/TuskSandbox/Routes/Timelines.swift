import GRDB

extension Routes {
  /// Timelines, newest first.
  static let timelines: [Endpoint] = [
    Endpoint(.get, "/api/v1/timelines/home", as: "read:statuses") { call, me in
      try statusList(
        call, from: "status s WHERE \(Timeline.home(of: me.id)) AND \(Timeline.wanted(by: me.id, at: call.now))",
        .always)
    },
    Endpoint(.get, "/api/v1/timelines/public", .anyone("read:statuses")) { call in
      try statusList(
        call, from: "status s WHERE \(Timeline.open(call.form)) AND \(Timeline.wanted(by: call.viewer, at: call.now))",
        .always)
    },
    Endpoint(.get, "/api/v1/timelines/tag/:tag", .anyone("read:statuses")) { call in
      let condition = Timeline.tagged(try call.text("tag"), call.form)
      return try statusList(
        call,
        from:
          "status s WHERE \(Timeline.open(call.form)) AND \(condition) AND \(Timeline.wanted(by: call.viewer, at: call.now))",
        .always)
    },
    Endpoint(.get, "/api/v1/timelines/list/:id", as: "read:lists") { call, me in
      let id = try List.find(call, of: me)
      return try statusList(
        call,
        from: "status s WHERE \(Timeline.list(id, of: me.id))", .always)
    },
    Endpoint(.get, "/api/v1/timelines/link", .anyone("read:statuses")) { call in
      let like = "{\"url\":\"" + Search.escaped(call.form["url"] ?? "") + "\"%"
      return try statusList(
        call, from: "status s WHERE \(Timeline.open(call.form)) AND s.card LIKE \(like) ESCAPE '\\'", .always)
    },
    Endpoint(.get, "/api/v1/favourites", as: "read:favourites") { call, me in
      try statusList(
        call, from: "favourite m JOIN status s ON s.id = m.statusId WHERE m.accountId = \(me.id)", cursor: "m.id",
        .whenFull)
    },
    Endpoint(.get, "/api/v1/bookmarks", as: "read:bookmarks") { call, me in
      try statusList(
        call, from: "bookmark m JOIN status s ON s.id = m.statusId WHERE m.accountId = \(me.id)", cursor: "m.id",
        .whenFull)
    },
  ]
}
