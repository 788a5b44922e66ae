public import JSONValue

extension Client.Admin {
  /// The subject of metrics that are not about the whole server.
  public enum MetricSubject: Sendable, Hashable {
    /// A hashtag, by identifier.
    case tag(String)
    /// Another server, by domain.
    case domain(String)

    fileprivate var json: JSON {
      switch self {
      case .tag(let id): ["id": .string(id)]
      case .domain(let domain): ["domain": .string(domain)]
      }
    }

    /// The prefix of the keys for this subject.
    fileprivate var prefix: String {
      switch self {
      case .tag: "tag_"
      case .domain: "instance_"
      }
    }
  }

  /// Fetches daily metrics of the server.
  ///
  /// - Parameters:
  ///   - keys: the metrics, like `active_users`.
  ///   - times: the first and the last day.
  ///   - subject: the subject of metrics whose keys begin with `tag_` or `instance_`.
  public func measures(
    _ keys: [String], in times: ClosedRange<Timestamp>, of subject: MetricSubject? = nil
  ) async throws(FediverseError) -> Rows<AdminMeasure> {
    let body = JSON.object(Self.body(keys, in: times, of: subject))
    return try await client.perform(.ensure("/api/v1/admin/measures", .json(body)).needing(.adminMeasures)).rows()
  }

  /// Fetches breakdowns of the server's accounts and storage.
  ///
  /// - Parameters:
  ///   - keys: the dimensions, like `languages`.
  ///   - times: the first and the last day.
  ///   - limit: the greatest number of parts per dimension.
  ///   - subject: the subject of dimensions whose keys begin with `tag_` or `instance_`.
  public func dimensions(
    _ keys: [String], in times: ClosedRange<Timestamp>, limit: Int? = nil, of subject: MetricSubject? = nil
  ) async throws(FediverseError) -> Rows<AdminDimension> {
    var body = Self.body(keys, in: times, of: subject)
    body["limit"] = limit.map(JSON.int)
    let call = Call.ensure("/api/v1/admin/dimensions", .json(.object(body)))
    return try await client.perform(call.needing(.adminMeasures)).rows()
  }

  /// Fetches how many registered accounts stayed active.
  ///
  /// - Parameters:
  ///   - times: the first and the last day.
  ///   - isMonthly: whether periods are months rather than days.
  public func retention(
    in times: ClosedRange<Timestamp>, monthly isMonthly: Bool = false
  ) async throws(FediverseError) -> Rows<AdminCohort> {
    var body = Self.body([], in: times, of: nil)
    body["frequency"] = .string(isMonthly ? "month" : "day")
    let call = Call.ensure("/api/v1/admin/retention", .json(.object(body)))
    return try await client.perform(call.needing(.adminMeasures)).rows()
  }

  private static func body(
    _ keys: [String], in times: ClosedRange<Timestamp>, of subject: MetricSubject?
  ) -> JSON.Object {
    var body = JSON.Object()
    body["keys"] = .texts(keys)
    body["start_at"] = .string(times.lowerBound.description)
    body["end_at"] = .string(times.upperBound.description)
    if let subject {
      for key in keys where key.hasPrefix(subject.prefix) { body[key] = subject.json }
    }
    return body
  }
}

/// A metric of the server: a total and daily values.
public struct AdminMeasure: Entity, Hashable {
  /// The value of one day.
  public struct Day: Sendable, Hashable {
    /// The start of the day.
    public let date: Timestamp?
    /// The value.
    public let value: Int?
  }

  /// The key of the metric, as requested.
  public let key: String
  /// The unit, if the value is not a count.
  public let unit: String?
  /// The total of the period.
  public let total: Int?
  /// The formatted total, if the server sent one.
  public let text: String?
  /// The total of the preceding period of the same length.
  public let previousTotal: Int?
  /// The daily values.
  public let days: [Day]

  /// Decodes a measure.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "measure")
    key = try fields.word("key", or: "a key")
    unit = fields.word("unit")
    total = fields.count("total")
    text = fields.word("human_value")
    previousTotal = fields.count("previous_total")
    days = fields.array("data").compactMap { try? FieldReader($0, as: "day") }.map { day in
      Day(date: day.time("date"), value: day.count("value"))
    }
  }
}

/// A breakdown of the server's accounts or storage.
public struct AdminDimension: Entity, Hashable {
  /// One part of a breakdown.
  public struct Part: Sendable, Hashable {
    /// The key of the part.
    public let key: String
    /// The name of the part.
    public let name: String
    /// The value: a number or a version.
    public let value: String
    /// The unit, if the value is not a count.
    public let unit: String?
    /// The formatted value, if the server sent one.
    public let text: String?
  }

  /// The key of the dimension, as requested.
  public let key: String
  /// The parts.
  public let parts: [Part]

  /// Decodes a dimension.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "dimension")
    let key = try fields.word("key", or: "a key")
    self.key = key
    parts = fields.array("data").compactMap { try? FieldReader($0, as: "part") }.map { part in
      let key = part.text("key") ?? ""
      return Part(
        key: key, name: part.word("human_key") ?? key, value: part.text("value") ?? "", unit: part.word("unit"),
        text: part.word("human_value"))
    }
  }
}

/// The retention of the accounts registered in one period.
public struct AdminCohort: Entity, Hashable {
  /// A later period.
  public struct Period: Sendable, Hashable {
    /// The start of the period.
    public let date: Timestamp?
    /// The share of accounts that were active, from 0 to 1.
    public let rate: Double?
    /// The number of accounts that were active.
    public let value: Int?
  }

  /// The start of the period of registration.
  public let start: Timestamp?
  /// The length of a period: `day` or `month`.
  public let frequency: String
  /// The later periods.
  public let periods: [Period]

  /// Decodes a cohort.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "cohort")
    start = fields.time("period")
    frequency = fields.word("frequency") ?? "day"
    periods = fields.array("data").compactMap { try? FieldReader($0, as: "period") }.map { period in
      let rate = period.text("rate").flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
      return Period(date: period.time("date"), rate: rate, value: period.count("value"))
    }
  }
}
