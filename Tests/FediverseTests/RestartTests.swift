import Testing

@testable import Fediverse

/// A stream from a server that dies again and again.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RestartTests {
  private static let statusesPerLife = 20
  private static let restarts = 50

  @Test(arguments: StreamHost.Manner.allCases)
  func everyStatusIsSeenOnceAndInOrder(_ manner: StreamHost.Manner) async throws {
    let host = StreamHost(manner)
    try await host.start()
    let count = Self.restarts * Self.statusesPerLife
    let transport = HTTPTransport(HTTPTransport.Configuration { _ in nil })
    let client = Client(
      server: try ServerAddress("127.0.0.1:\(host.port)"), token: AccessToken("s3cret"), transport: transport,
      waiting: Self.waiting(for: host))
    let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let listening = Task { try await Self.hear(count, from: client, hasBegun) }
    // The listener looks at where the timeline stands before it hands on the first status.
    await host.wait(for: .listeners(1))
    host.publish()
    for await _ in begun {}
    try await live(host)
    let (ids, gaps) = try await listening.value
    #expect(ids == (1...count).map(String.init))
    #expect(gaps == [])
    #expect(host.listenersSoFar >= Self.restarts / 2)
    #expect(!host.targets.contains { $0.contains("s3cret") })
    await transport.close()
    try await host.shutDown()
  }

  /// Publishes, dies, publishes on its own and comes back, each time at another point of the listener's way back.
  private func live(_ host: StreamHost) async throws {
    for life in 0..<Self.restarts {
      for _ in 0..<(life == 0 ? 9 : 10) { host.publish() }
      if life % 2 == 0 { await Task.yield() }
      try await host.kill()
      let (listeners, pages) = (host.listenersSoFar, host.pagesSoFar)
      for _ in 0..<5 { host.publish() }
      try await host.start()
      switch life % 4 {
      case 0, 2: await host.wait(for: .listeners(listeners + 1))
      case 1: await host.wait(for: .pages(pages + 1))
      default:
        // It dies in the middle of being caught up with.
        await host.wait(for: .pages(pages + 1))
        try await host.kill()
        try await host.start()
      }
      for _ in 0..<5 { host.publish() }
    }
  }

  private static func hear(
    _ count: Int, from client: Client, _ hasBegun: AsyncStream<Void>.Continuation
  ) async throws -> (ids: [String], gaps: [StreamGap]) {
    var ids: [String] = []
    var gaps: [StreamGap] = []
    for try await event in client.streaming.events(.user) {
      switch event {
      case .update(let status): ids.append(status.id)
      case .gap(let gap): gaps.append(gap)
      default: break
      }
      hasBegun.finish()
      if ids.last == String(count) { break }
    }
    return (ids, gaps)
  }

  /// Waits for the server instead of the time, except between two pings.
  private static func waiting(for host: StreamHost) -> Waiting {
    Waiting(
      sleep: { time in
        guard time == .seconds(StreamSocket.pingInterval) else { return await host.wait(for: .up) }
        try await Task.sleep(for: time)
      }, chance: { 1 })
  }
}
