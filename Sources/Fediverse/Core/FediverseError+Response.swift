import JSONValue

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
