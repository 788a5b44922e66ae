import Fediverse

/// Carries the requests of a process to the server, and loses, delays and repeats them.
struct Network: Transport {
  let process: SimulatedProcess
  let world: World

  private typealias Reply = Result<HTTPResponse, TransportError>

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let name = "\(request.method.rawValue) \(request.url.target)"
    guard process.step(.request(request, .sent), name) else { throw .dead }
    await process.stops()
    let fault = world.takeFault(for: request)
    if let fault { world.trace.note("fault: \(fault.name)") }
    let reply = Signal<Reply>()
    let limit = Loop.shared.after(120_000_000_000) { process.whenItRuns { reply.send(.success(.failure(.tooLate))) } }
    defer { limit.cancel() }
    carry(request, fault) { result in process.whenItRuns { reply.send(.success(result)) } }
    guard case .success(let result) = await reply.value() else { throw .canceled }
    let answer = try result.get()
    guard process.step(.request(request, .answered), "\(answer.status) \(answer.body.count) bytes") else {
      throw .dead
    }
    await process.stops()
    return answer
  }

  private func carry(_ request: HTTPRequest, _ fault: Fault?, _ deliver: @escaping (Reply) -> Void) {
    let (way, back) = (world.latency(), world.latency())
    if case .unreachable? = fault?.loss {
      Loop.shared.after(way) { deliver(.failure(.unreachable)) }
      return
    }
    Loop.shared.after(way) {
      let answer = arrive(request, fault)
      var delay = back
      var result = Reply.success(answer)
      switch fault?.loss {
      case nil, .some(.none): break
      case .reset?: result = .failure(.reset)
      case .cut?: result = .failure(.cut)
      case .malformed?: result = .failure(.unreadable)
      case .unreachable?: return
      case .silence?: (delay, result) = (30_000_000_000, .failure(.tooLate))
      case .slow(let time)?: delay = time
      }
      Loop.shared.after(delay) { deliver(result) }
    }
  }

  /// What the server answers when a request reaches it.
  private func arrive(_ request: HTTPRequest, _ fault: Fault?) -> HTTPResponse {
    // A process that dies before its request arrives takes it along.
    guard process.step(.request(request, .arrived), "arrives") else { return .missing }
    let isAnswered = fault?.answer == nil && fault?.loss.isNone ?? true
    let (server, number) = (world.server, process.number)
    var answer = HTTPResponse.missing
    switch fault?.act {
    case nil, .done?: answer = server.respond(to: request, of: number, isAnswered: isAnswered)
    case .never?: break
    case .twice?:
      answer = server.respond(to: request, of: number, isAnswered: isAnswered)
      if server.isSafelyRepeated(request) {
        carryOut(request, after: world.latency())
      }
    case .late(let delay)?: carryOut(request, after: delay)
    }
    _ = process.step(.request(request, .acted), "acted")
    return fault?.answer.map { server.dated($0) } ?? answer
  }
}

extension Network {
  /// Lets the server carry out a request later.
  private func carryOut(_ request: HTTPRequest, after delay: Int) {
    world.expectLate()
    let isNew = world.server.flavor.keys == .made && !world.server.knowsKey(of: request)
    Loop.shared.after(delay) { [world, process] in
      _ = world.server.respond(to: request, of: process.number, isAnswered: false, isNew: isNew)
      world.endLate()
    }
  }
}

extension Fault.Loss {
  fileprivate var isNone: Bool {
    if case .none = self { return true }
    return false
  }
}

extension SimulatedServer {
  /// Whether a request that reaches the server twice is carried out once; nothing that a client does helps otherwise.
  fileprivate func isSafelyRepeated(_ request: HTTPRequest) -> Bool {
    let target = request.url.target
    if target.hasSuffix("/reblog") { return !flavor.boostsAgain }
    if request.method == .get || target.hasSuffix("/favourite") { return true }
    return flavor.keys != .answered && flavor.keys != .ignored
  }
}

extension TransportError {
  static var dead: TransportError {
    TransportError(.canceled, "the process is dead", mayHaveArrived: true)
  }

  static var canceled: TransportError {
    TransportError(.canceled, "the request was canceled", mayHaveArrived: true)
  }

  static var unreachable: TransportError {
    TransportError(.network, "connection refused", mayHaveArrived: false)
  }

  static var reset: TransportError {
    TransportError(.network, "the connection was reset", mayHaveArrived: true)
  }

  fileprivate static var cut: TransportError {
    TransportError(.network, "the connection was closed in the response", mayHaveArrived: true)
  }

  fileprivate static var unreadable: TransportError {
    TransportError(.malformed, "the response is not HTTP", mayHaveArrived: true)
  }

  static var tooLate: TransportError {
    TransportError(.timedOut, "no response in time", mayHaveArrived: true)
  }
}
