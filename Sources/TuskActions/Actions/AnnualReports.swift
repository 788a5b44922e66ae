import Fediverse
import JSONValue
import XCallbackURL

extension Action {
  /// The actions on the reports of your years.
  static let annualReports: [Action] = [
    Action(
      "getAnnualReports", verbs: ["annual reports"], "Lists the reports of your years.", example: "annual reports",
      effect: .read, needs: .annualReports,
      returns: .list("years", .annualReport, "the years, separated by commas", id: { String($0.year) })
    ) { server throws(Failure) in
      let reports = try await server.attempt(await server.client.annualReports.all()).reports
      return ResultPage(
        reports.elements.map { Server.AnnualReportView(year: $0.year, state: .available, report: $0) }, next: nil,
        shortfall: Shortfall(reports.unreadableRows))
    },
    Action(
      "getAnnualReport", verbs: ["annual report"], "Returns the report of a year, or whether there can be one.",
      example: "annual report 2025", effect: .read, needs: .annualReports, takes: Argument.year,
      returns: .record(RecordOf.annualReport)
    ) { server, year throws(Failure) in
      try await server.annualReport(of: year)
    },
    Action(
      "generateAnnualReport", verbs: ["annual report new"], "Asks the server to make the report of a year.",
      example: "annual report new 2025", effect: .reversible(by: nil), needs: .annualReportMaking,
      takes: Argument.year, returns: .record(RecordOf.annualReport)
    ) { server, year throws(Failure) in
      let state = try await server.attempt(await server.client.annualReports.state(of: year))
      guard state != .ineligible else { throw .ineligible(year) }
      if state == .eligible { try await server.attempt(await server.client.annualReports.generate(year)) }
      return try await server.annualReport(of: year)
    },
    Action(
      "markAnnualReportRead", verbs: ["annual report read"], "Marks the report of a year as read.",
      example: "annual report read 2025", effect: .reversible(by: nil), done: "marked as read: the report of {year}",
      needs: .annualReports, takes: Argument.year,
      returns: .nothing
    ) { server, year throws(Failure) in
      try await server.attempt(await server.client.annualReports.markRead(year))
    },
  ]
}

extension Argument where Value == Int {
  fileprivate static var year: Argument {
    let range = 2016...9999
    let parameter = Parameter("year", .integer(range), place: .operand, isRequired: true, "the year, such as 2026")
    return Argument([parameter]) { inputs throws(Failure) in
      guard let year = try inputs.number("year", in: range) else { throw inputs.absence(of: "year") }
      return year
    }
  }
}

extension RecordOf where Value == Server.AnnualReportView {
  /// An account's year.
  static let annualReport = RecordOf(
    "annualReport", id: "year", spelling: "year",
    Shape(
      .number("year", "the year", value: \.year),
      .text("state", "whether it is available: available, generating, eligible or ineligible", isOptional: true) {
        $0.state?.rawValue
      },
      .text("archetype", "the server's word for how you posted", isOptional: true) { $0.report?.archetype },
      .number("statuses", "the number of your statuses", isOptional: true) { $0.total("statuses") },
      .number("followers", "the number of new followers", isOptional: true) { $0.total("followers") },
      .number("following", "the number of accounts that you began to follow", isOptional: true) {
        $0.total("following")
      },
      .texts("tags", "the hashtags that you used most", value: \.tags),
      .reference(
        "mostBoosted", to: .status, "your status that was boosted most", isOptional: true, isColumn: false
      ) { $0.top("by_reblogs") },
      .reference(
        "mostFavorited", to: .status, "your status that was favorited most", isOptional: true, isColumn: false
      ) { $0.top("by_favourites") },
      .reference(
        "mostReplied", to: .status, "your status with most replies", isOptional: true, isColumn: false
      ) { $0.top("by_replies") },
      .url("url", "its public page", isColumn: false) { $0.report?.shareURL }))
}

extension Server {
  /// An account's year, or whether it can be had.
  struct AnnualReportView: Sendable {
    let year: Int
    let state: AnnualReport.State?
    let report: AnnualReport?

    /// The sum of a count over the months.
    func total(_ name: String) -> Int? {
      guard let months = report?.data["time_series"]?.array else { return nil }
      return months.compactMap { $0[name]?.int }.reduce(0, +)
    }

    var tags: [String] {
      (report?.data["top_hashtags"]?.array ?? []).compactMap { $0["name"]?.string }
    }

    /// The identifier of the status with the most of something.
    func top(_ name: String) -> String? {
      let id = report?.data["top_statuses"]?[name]
      return id?.string ?? id?.int.map(String.init)
    }
  }

  /// The report of a year; without a report, whether the server can make one.
  func annualReport(of year: Int) async throws(Failure) -> AnnualReportView {
    do throws(Failure) {
      let report = try await attempt(await client.annualReports.report(of: year)).reports.elements.first
      if let report { return AnnualReportView(year: year, state: .available, report: report) }
    } catch  where error.code == .notFound {
      guard try await attempt(await client.supports(.annualReportMaking)) else { throw .noAnnualReport(year) }
    }
    let state = try await attempt(await client.annualReports.state(of: year))
    return AnnualReportView(year: year, state: state, report: nil)
  }
}

extension Failure {
  fileprivate static func noAnnualReport(_ year: Int) -> Failure {
    Failure(.notFound, "there is no report of \(year); list the reports with: annual reports")
  }

  fileprivate static func ineligible(_ year: Int) -> Failure {
    Failure(
      .invalidParameter,
      "the server makes no report of \(year): the year is not over yet, or you posted too little in it")
  }
}
