public import JSONValue

/// What the signed-in account did in one year.
public struct AnnualReport: Entity, Hashable {
  /// Whether there is a report.
  public struct State: OpenSpelling {
    /// The spelling.
    public let rawValue: String
    /// The value of any spelling.
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
