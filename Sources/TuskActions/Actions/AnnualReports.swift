import Fediverse
import JSONValue
import XCallbackURL

extension Server {
  /// A request for your approval, with the names of its accounts.
  struct RequestView: Sendable {
    let request: InteractionRequest
    let account: AccountView?
    let status: StatusView?
    let reply: StatusView?

    init(_ request: InteractionRequest, names: QualifiedNames) {
      self.request = request
      account = request.account.map { AccountView(account: $0, name: names.name(of: $0)) }
      status = request.status.map { StatusView($0, names: names) }
      reply = request.reply.map { StatusView($0, names: names) }
    }
  }

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

  /// Decides on a request for your approval.
  func decide(
    on id: String, _ decision: (String) async throws(FediverseError) -> InteractionRequest
  ) async throws(Failure) -> RequestView {
    let names = try await names()
    return RequestView(try await attempt(await decision(id), about: "request:\(id)"), names: names)
  }

  func annualReports() async throws(Failure) -> ResultPage<AnnualReportView> {
    let reports = try await attempt(await client.annualReports.all()).reports
    return ResultPage(
      reports.elements.map { AnnualReportView(year: $0.year, state: .available, report: $0) }, next: nil,
      shortfall: Shortfall(reports.unreadableRows))
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

  /// Asks the server to make the report of a year.
  func makeAnnualReport(of year: Int) async throws(Failure) -> AnnualReportView {
    let state = try await attempt(await client.annualReports.state(of: year))
    guard state != .ineligible else { throw .ineligible(year) }
    if state == .eligible { try await attempt(await client.annualReports.generate(year)) }
    return try await annualReport(of: year)
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
