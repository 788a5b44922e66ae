public import JSONValue

/// A figure of the server, in total and day by day.
public struct AdminMeasure: Entity, Hashable {
  /// The figure of one day.
  public struct Day: Sendable, Hashable {
    /// The beginning of the day.
    public let date: Timestamp?
    /// The figure.
    public let value: Int?
  }

  /// What was measured, as it was asked for.
  public let key: String
  /// What it is measured in, where it is not a number of things.
  public let unit: String?
  /// The figure of the whole time.
  public let total: Int?
  /// The figure of the whole time for a person, where the server wrote it.
  public let text: String?
  /// The figure of a time of the same length before.
  public let previousTotal: Int?
  /// The figure day by day.
  public let days: [Day]

  /// Reads a measure, which needs a key.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "measure")
    guard let key = fields.word("key") else { throw ShapeError(path: "measure.key", expected: "a key") }
    self.key = key
    unit = fields.word("unit")
    total = fields.count("total")
    text = fields.word("human_value")
    previousTotal = fields.count("previous_total")
    days = fields.array("data").compactMap { try? FieldReader($0, as: "day") }.map { day in
      Day(date: day.time("date"), value: day.count("value"))
    }
  }
}

/// What the server's accounts, or what it stores, fall into.
public struct AdminDimension: Entity, Hashable {
  /// One part.
  public struct Part: Sendable, Hashable {
    /// What the server knows it by.
    public let key: String
    /// What it is called.
    public let name: String
    /// The figure, as the server wrote it: a number, or a version.
    public let value: String
    /// What it is measured in, where it is not a number of things.
    public let unit: String?
    /// The figure for a person, where the server wrote it.
    public let text: String?
  }

  /// What was asked for.
  public let key: String
  /// The parts.
  public let parts: [Part]

  /// Reads a dimension, which needs a key.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "dimension")
    guard let key = fields.word("key") else { throw ShapeError(path: "dimension.key", expected: "a key") }
    self.key = key
    parts = fields.array("data").compactMap { try? FieldReader($0, as: "part") }.map { part in
      let key = part.text("key") ?? ""
      return Part(
        key: key, name: part.word("human_key") ?? key, value: part.text("value") ?? "", unit: part.word("unit"),
        text: part.word("human_value"))
    }
  }
}

/// How many of those who signed up in one period came back in later ones.
public struct AdminCohort: Entity, Hashable {
  /// A later period.
  public struct Period: Sendable, Hashable {
    /// The beginning of the period.
    public let date: Timestamp?
    /// Which part of them was active, from 0 to 1.
    public let rate: Double?
    /// How many of them were active.
    public let value: Int?
  }

  /// The beginning of the period in which they signed up.
  public let start: Timestamp?
  /// How long a period is, as the server spells it: `day` or `month`.
  public let frequency: String
  /// The periods.
  public let periods: [Period]

  /// Reads a cohort.
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
