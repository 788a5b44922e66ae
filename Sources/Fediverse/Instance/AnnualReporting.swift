import JSONValue

extension Client {
  /// The calls about what the signed-in account did in a year.
  public var annualReports: AnnualReporting { AnnualReporting(client: self) }

  /// The calls about what the signed-in account did in a year (Mastodon 4.3).
  public struct AnnualReporting: Sendable {
    let client: Client

    /// Every report that was made.
    public func all() async throws(FediverseError) -> AnnualReports {
      try await client.perform(.get("/api/v1/annual_reports").needing(.annualReports)).entity()
    }

    /// The report of a year.
    public func report(of year: Int) async throws(FediverseError) -> AnnualReports {
      try await client.perform(.get("/api/v1/annual_reports/\(String(year))").needing(.annualReports)).entity()
    }

    /// Whether there is a report of a year, or can be one.
    public func state(of year: Int) async throws(FediverseError) -> AnnualReport.State {
      let call = Call.get("/api/v1/annual_reports/\(String(year))/state").needing(.annualReportMaking)
      let state: StateOfReport = try await client.perform(call).entity()
      return state.value
    }

    /// Notes that the report of a year was read.
    public func markRead(_ year: Int) async throws(FediverseError) {
      _ = try await client.perform(.ensure("/api/v1/annual_reports/\(String(year))/read").needing(.annualReports))
    }

    /// Lets the server make the report of a year, which takes it some time.
    public func generate(_ year: Int) async throws(FediverseError) {
      _ = try await client.perform(
        .ensure("/api/v1/annual_reports/\(String(year))/generate").needing(.annualReportMaking))
    }
  }
}

/// Whether there is a report, as a server gives it alone.
private struct StateOfReport: Entity {
  let value: AnnualReport.State

  init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "state")
    guard let value: AnnualReport.State = fields.spelling("state") else {
      throw ShapeError(path: "state.state", expected: "a word")
    }
    self.value = value
  }
}
