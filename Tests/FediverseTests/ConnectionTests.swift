import NIOHTTP1
import Synchronization
import Testing

@testable import Fediverse

/// How connections are kept, shared, given up and closed.
struct ConnectionTests {
  private let transport = HTTPTransport(HTTPTransport.Configuration { _ in nil })

  private func client(_ server: LoopbackServer) throws -> Client {
    Client(
      server: try ServerAddress("127.0.0.1:\(server.port)"), transport: transport, userAgent: "tests/1 (+about)",
      policy: .none)
  }

  private func status(_ question: LoopbackServer.Question) -> LoopbackServer.Reply {
    .answer(body: #"{"id":"\#(question.target.split(separator: "/").last ?? "")"}"#)
  }

  private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"

  @Test(arguments: ["", head, head + #"{"id""#])
  func theWholeTimeHoldsWhereverTheAnswerStalls(_ beginning: String) async throws {
    let exchange = try await Exchange(
      { _ in .beginning(Array(beginning.utf8)) }, within: { $0.totalTimeout = .milliseconds(400) })
    #expect(exchange.error?.kind == .timedOut && exchange.error?.isRetryable == true)
  }

  @Test(arguments: ["", head, head + #"{"id""#])
  func silenceInTheMiddleIsNotEndured(_ beginning: String) async throws {
    let exchange = try await Exchange(
      { _ in .beginning(Array(beginning.utf8)) }, within: { $0.idleTimeout = .milliseconds(250) })
    #expect(exchange.error?.kind == .timedOut && exchange.error?.detail == "the server stopped sending data")
  }

  @Test func aChangeThatTimedOutIsInDoubt() async throws {
    let exchange = try await Exchange(
      { _ in .silence }, within: { $0.idleTimeout = .milliseconds(50) }, call: Exchange.publishing)
    #expect(exchange.error?.kind == .timedOut && exchange.error?.outcomeUnknown == true)
    // A server on a busy machine may not have read it yet.
    #expect(exchange.questions.count <= 1)
  }

  @Test(arguments: ["", head, head + #"{"id""#])
  func cancelingEndsAnExchangeWhereverItIs(_ beginning: String) async throws {
    let kind = try await LoopbackServer.run({ _ in .beginning(Array(beginning.utf8)) }) { server in
      let client = try client(server)
      let task = Task { () -> FediverseError.Kind? in
        do throws(FediverseError) { _ = try await client.statuses.favorite("1") } catch { return error.kind }
        return nil
      }
      while server.questions.isEmpty { await Task.yield() }
      task.cancel()
      let kind = await task.value
      await transport.close()
      return kind
    }
    #expect(kind == .canceled)
  }

  @Test func aTaskThatIsCanceledAlreadyAsksNothing() async throws {
    try await LoopbackServer.run(status) { server in
      let client = try client(server)
      let task = Task { () -> FediverseError? in
        while !Task.isCancelled { await Task.yield() }
        do throws(FediverseError) { _ = try await client.statuses.publish(NewStatus("x")) } catch { return error }
        return nil
      }
      task.cancel()
      let error = await task.value
      #expect(error?.kind == .canceled && error?.isRetryable == false && error?.outcomeUnknown == false)
      #expect(server.questions.isEmpty)
      await transport.close()
    }
  }

  @Test func connectionsAreUsedAgain() async throws {
    try await LoopbackServer.run(status) { server in
      let client = try client(server)
      // One that is still on its way back to the pool is not there for the next request.
      let ids = (1...20).map(String.init)
      for id in ids { #expect(try await client.statuses.status(id).id == id) }
      #expect(Set(server.questions.map(\.connection)).count < ids.count)
      #expect(server.questions.allSatisfy { $0.headers["User-Agent"] == ["tests/1 (+about)"] })
      #expect(server.questions.allSatisfy { $0.headers["Host"] == ["127.0.0.1:\(server.port)"] })
      #expect(server.questions.allSatisfy { $0.headers["Authorization"].isEmpty })
      await transport.close()
    }
  }

  @Test func aConnectionThatWasClosedIsReplaced() async throws {
    let answer = Array((Self.head + #"{"id":"1"}"#).utf8)
    try await LoopbackServer.run({ _ in .bytes(answer) }) { server in
      let client = try client(server)
      for _ in 0..<3 { #expect(try await client.statuses.favorite("1").id == "1") }
      #expect(server.questions.count == 3 && Set(server.questions.map(\.connection)).count == 3)
      await transport.close()
    }
  }

  @Test func manyAtOnceGetTheirOwnAnswers() async throws {
    try await LoopbackServer.run(status) { server in
      let client = try client(server)
      let pairs = try await withThrowingTaskGroup(of: (String, String).self) { group in
        for number in 1...60 {
          group.addTask { ("\(number)", try await client.statuses.status("\(number)").id) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(pairs.count == 60 && pairs.allSatisfy { $0 == $1 })
      #expect(server.questions.count == 60)
      await transport.close()
    }
  }

  @Test func aClosedTransportOpensAgain() async throws {
    try await LoopbackServer.run(status) { server in
      let client = try client(server)
      await transport.close()
      #expect(try await client.statuses.status("1").id == "1")
      await transport.close()
      await transport.close()
      #expect(try await client.statuses.status("2").id == "2")
      #expect(Set(server.questions.map(\.connection)).count == 2)
      await transport.close()
    }
  }

  @Test func closingEndsWhatIsUnderWay() async throws {
    let isFailed = try await LoopbackServer.run({ _ in .silence }) { server in
      let client = try client(server)
      async let result = { () async -> FediverseError? in
        do throws(FediverseError) { _ = try await client.statuses.favorite("1") } catch { return error }
        return nil
      }()
      while server.questions.isEmpty { await Task.yield() }
      await transport.close()
      return await result.map { $0.outcomeUnknown || $0.kind == .canceled }
    }
    #expect(isFailed == true)
  }

  @Test func aTransportThatIsForgottenCleansUpAfterItself() async throws {
    try await LoopbackServer.run(status) { server in
      for _ in 0..<3 {
        let forgotten = HTTPTransport(HTTPTransport.Configuration { _ in nil })
        let client = Client(
          server: try ServerAddress("127.0.0.1:\(server.port)"), transport: forgotten, policy: .none)
        #expect(try await client.statuses.status("1").id == "1")
      }
      #expect(Set(server.questions.map(\.connection)).count == 3)
    }
  }

  @Test func environmentsAreReadOnce() {
    let names = Mutex<[String]>([])
    _ = HTTPTransport.Configuration { name in
      names.withLock { $0.append(name) }
      return name.hasPrefix("SSL") ? "" : nil
    }
    let asked = names.withLock { $0 }
    #expect(asked.count == Set(asked).count && !asked.contains("HTTP_PROXY"))
    let configuration = HTTPTransport.Configuration { $0.hasPrefix("SSL") ? "" : nil }
    #expect(configuration.certificateFile == nil && configuration.certificateFolder == nil)
    #expect(configuration.connectTimeout == .seconds(10) && configuration.idleTimeout == .seconds(30))
    #expect(configuration.totalTimeout == .seconds(120) && configuration.bodyLimit == 16 << 20)
  }
}
