import Synchronization

@testable import Fediverse

/// A transport whose sockets a test holds at the other end, and whose home timeline is a log.
final class SocketDouble: WebSocketTransport {
  private struct State {
    var log = StatusLog()
    var refusals: [HTTPResponse] = []
    var openings: [HTTPRequest] = []
    var targets: [String] = []
  }

  private let state = Mutex(State())
  private let opened = BoundedChannel<FarEnd, Never>(capacity: 100)

  /// The requests for sockets so far.
  var openings: [HTTPRequest] { state.withLock(\.openings) }
  /// What else was asked for so far.
  var targets: [String] { state.withLock(\.targets) }

  func changeLog(_ change: (inout StatusLog) -> Void) { state.withLock { change(&$0.log) } }

  /// Lets the next requests for a socket be answered so.
  func refuse(_ statuses: Int..., headers: Headers = [:]) {
    state.withLock { $0.refusals += statuses.map { HTTPResponse(status: $0, headers: headers) } }
  }

  /// The other end of the next socket.
  func farEnd() async -> FarEnd { await opened.receive() ?? FarEnd() }

  func open(_ request: HTTPRequest) async throws(TransportError) -> WebSocketResponse {
    let refusal = state.withLock { state in
      state.openings.append(request)
      return state.refusals.isEmpty ? nil : state.refusals.removeFirst()
    }
    if let refusal { return .refused(refusal) }
    let end = FarEnd()
    _ = await opened.send(end)
    return .open(NearEnd(far: end))
  }

  /// Answers lists from the log; the hashtag `unused` is one that the server does not know.
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let target = request.url.target
    let page = state.withLock { state in
      state.targets.append(target)
      let isKnown = !target.hasPrefix("/api/v1/timelines/tag/unused")
      return isKnown && target.hasPrefix("/api/v1/timelines/") ? state.log.page(target) : nil
    }
    guard let page else {
      let isList = target.hasPrefix("/api/v1/notifications") || target.hasPrefix("/api/v1/conversations")
      return HTTPResponse(status: isList ? 200 : 404, body: Array((isList ? "[]" : "{}").utf8))
    }
    return HTTPResponse(status: 200, headers: page.link.map { ["Link": $0] } ?? [:], body: Array(page.body.utf8))
  }
}

/// The end of a socket that a test holds.
final class FarEnd: Sendable {
  fileprivate let outgoing = BoundedChannel<WebSocketMessage, TransportError>(capacity: 10_000)
  fileprivate let incoming = BoundedChannel<WebSocketMessage, Never>(capacity: 10_000)

  /// The next message of the client; nothing once it has closed.
  func next() async -> WebSocketMessage? { await incoming.receive() }

  func tell(_ text: String) async { _ = await outgoing.send(.text(text)) }

  /// Tells that a status was published.
  func update(_ id: Int, of stream: String = #"["user"]"#) async {
    await tell(#"{"stream":\#(stream),"event":"update","payload":"{\"id\":\"\#(id)\"}"}"#)
  }

  /// Reads what the client asks for until it wants to know whether that was read, and lets it know.
  @discardableResult
  func greet() async -> [String] {
    var texts: [String] = []
    while let message = await next() {
      if case .text(let text) = message { texts.append(text) }
      guard case .ping(let bytes) = message, !bytes.isEmpty else { continue }
      _ = await outgoing.send(.pong(bytes))
      break
    }
    return texts
  }

  /// Breaks the connection.
  func end() { outgoing.finish() }
}

/// The end of a socket that the client holds.
private struct NearEnd: WebSocket {
  let far: FarEnd

  func send(_ message: WebSocketMessage) async throws(TransportError) { _ = await far.incoming.send(message) }
  func receive() async throws(TransportError) -> WebSocketMessage? { try await far.outgoing.receive() }

  func close() {
    far.outgoing.close()
    far.incoming.finish()
  }
}

/// A way of waiting in which a test says when the time has passed.
final class HeldWaiting: Sendable {
  /// Somebody who waits.
  struct Sleeper: Sendable {
    let time: Duration
    fileprivate let gate = BoundedChannel<Void, Never>(capacity: 1)

    func wake() { gate.finish() }
  }

  private let sleepers = BoundedChannel<Sleeper, Never>(capacity: 1000)

  /// The next one who waits for so long, or for any time; others sleep on.
  func sleeper(for time: Duration? = nil) async -> Sleeper {
    while let sleeper = await sleepers.receive() {
      if time == nil || sleeper.time == time { return sleeper }
    }
    return Sleeper(time: .zero)
  }

  /// Waits of full length, without chance.
  var waiting: Waiting {
    Waiting(
      sleep: { [self] time in
        let sleeper = Sleeper(time: time)
        _ = await sleepers.send(sleeper)
        await withTaskCancellationHandler {
          _ = await sleeper.gate.receive()
        } onCancel: {
          sleeper.gate.close()
        }
        try Task.checkCancellation()
      }, chance: { 1 })
  }
}

/// A clock that a test sets.
final class SetClock: Sendable {
  private let time = Mutex(1_700_000_000)

  var read: @Sendable () -> Timestamp {
    { [self] in Timestamp(seconds: time.withLock { $0 }) }
  }

  func advance(_ seconds: Int) { time.withLock { $0 += seconds } }
}
