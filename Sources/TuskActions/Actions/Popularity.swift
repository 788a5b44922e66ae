import Fediverse
import TuskCommon
import XCallbackURL

extension Action {
  /// The actions of moderators on hashtags, trends and numbers.
  static let popularity: [Action] = popular + metrics

  private static let popular: [Action] = [
    .entries(
      "getAdminTags", verbs: ["admin tags"], "Lists hashtags with what only moderators see.", example: "admin tags",
      needs: .administration, .adminTag, "tags", id: \.name
    ) { $0.tags },
    .entries(
      "getAdminTrendingTags", verbs: ["admin trends", "admin trends tags"],
      "Lists the hashtags that trend or wait for review.", example: "admin trends", needs: .administration, .adminTag,
      "tags", id: \.name
    ) { $0.trends.tags },
    .statuses(
      "getAdminTrendingStatuses", verbs: ["admin trends statuses"], "Lists the statuses that trend or wait for review.",
      example: "admin trends statuses", needs: .administration
    ) { $0.admin.trends.statuses },
    .entries(
      "getAdminTrendingLinks", verbs: ["admin trends links"], "Lists the web pages that trend or wait for review.",
      example: "admin trends links", needs: .administration, .card, "links", id: \.url
    ) { $0.trends.links },
    Action(
      "setAdminTag", verbs: ["admin tag"], "Changes what a hashtag may be used for.",
      example: "admin tag #swiftlang --no-trendable", effect: .reversible(by: "setAdminTag"), needs: .administration,
      takes: Argument.tag, AdminTag.Change.argument, returns: .record(RecordOf.adminTag)
    ) { server, name, change throws(Failure) in
      let tag = try await server.adminTag(named: name)
      guard change != AdminTag.Change() else { return tag }
      return try await server.attempt(await server.client.admin.setTag(tag.id, to: change))
    },
    .trend(
      "approveTrend", verbs: ["admin trends approve"], "Lets something trend.", example: "admin trends approve links 1",
      undoneBy: "rejectTrend", done: "approved {id}"
    ) { $0.approve },
    .trend(
      "rejectTrend", verbs: ["admin trends reject"], "Keeps something from trending.",
      example: "admin trends reject links 1", undoneBy: "approveTrend", done: "rejected {id}"
    ) { $0.reject },
  ]

  private static let metrics: [Action] = [
    Action(
      "getMeasures", verbs: ["admin measures"], "Lists numbers of the server, day by day; the last 30 days by default.",
      example: "admin measures kinds=[active_users new_users] after=7d", effect: .read, needs: .adminMeasures,
      takes: Argument.list("kinds", "what to measure, such as active_users, new_users or opened_reports"),
      Argument.period, returns: .list("keys", .metric, "the measures, separated by commas", id: \.key)
    ) { server, keys, times throws(Failure) in
      try await server.measures(keys, times, of: nil)
    },
    Action(
      "getDimensions", verbs: ["admin dimensions"], "Lists what numbers of the server are made of.",
      example: "admin dimensions kinds=languages", effect: .read, needs: .adminMeasures,
      takes: Argument.list("kinds", "what to divide, such as languages, sources or servers"), Argument.period,
      Argument<Int>.count("count", default: 10, "the number of parts of each (default: 10)"),
      returns: .list("keys", .metric, "the dimensions, separated by commas", id: \.key)
    ) { server, keys, times, count throws(Failure) in
      try await server.dimensions(keys, times, limit: count)
    },
    Action(
      "getRetention", verbs: ["admin retention"],
      "Lists how many of the accounts that joined in a period were active later.", example: "admin retention",
      effect: .read, needs: .adminMeasures, takes: Argument.period,
      Argument.flag("monthly", "by months instead of days"),
      returns: .list("keys", .metric, "the periods, separated by commas", id: \.key)
    ) { server, times, isMonthly throws(Failure) in
      try await server.retention(times, isMonthly: isMonthly)
    },
  ]

  /// A decision about something that trends.
  private static func trend(
    _ name: String, verbs: [String], _ summary: String, example: String, undoneBy opposite: String, done: String,
    decide:
      @escaping @Sendable (Client.Admin.Trends) -> (Client.Admin.Trends.Subject, String) async throws(FediverseError) ->
      Void
  ) -> Action {
    Action(
      name, verbs: verbs, summary, example: example, effect: .reversible(by: opposite), done: done,
      needs: .administration,
      takes: Argument.trendSubject, Argument.title("id", "its identifier; a hashtag's name"), returns: .nothing
    ) { server, subject, id throws(Failure) in
      let id = subject == .tags ? try await server.adminTag(named: id).id : id
      try await server.attempt(await decide(server.client.admin.trends)(subject, id))
    }
  }
}

extension Argument where Value == Client.Admin.Trends.Subject {
  fileprivate static var trendSubject: Argument {
    .requiredChoice(
      "what", of: ["tags": .tags, "statuses": .statuses, "links": .links],
      meanings: ["tags": "a hashtag", "statuses": "a status", "links": "a link to a page"], place: .operand,
      "what it is")
  }
}

