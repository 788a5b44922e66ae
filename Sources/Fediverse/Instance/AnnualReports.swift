public import JSONValue

extension Client {
  /// The calls about annual reports of the signed-in account.
  public var annualReports: AnnualReporting { AnnualReporting(client: self) }

  /// The calls about annual reports of the signed-in account (Mastodon 4.3).
  public struct AnnualReporting: Sendable {
    let client: Client

    /// Lists the generated reports.
    public func all() async throws(FediverseError) -> AnnualReports {
      try await client.perform(.get("/api/v1/annual_reports").needing(.annualReports)).entity()
    }

    /// Fetches the report of a year.
    public func report(of year: Int) async throws(FediverseError) -> AnnualReports {
      try await client.perform(.get("/api/v1/annual_reports/\(String(year))").needing(.annualReports)).entity()
    }

    /// Fetches the state of the report of a year.
    public func state(of year: Int) async throws(FediverseError) -> AnnualReport.State {
      let call = Call.get("/api/v1/annual_reports/\(String(year))/state").needing(.annualReportMaking)
      let state: StateOfReport = try await client.perform(call).entity()
      return state.value
    }

    /// Marks the report of a year as read.
    public func markRead(_ year: Int) async throws(FediverseError) {
      _ = try await client.perform(.ensure("/api/v1/annual_reports/\(String(year))/read").needing(.annualReports))
    }

    /// Starts generating the report of a year, which takes the server some time.
    public func generate(_ year: Int) async throws(FediverseError) {
      _ = try await client.perform(
        .ensure("/api/v1/annual_reports/\(String(year))/generate").needing(.annualReportMaking))
    }
  }
}

/// The response about the state of a report.
private struct StateOfReport: Entity {
  let value: AnnualReport.State

  init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "state")
    guard let value: AnnualReport.State = fields.spelling("state") else {
      throw ShapeError(path: "state.state", expected: "a string")
    }
    self.value = value
  }
}

/// A report of the signed-in account's activity in one year.
public struct AnnualReport: Entity, Hashable {
  /// The state of a report.
  public struct State: OpenSpelling {
    /// The wire value.
    public let rawValue: String
    /// Creates a value from any wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The report is ready.
    public static let available = State(rawValue: "available")
    /// The report is being generated.
    public static let generating = State(rawValue: "generating")
    /// The report can be generated.
    public static let eligible = State(rawValue: "eligible")
    /// There is too little activity for a report.
    public static let ineligible = State(rawValue: "ineligible")
  }

  /// The year.
  public let year: Int
  /// The kind of author that the server ranks the account as.
  public let archetype: String?
  /// The public page of the report.
  public let shareURL: String?
  /// The identifier of the account.
  public let accountID: String?
  /// The schema version of ``data``.
  public let schemaVersion: Int?
  /// The statistics as sent by the server.
  public let data: JSON

  /// Decodes a report.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "annual report")
    guard let year = fields.count("year") else { throw ShapeError(path: "annual report.year", expected: "a year") }
    self.year = year
    archetype = fields.fields("data").word("archetype")
    shareURL = fields.word("share_url")
    accountID = fields.word("account_id")
    schemaVersion = fields.count("schema_version")
    data = fields["data"] ?? .null
  }
}

/// Annual reports with the accounts and statuses that they reference.
public struct AnnualReports: Entity {
  /// The reports.
  public let reports: Rows<AnnualReport>
  /// The accounts that they reference.
  public let accounts: Rows<Account>
  /// The statuses that they reference.
  public let statuses: Rows<Status>

  /// Decodes reports.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "annual reports")
    guard fields["annual_reports"] != nil else {
      throw ShapeError(path: "annual reports.annual_reports", expected: "a list")
    }
    reports = fields.rows("annual_reports")
    accounts = fields.rows("accounts")
    statuses = fields.rows("statuses")
  }
}
