/// A transport that reports each exchange, with its secrets masked.
public struct TracingTransport: Transport {
  private let next: any Transport
  private let report: @Sendable (HTTPExchange) -> Void

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - next: the transport that sends the requests.
  ///   - report: called after each exchange.
  public init(_ next: any Transport, report: @escaping @Sendable (HTTPExchange) -> Void) {
    self.next = next
    self.report = report
  }

  /// Sends the request and reports it with its response.
  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let start = ContinuousClock.now
    do throws(TransportError) {
      let response = try await next.send(request)
      tell(request, .success(HTTPHead(status: response.status, headers: response.headers)), since: start)
      return response
    } catch {
      tell(request, .failure(error), since: start)
      throw error
    }
  }

  /// Sends the request, and reports it when the head of the response arrives.
  public func send(
    _ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading
  ) async throws(TransportError) {
    let start = ContinuousClock.now
    var isTold = false
    do throws(TransportError) {
      try await next.send(request) { piece in
        if case .head(let head) = piece {
          tell(request, .success(head), since: start)
          isTold = true
        }
        return await take(piece)
      }
    } catch {
      if !isTold { tell(request, .failure(error), since: start) }
      throw error
    }
  }

  private func tell(
    _ request: HTTPRequest, _ outcome: Result<HTTPHead, TransportError>, since start: ContinuousClock.Instant
  ) {
    report(HTTPExchange(request, outcome, after: start.duration(to: .now)))
  }
}

extension TracingTransport: WebSocketTransport {
  /// Whether the underlying transport opens WebSockets.
  public var opensSockets: Bool { (next as? any WebSocketTransport)?.opensSockets ?? false }

  /// Requests a WebSocket and reports the request; messages are not reported.
  public func open(_ request: HTTPRequest) async throws(TransportError) -> WebSocketResponse {
    guard let next = next as? any WebSocketTransport else {
      throw TransportError(.network, "the transport does not support WebSockets", mayHaveArrived: false)
    }
    let start = ContinuousClock.now
    do throws(TransportError) {
      let response = try await next.open(request)
      switch response {
      case .open: tell(request, .success(HTTPHead(status: 101)), since: start)
      case .refused(let answer):
        tell(request, .success(HTTPHead(status: answer.status, headers: answer.headers)), since: start)
      }
      return response
    } catch {
      tell(request, .failure(error), since: start)
      throw error
    }
  }
}
