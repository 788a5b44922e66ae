import Fediverse

/// Carries the requests of a process to the store of its journal, and loses and delays them.
struct StoreNetwork: Transport {
  let process: SimulatedProcess
  let world: World

  private typealias Reply = Result<HTTPResponse, TransportError>

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    guard process.step(.store, "store: \(request.url.target)") else { throw .dead }
    await process.stops()
    let reply = Signal<Reply>()
    let limit = Loop.shared.after(5_000_000_000) { process.whenItRuns { reply.send(.success(.failure(.tooLate))) } }
    defer { limit.cancel() }
    let (way, back) = (world.latency(), world.latency())
    let (isLost, isAnswerLost) = (loses(), loses())
    // What seems lost may arrive when it has long been repeated, or its sender is dead.
    if isLost, world.roll({ $0.chance(0.3) }) {
      Loop.shared.after(world.roll { $0.number(in: 1...20) } * 1_000_000_000) { _ = world.store.respond(to: request) }
    }
    Loop.shared.after(way) {
      guard !process.isDead else { return }
      guard !isLost, !process.isCut else {
        return process.whenItRuns { reply.send(.success(.failure(.unreachable))) }
      }
      let answer = world.store.respond(to: request)
      Loop.shared.after(back) {
        let isLost = isAnswerLost || process.isCut
        process.whenItRuns { reply.send(.success(isLost ? .failure(.reset) : .success(answer))) }
      }
    }
    guard case .success(let result) = await reply.value() else { throw .canceled }
    guard process.step(.store, "store answers") else { throw .dead }
    await process.stops()
    return try result.get()
  }

  private func loses() -> Bool { world.roll { $0.chance(process.trouble?.loss ?? 0) } }
}
