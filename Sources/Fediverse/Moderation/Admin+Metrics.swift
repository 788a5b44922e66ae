import JSONValue

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
