/// What is known of other requests, when the result of one is searched for.
public struct OtherRequests: Sendable, Hashable {
  /// The identifiers, URIs and URLs of the statuses that they made.
  public var results: Set<String>
  /// Whether the outcome of one with the same parameters is unknown, so that a status may be the result of either.
  public var isSameInDoubt: Bool

  public init(_ results: Set<String> = [], isSameInDoubt: Bool = false) {
    self.results = results
    self.isSameInDoubt = isSameInDoubt
  }
}
