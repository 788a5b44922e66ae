import GRDB

/// How many of the accounts that joined in a period posted in later ones.
struct AdminRetention {
  private let isMonthly: Bool
  /// The beginnings of the periods.
  private let periods: [Moment]
  private let people: [Row]

  init(_ form: Form, at now: Moment, in db: Database) throws {
    let isMonthly = form["frequency"] == "month"
    self.isMonthly = isMonthly
    let range = try DayRange(form, most: isMonthly ? 3660 : 366, at: now)
    let days = range.days.map(DayRange.moment(of:))
    periods = isMonthly ? AdminRetention.months(of: days) : days
    people = try Row.fetchAll(db, sql: "SELECT createdAt, lastStatusAt FROM account WHERE domain IS NULL")
  }

  /// The beginnings of the months of the days.
  private static func months(of days: [Moment]) -> [Moment] {
    Set(days.map { String($0.day.prefix(7)) + "-01" }).sorted().compactMap { Moment(parsing: $0) }
  }

  /// A list of Admin::Cohort entities.
  func entity() -> Entity {
    .list(
      periods.indices.map { index in
        [
          "period": .text(AdminRetention.time(periods[index])), "frequency": isMonthly ? "month" : "day",
          "data": .list(data(of: index)),
        ]
      })
  }

  private func data(of cohort: Int) -> [Entity] {
    let members = people.filter { isJoiner($0, in: cohort) }
    return periods[cohort...].map { period -> Entity in
      let active = members.count { row in
        let last: Moment? = row["lastStatusAt"]
        return last.map { $0 >= period } ?? false
      }
      let rate = members.isEmpty ? 0 : Double(active) / Double(members.count)
      return [
        "date": .text(AdminRetention.time(period)), "rate": .double(rate), "value": .text(String(active)),
      ]
    }
  }

  private func isJoiner(_ row: Row, in cohort: Int) -> Bool {
    let joined: Moment = row["createdAt"]
    guard joined >= periods[cohort] else { return false }
    guard cohort + 1 < periods.count else { return joined < end(of: periods[cohort]) }
    return joined < periods[cohort + 1]
  }

  /// The end of the last period.
  private func end(of period: Moment) -> Moment {
    let next = period.adding(seconds: 86_400)
    return isMonthly && !next.day.hasSuffix("-01") ? end(of: next) : next
  }

  /// For example `2026-08-01T00:00:00Z`.
  private static func time(_ moment: Moment) -> String { moment.day + "T00:00:00Z" }
}
