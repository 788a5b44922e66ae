/// A server's notice that an endpoint is deprecated (RFC 9745) or will be removed (RFC 8594).
public struct Deprecation: Sendable, Hashable, CustomStringConvertible {
  /// The method and path of the call, with `:id` in place of identifiers.
  public let call: String
  /// The time from which the call is deprecated, past or future; `nil` if the server did not say.
  public let since: Timestamp?
  /// The time at which the call stops working; `nil` if the server did not say.
  public let ends: Timestamp?

  /// Reads the `Deprecation` and `Sunset` headers; `nil` if neither is present or the call is declared not deprecated.
  init?(_ headers: Headers, of call: Call) {
    let (deprecation, sunset) = (headers["Deprecation"]?.trimmedOfBlanks, headers["Sunset"]?.trimmedOfBlanks)
    guard deprecation != nil || sunset != nil, deprecation != "false", deprecation != "?0" else { return nil }
    // Before RFC 9745, the header held an HTTP date or `true`.
    since = deprecation.flatMap { text in
      text.hasPrefix("@") ? Timestamp(String(text.dropFirst())) : Timestamp(httpDate: text)
    }
    ends = sunset.flatMap { Timestamp(httpDate: $0) }
    self.call = "\(call.method.rawValue) \(call.path.shape)"
  }

  /// The notice as a clause, such as `GET /api/v1/filters will be removed on 2026-01-01T00:00:00Z`.
  public var description: String {
    ends.map { "\(call) will be removed on \($0)" } ?? "\(call) is deprecated"
  }
}

/// The deprecated calls of one server, each to be reported once.
struct DeprecationLog: Sendable {
  private var known: Set<String> = []
  private var waiting: [Deprecation] = []

  /// The maximum number of calls remembered, more than any server has.
  private static let most = 200

  mutating func note(_ headers: Headers, of call: Call) {
    guard let deprecation = Deprecation(headers, of: call), known.count < Self.most else { return }
    if known.insert(deprecation.call).inserted { waiting.append(deprecation) }
  }

  /// Returns the notices not reported yet, and marks them as reported.
  mutating func takeUnreported() -> [Deprecation] {
    defer { waiting = [] }
    return waiting
  }
}

extension Path {
  /// The path with `:id` for each segment that contains a digit, except the API version.
  fileprivate var shape: String {
    let segments = text.split(separator: "/").map { segment in
      let isVersion = segment.hasPrefix("v") && segment.dropFirst().allSatisfy(\.isNumber)
      return segment.contains(where: \.isNumber) && !isVersion ? ":id" : String(segment)
    }
    return "/" + segments.joined(separator: "/")
  }
}
