public import JSONValue

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

/// What the signed-in account did in one year.
public struct AnnualReport: Entity, Hashable {
  /// Whether there is a report.
  public struct State: OpenSpelling {
    /// The wire value.
    public let rawValue: String
    /// Creates a value from any wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is one.
    public static let available = State(rawValue: "available")
    /// It is being made.
    public static let generating = State(rawValue: "generating")
    /// It can be made.
    public static let eligible = State(rawValue: "eligible")
    /// There is nothing to make it of.
    public static let ineligible = State(rawValue: "ineligible")
  }

  /// The year.
  public let year: Int
  /// Which kind of author the server takes the account for.
  public let archetype: String?
  /// The page that shows it to others.
  public let shareURL: String?
  /// Whose it is.
  public let accountID: String?
  /// Which shape ``data`` has.
  public let schemaVersion: Int?
  /// The figures as the server sent them.
  public let data: JSON

  /// Reads a report, which needs a year.
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

/// Annual reports, with the accounts and statuses that they name.
public struct AnnualReports: Entity {
  /// The reports.
  public let reports: Rows<AnnualReport>
  /// The accounts that they name.
  public let accounts: Rows<Account>
  /// The statuses that they name.
  public let statuses: Rows<Status>

  /// Reads reports.
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
