/// The failure of a call to a server.
public struct FediverseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The server could not be reached, or the connection broke.
    case network
    /// The server did not respond in time.
    case timedOut
    /// The task was canceled.
    case canceled
    /// The token is missing or not accepted (401).
    case unauthorized
    /// The account lacks permission (403).
    case forbidden
    /// The object does not exist (404, 410), or a search found no match.
    case notFound
    /// The server refused the request as it is (other 4xx).
    case rejected
    /// Too many requests in too short a time (429).
    case rateLimited
    /// The server failed (5xx).
    case server
    /// The response does not match the interface.
    case malformed
    /// The connection would not be secure.
    case insecure
    /// The response is larger than the limit.
    case tooLarge
    /// The server does not have the feature.
    case unsupported
    /// It could not be determined whether an earlier request was carried out.
    case undecided
    /// The refreshed access token cannot be stored, so the request was not sent.
    case unstored
  }

  /// The kind of failure.
  public private(set) var kind: Kind
  /// The HTTP status code, if the server responded.
  public let status: Int?
  /// The server's error message, on one line.
  public let serverText: String?
  /// The address of the server.
  public let server: String
  /// The method and path of the request, without the query.
  public let request: String?
  /// The request identifier in the server's logs (`X-Request-Id`).
  public let requestID: String?
  /// When the server accepts requests again.
  public let retryAt: Timestamp?
  /// What was searched for, if nothing was found.
  public let subject: String?
  /// The reason in a few words, for failures without a message from the server.
  public let detail: String?
  /// Whether repeating the call is safe and may succeed.
  public let isRetryable: Bool
  /// Whether the call may have changed something on the server.
  public let outcomeUnknown: Bool
  /// Whether the status code leaves open whether the token or the request is at fault.
  let mayBlameToken: Bool
  /// Whether the connection broke after the request may have been sent.
  let isCutOff: Bool
  /// Whether an earlier attempt of the same call may have been carried out.
  var followsDoubt = false
  /// Whether the server responded at an address that the request was redirected to, which may be another one's.
  var isRedirected = false
  /// Whether the server itself says that what the request names does not exist, which a proxy's page does not.
  package var meansGone: Bool { kind == .notFound && serverText != nil && !isRedirected }

  init(
    _ kind: Kind, server: ServerAddress, status: Int? = nil, serverText: String? = nil, request: String? = nil,
    requestID: String? = nil, retryAt: Timestamp? = nil, subject: String? = nil, detail: String? = nil,
    isRetryable: Bool = false, outcomeUnknown: Bool = false, mayBlameToken: Bool = false,
    isCutOff: Bool = false
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
    self.mayBlameToken = mayBlameToken
    self.isCutOff = isCutOff
  }

  /// Whether the change may have been made, or may be made by a repeated request.
  ///
  /// Iceshrimp.NET responds 408 while it processes the first request with the same key; a proxy may limit requests that
  /// the server has already carried out.
  var leavesDoubt: Bool { outcomeUnknown || [408, 429, 503].contains(status) }

  /// Whether what a call removes is gone, because an earlier attempt may have removed it.
  var meansRemoved: Bool { kind == .notFound && followsDoubt }

  /// The same failure as another kind.
  func classified(as kind: Kind) -> FediverseError {
    var error = self
    error.kind = kind
    return error
  }

  /// The error as one sentence without a full stop.
  public var description: String {
    let reason = (serverText ?? detail).map { ": \($0)" } ?? ""
    let doubt = outcomeUnknown && kind != .undecided ? "; the change may have been made" : ""
    return summary + reason + doubt
  }

  private var summary: String {
    let asked = request ?? "the request"
    switch kind {
    case .network: return isCutOff ? "lost the connection to \(server)" : "could not reach \(server)"
    case .timedOut: return "\(server) did not respond in time"
    case .canceled: return "the request to \(server) was canceled"
    case .unauthorized: return "\(server) requires a valid sign-in"
    case .forbidden: return "\(server) does not allow this"
    case .notFound: return subject.map { "\(server) has no \($0)" } ?? "\(server) answered 'not found' to \(asked)"
    case .rejected: return "\(server) refused \(asked)"
    case .rateLimited: return "\(server) is limiting requests" + (retryAt.map { " until \($0.roundedUp)" } ?? "")
    case .server: return "\(server) failed" + (status.map { " with HTTP status \($0)" } ?? "")
    case .malformed: return "\(server) sent an unreadable response to \(asked)"
    case .insecure where status != nil: return "\(server) redirected \(asked)"
    case .unstored: return "the renewed access token for \(server) cannot be stored"
    case .insecure: return "not connecting to \(server)"
    case .tooLarge: return "\(server) sent a response to \(asked) that is too large"
    case .unsupported: return "\(server) does not support this"
    case .undecided: return "it is unknown whether \(server) carried out \(asked)"
    }
  }
}
