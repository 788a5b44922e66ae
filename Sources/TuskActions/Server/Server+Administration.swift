import Fediverse
import JSONValue
import TuskCommon
import XCallbackURL

extension Server {
  /// An account as moderators see it, and its name.
  struct AdminAccountView: Sendable {
    let account: AdminAccount
    let name: String
    /// Its public record.
    let view: AccountView?

    init(_ account: AdminAccount, names: QualifiedNames) {
      self.account = account
      view = account.account.map { AccountView(account: $0, name: names.name(of: $0)) }
      name = view?.name ?? account.domain.map { "\(account.username)@\($0)" } ?? account.username
    }
  }

  /// A value of a measure, a dimension or a cohort.
  struct MetricRow: Sendable {
    let key: String
    var day: Timestamp?
    var name: String?
    var value: Int?
    var rate: String?
    var unit: String?
  }

  func adminAccount(
    _ reference: AccountReference, _ call: (String) async throws(FediverseError) -> AdminAccount
  ) async throws(Failure) -> AdminAccountView {
    let (names, id) = (try await names(), try await id(of: reference))
    return AdminAccountView(try await attempt(await call(id), about: reference.name), names: names)
  }

  func adminReport(
    _ id: String, _ call: (String) async throws(FediverseError) -> AdminReport
  ) async throws(Failure) -> ReportView {
    let names = try await names()
    return ReportView(report: try await attempt(await call(id), about: "report:\(id)"), names: names)
  }

  /// The identifier of an entry of a list for moderators.
  ///
  /// - Parameter text: its identifier, or what `matches` compares.
  func entry<Entry: Identifiable, Draft>(
    _ text: String, of list: Client.Admin.AccessList<Entry, Draft>, matches: (Entry) -> Bool
  ) async throws(Failure) -> Entry where Entry.ID == String {
    guard let entry = try await first(of: list.all, where: matches) else { throw .noEntry(text) }
    return entry
  }

  /// The first element of a list that fits, read page by page.
  func first<Element: Sendable>(
    of list: PagedList<Element>, where fits: (Element) -> Bool
  ) async throws(Failure) -> Element? {
    var walk = list.walk()
    while let page = try await attempt(await walk.next()) {
      if let element = page.elements.first(where: fits) { return element }
    }
    return nil
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
  fileprivate static func noEntry(_ text: String) -> Failure {
    Failure(.notFound, "the moderators' list has no entry '\(text)'")
  }

  fileprivate static func noTag(_ name: String) -> Failure {
    Failure(.notFound, "the server knows no hashtag '\(name)'")
  }
}