extension AdminTag.Change {
  fileprivate static var argument: Argument<Self> {
    .group(
      Self(), Input(\.isTrendable, .setting("trendable", "let it trend")),
      Input(\.isUsable, .setting("usable", "let statuses have it")),
      Input(\.isListable, .setting("listable", "let search and the directory show it")),
      Input(\.displayName, .text("name", "its spelling, with other capital letters")))
  }
}

extension Argument where Value == TimeRange {
  /// The days that are measured.
  fileprivate static var period: Argument {
    let parameters = times.parameters.map { parameter in
      var parameter = parameter
      parameter.synonyms.append(parameter.name == "before" ? "to" : "from")
      return parameter
    }
    return Argument(parameters, read: times.read)
  }
}

extension RecordOf where Value == AdminTag {
  /// A hashtag as moderators see it.
  static let adminTag = RecordOf(
    "adminTag", kind: .tag, id: "name", spelling: "name",
    Shape(
      .reference("name", to: .tag, "the hashtag without its '#'", value: \.name),
      .flag("trendable", "whether it may trend", isOptional: true, value: \.isTrendable),
      .flag("usable", "whether statuses may have it", isOptional: true, value: \.isUsable),
      .flag("listable", "whether search and the directory show it", isOptional: true, value: \.isListable),
      .flag("review", "whether a moderator must review it", isOptional: true, value: \.requiresReview),
      .number("uses", "how often it was used in the days that the server counts") {
        $0.history.map(\.uses).reduce(0, +)
      }, .text("id", "the identifier on this server", isColumn: false, value: \.id)))
}

extension RecordOf where Value == Server.MetricRow {
  /// A value of a measure, a dimension or a cohort.
  static let metric = RecordOf(
    "metric", id: "key", spelling: "key",
    Shape(
      .text("key", "what is measured", value: \.key),
      .time("day", "the day, or the start of the period", value: \.day),
      .text("name", "the part that the value is of", isOptional: true, value: \.name),
      .number("value", "the value", isOptional: true, value: \.value),
      .text("rate", "the share of accounts that were active, from 0 to 1", isOptional: true, value: \.rate),
      .text("unit", "the unit of the value", isOptional: true, isColumn: false, value: \.unit)))
}

extension Server {
  /// A value of a measure, a dimension or a cohort.
  struct MetricRow: Sendable {
    let key: String
    var day: Timestamp?
    var name: String?
    var value: Int?
    var rate: String?
    var unit: String?
  }

  /// The hashtag as moderators see it.
  func adminTag(named name: String) async throws(Failure) -> AdminTag {
    for list in [client.admin.tags, client.admin.trends.tags] {
      if let tag = try await first(of: list, where: { $0.name.lowercased() == name.lowercased() }) { return tag }
    }
    throw .noTag(name)
  }

  func measures(
    _ keys: [String], _ times: TimeRange, of subject: Client.Admin.MetricSubject?
  ) async throws(Failure) -> ResultPage<MetricRow> {
    let keys = keys.isEmpty ? ["active_users", "new_users", "interactions", "opened_reports"] : keys
    let range = await days(times)
    let rows = try await attempt(await client.admin.measures(keys, in: range, of: subject))
    let metrics = rows.elements.flatMap { measure in
      measure.days.map { MetricRow(key: measure.key, day: $0.date, value: $0.value, unit: measure.unit) }
    }
    return ResultPage(metrics, next: nil, shortfall: Shortfall(rows.unreadableRows))
  }

  func dimensions(_ keys: [String], _ times: TimeRange, limit: Int) async throws(Failure) -> ResultPage<MetricRow> {
    let keys = keys.isEmpty ? ["languages", "sources", "servers", "software_versions"] : keys
    let range = await days(times)
    let rows = try await attempt(await client.admin.dimensions(keys, in: range, limit: limit))
    let metrics = rows.elements.flatMap { dimension in
      dimension.parts.map {
        MetricRow(key: dimension.key, name: $0.name, value: Int($0.value), rate: nil, unit: $0.unit)
      }
    }
    return ResultPage(metrics, next: nil, shortfall: Shortfall(rows.unreadableRows))
  }

  func retention(_ times: TimeRange, isMonthly: Bool) async throws(Failure) -> ResultPage<MetricRow> {
    let range = await days(times)
    let rows = try await attempt(await client.admin.retention(in: range, monthly: isMonthly))
    let metrics = rows.elements.flatMap { cohort in
      cohort.periods.map { period in
        MetricRow(
          key: cohort.start.map { Instant(seconds: $0.seconds).rfc3339 } ?? "", day: period.date, value: period.value,
          rate: period.rate.map { String($0) })
      }
    }
    return ResultPage(metrics, next: nil, shortfall: Shortfall(rows.unreadableRows))
  }

  /// The days of a time range; the last 30 days by default.
  private func days(_ times: TimeRange) async -> ClosedRange<Timestamp> {
    let now = await currentTime()
    let window = times.window(now: now)
    let end = min(window.before, now)
    let start = window.after == .min ? end - 30 * 24 * 60 * 60 : min(window.after, end)
    return Timestamp(seconds: start)...Timestamp(seconds: end)
  }
}

extension Failure {
  fileprivate static func noTag(_ name: String) -> Failure {
    Failure(.notFound, "the server knows no hashtag '\(name)'")
  }
}
