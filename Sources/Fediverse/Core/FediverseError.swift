import JSONValue

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
  /// Whether the server has the status that the request is about, although it answers 'not found'.
  package var hasStatus = false
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

extension FediverseError {
  /// Creates the error for a response that is not a success.
  init(_ response: HTTPResponse, to call: Call, of server: ServerAddress, by token: AccessToken?, now: Timestamp) {
    let kind = Kind(response, to: call)
    let limit = RateLimit(response.headers, now: now)
    let isWaiting = response.status == 429 || response.status == 503
    let isTransient = kind == .server || [408, 429].contains(response.status)
    // A proxy may answer in place of a server that has carried out the request, or still does.
    let isAnsweredByProxy = (300..<400).contains(response.status) || response.status == 408
    let isDone = !call.isRead && (kind == .server && response.status != 503 || isAnsweredByProxy)
    self.init(
      kind, server: server, status: response.status, serverText: ServerText(response, hiding: token)?.text,
      request: call.summary, requestID: response.requestID(hiding: token),
      retryAt: isWaiting ? limit?.retryAt ?? limit?.resetsAt : nil, detail: "HTTP status \(response.status)",
      isRetryable: isTransient && (call.isRepeatable || response.status == 429 && !call.isLookedUp),
      outcomeUnknown: isDone,
      mayBlameToken: token != nil && !call.isOwnAccount && kind.leavesOpenWhatIsAtFault(response))
  }

  /// Creates the error for a request that got no response.
  init(_ error: TransportError, to call: Call, of server: ServerAddress) {
    let kind: Kind =
      switch error.kind {
      case .network: .network
      case .timedOut: .timedOut
      case .canceled: .canceled
      case .untrusted, .insecure: .insecure
      case .tooLarge: .tooLarge
      case .malformed: .malformed
      case .unreadable: .rejected
      case .unusableToken: .unauthorized
      case .unstored: .unstored
      }
    let isTransient = kind == .network || kind == .timedOut
    self.init(
      // That it was canceled is the whole of the reason.
      kind, server: server, request: call.summary, detail: kind == .canceled ? nil : error.description,
      isRetryable: isTransient && (call.isRepeatable || !error.mayHaveArrived),
      outcomeUnknown: error.mayHaveArrived && !call.isRead, isCutOff: kind == .network && error.mayHaveArrived)
  }
}

extension FediverseError.Kind {
  fileprivate init(_ response: HTTPResponse, to call: Call) {
    switch response.status {
    // A request without parameters can only be refused because of its token.
    case 400 where call.isOwnAccount, 422 where call.isOwnAccount: self = .unauthorized
    case 401: self = ServerText.blamesRequest(response) ? .rejected : .unauthorized
    case 403: self = .forbidden
    case 404, 410: self = .notFound
    case 405, 501: self = .unsupported
    case 408: self = .timedOut
    case 429: self = .rateLimited
    case 500: self = ServerText.blamesRequest(response) ? .rejected : .server
    case 502...: self = .server
    default: self = .rejected
    }
  }

  /// Whether the response may blame the token or the request: Takahe answers 401 to those who are not the author, and
  /// it and snac answer 400 and 422, without an error object, to a token that they do not know.
  fileprivate func leavesOpenWhatIsAtFault(_ response: HTTPResponse) -> Bool {
    switch (self, response.status) {
    case (.unauthorized, 401): true
    case (.rejected, 400), (.rejected, 422): (try? JSON(parsing: response.body))?.object == nil
    default: false
    }
  }
}

extension HTTPResponse {
  /// The server's identifier of the request, on one line.
  func requestID(hiding token: AccessToken?) -> String? {
    headers["X-Request-Id"].map { (token?.hidden(in: $0) ?? $0).oneLine(limit: 100) }
  }
}

extension FediverseError {
  /// Whether the same call may succeed later.
  var isTransient: Bool {
    switch kind {
    case .network, .timedOut, .rateLimited, .server: true
    case .canceled, .unauthorized, .forbidden, .notFound, .rejected, .malformed, .insecure, .tooLarge, .unsupported,
      .undecided, .unstored:
      false
    }
  }

  /// Whether a server may respond like this to a request for a document or API version that it does not have. Some send
  /// a web page with a success status.
  var meansMissing: Bool {
    switch kind {
    case .malformed, .rejected, .notFound, .unauthorized, .unsupported: true
    case .network, .timedOut, .canceled, .forbidden, .rateLimited, .server, .insecure, .tooLarge, .undecided,
      .unstored:
      false
    }
  }

  /// Whether the server has no such object, or no such call.
  var meansAbsence: Bool { kind == .notFound || kind == .unsupported }
}
