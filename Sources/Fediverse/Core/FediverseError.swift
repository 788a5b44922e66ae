/// Why a server did not do what it was asked.
public struct FediverseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The ways in which a call fails.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The server was not reached, or the connection broke.
    case network
    /// The server took too long.
    case timedOut
    /// The task was cancelled.
    case canceled
    /// The token is missing or not accepted (401).
    case unauthorized
    /// The account may not do it (403).
    case forbidden
    /// There is no such thing (404, 410), or nothing fits what was looked for.
    case notFound
    /// The server does not take the request as it is (other 4xx).
    case rejected
    /// Too much was asked in too short a time (429).
    case rateLimited
    /// The server failed (5xx).
    case server
    /// The answer is not what the interface promises.
    case malformed
    /// The connection would not have been safe.
    case insecure
    /// The answer is larger than the limit.
    case tooLarge
    /// The server does not have the feature.
    case unsupported
  }

  /// How the call failed.
  public let kind: Kind
  /// The status code, where the server answered.
  public let status: Int?
  /// What the server said, on one line.
  public let serverText: String?
  /// Which server was asked.
  public let server: String
  /// What was asked: method and path, without the query.
  public let request: String?
  /// What the server calls the exchange in its logs.
  public let requestID: String?
  /// When it may be asked again.
  public let retryAt: Timestamp?
  /// What was looked for, where nothing was found.
  public let subject: String?
  /// Why, in half a sentence, where the server said nothing.
  public let detail: String?
  /// Whether the same call may work later, and repeating it does no harm.
  public let isRetryable: Bool
  /// Whether a change was asked for and it is not known whether it was made.
  public let outcomeUnknown: Bool

  init(
    _ kind: Kind, server: ServerAddress, status: Int? = nil, serverText: String? = nil, request: String? = nil,
    requestID: String? = nil, retryAt: Timestamp? = nil, subject: String? = nil, detail: String? = nil,
    isRetryable: Bool = false, outcomeUnknown: Bool = false
  ) {
    self.kind = kind
    self.status = status
    self.serverText = serverText
    self.server = server.description
    self.request = request
    self.requestID = requestID
    self.retryAt = retryAt
    self.subject = subject
    self.detail = detail
    self.isRetryable = isRetryable
    self.outcomeUnknown = outcomeUnknown
  }

  /// What happened, in one sentence without a full stop.
  public var description: String {
    let reason = (serverText ?? detail).map { ": \($0)" } ?? ""
    let doubt = outcomeUnknown ? "; it is not known whether the change was made" : ""
    return summary + reason + doubt
  }

  private var summary: String {
    let asked = request ?? "the request"
    switch kind {
    case .network: return "\(server) was not reached"
    case .timedOut: return "\(server) did not answer in time"
    case .canceled: return "the request to \(server) was given up"
    case .unauthorized: return "\(server) does not accept the sign-in"
    case .forbidden: return "\(server) does not allow this"
    case .notFound: return subject.map { "\(server) knows no \($0)" } ?? "\(server) has nothing at \(asked)"
    case .rejected: return "\(server) refused \(asked)"
    case .rateLimited: return "\(server) wants fewer requests" + (retryAt.map { ", and none before \($0)" } ?? "")
    case .server: return "\(server) failed" + (status.map { " with HTTP status \($0)" } ?? "")
    case .malformed: return "\(server) answered \(asked) with something that cannot be read"
    case .insecure: return "the connection to \(server) would not be safe"
    case .tooLarge: return "\(server) answered \(asked) with more than is taken"
    case .unsupported: return "\(server) cannot do this"
    }
  }
}
